#!/usr/bin/env bash
# C9 to C13, what of them holds on any machine.
top_srcdir=${top_srcdir:-$(cd -- "$(dirname -- "$0")/../.." && pwd)}
export top_srcdir PYTHONDONTWRITEBYTECODE=1
exec python3 "$top_srcdir/tests/tui/criteria.py" scale
