#!/usr/bin/env bash
# C26 keys, C27 plain.
top_srcdir=${top_srcdir:-$(cd -- "$(dirname -- "$0")/../.." && pwd)}
export top_srcdir PYTHONDONTWRITEBYTECODE=1
exec python3 "$top_srcdir/tests/tui/criteria.py" keys
