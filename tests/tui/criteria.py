#!/usr/bin/env python3
"""The criteria that the inspector must meet, tested on a pty.

    criteria.py GROUP              TAP of a group (criteria_GROUP.sh runs it)
    criteria.py GROUP C5 NAME...   only these criteria or tests of it
    criteria.py --list             groups, criteria, tests, what each waits for
    criteria.py --measure [C9...]  figures against their limits, as a table

$AERSCOPE is the program.  CRITERIA says which test holds which criterion and
what was measured.  The group "sizes" takes --rounds=N, 200 by default; 2,000
under AddressSanitizer and UndefinedBehaviorSanitizer are meant:

    mkdir san && cd san && ../configure --enable-asan --enable-ubsan && make
    AERSCOPE=$PWD/src/aerscope python3 ../tests/tui/criteria.py sizes --rounds=2000
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import criteria_base as base  # noqa: E402

# What is still to come: its tests run, and what fails in them is no failure.
# A line is taken out when its feature is in; then its tests must pass.
PENDING = {}

GROUPS = ("terminal", "sizes", "text", "files", "colour", "screens", "keys",
          "scale")


def main():
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 2
    for name in GROUPS:
        __import__("criteria_" + name)
    if arguments[0] == "--list":
        for group, tests in base.TESTS.items():
            for test in tests:
                print("%-9s %-4s %-45s %s" % (
                    group, test.criterion, test.__name__, test.feature or ""))
        return 0
    for argument in arguments:
        if argument.startswith("--rounds="):
            base.ROUNDS = int(argument[9:])
    wanted = [a for a in arguments[1:] if not a.startswith("--")]
    if arguments[0] == "--measure":
        import criteria_measure
        return criteria_measure.main(wanted)
    tap = base.Tap(PENDING)
    for test in base.TESTS[arguments[0]]:
        if not wanted or test.criterion in wanted or test.__name__ in wanted:
            tap.run(test)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
