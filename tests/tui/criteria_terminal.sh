#!/usr/bin/env bash
# C1 the terminal's state, C2 a lost terminal, C3 suspending, C16 no terminal, C17 pipes, C18 paste.
top_srcdir=${top_srcdir:-$(cd -- "$(dirname -- "$0")/../.." && pwd)}
export top_srcdir PYTHONDONTWRITEBYTECODE=1
exec python3 "$top_srcdir/tests/tui/criteria.py" terminal
