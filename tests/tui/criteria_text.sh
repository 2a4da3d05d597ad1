#!/usr/bin/env bash
# C5 injection, C6 injective text, C7 widths, C8 locales.
top_srcdir=${top_srcdir:-$(cd -- "$(dirname -- "$0")/../.." && pwd)}
export top_srcdir PYTHONDONTWRITEBYTECODE=1
exec python3 "$top_srcdir/tests/tui/criteria.py" text
