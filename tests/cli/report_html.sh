#!/usr/bin/env bash
# report --format=html: its form, and what a browser makes of it (skipped where there is none).
top_srcdir=${top_srcdir:-$(cd -- "$(dirname -- "$0")/../.." && pwd)}
export top_srcdir PYTHONDONTWRITEBYTECODE=1
exec python3 "$top_srcdir/tests/report/report_html.py"
