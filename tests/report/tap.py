"""TAP for the tests here."""

import re
import sys
import traceback


class Tap:
    def __init__(self):
        self.count = 0

    def ok(self, good, name, *why):
        self.count += 1
        print("%sok %d - %s" % ("" if good else "not ", self.count, re.sub(r"[#\n]", "+", name)))
        for line in "" if good else "\n".join(str(w)[:2000] for w in why).split("\n"):
            print("# " + line)
        sys.stdout.flush()
        return good

    def empty(self, found, name):
        """`found` lists what should not be."""
        found = list(found)
        return self.ok(not found, name, "%d found" % len(found), *found[:8])

    def holds(self, name, test, *arguments):
        """The test raises nothing and does not answer False."""
        try:
            return self.ok(test(*arguments) is not False, name)
        except Exception:  # noqa: BLE001
            return self.ok(False, name, traceback.format_exc())

    def skip(self, name, why):
        self.count += 1
        print("ok %d - %s # SKIP %s" % (self.count, name, why))

    def done(self):
        print("1..%d" % self.count)
