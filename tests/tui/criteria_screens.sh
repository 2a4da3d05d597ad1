#!/usr/bin/env bash
# C19 honest counts, C20 digests, C21 four judgements, C22 provenance, C25 exit status.
top_srcdir=${top_srcdir:-$(cd -- "$(dirname -- "$0")/../.." && pwd)}
export top_srcdir PYTHONDONTWRITEBYTECODE=1
exec python3 "$top_srcdir/tests/tui/criteria.py" screens
