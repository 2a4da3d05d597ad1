#!/usr/bin/env bash
# C14 files that change, C23 notes, C24 exports.
top_srcdir=${top_srcdir:-$(cd -- "$(dirname -- "$0")/../.." && pwd)}
export top_srcdir PYTHONDONTWRITEBYTECODE=1
exec python3 "$top_srcdir/tests/tui/criteria.py" files
