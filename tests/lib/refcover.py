"""Lists of expected actions against timelines, plainly: an independent reference for small cases.

Which entry goes with which action is a matching of a bipartite graph, found here by augmenting paths: an
action that is expected twice is two nodes.  Written from the description of the format.
"""

import base64
import hashlib


def sha256(data):
    return hashlib.sha256(data).digest()


def merkle_root(ids):
    level = [sha256(text.encode("utf-8")) for text in ids]
    while len(level) > 1:
        if len(level) % 2:
            level.append(level[-1])
        level = [sha256(level[i] + level[i + 1])
                 for i in range(0, len(level), 2)]
    return level[0].hex()


def workflow(entries):
    steps = [{"seq": seq, "tool": entry["tool"], "receipt_id": entry["id"]}
             for seq, entry in enumerate(entries, 1)]
    return {"type": "verifiable-workflow-receipt", "steps": steps,
            "merkle_root": merkle_root([s["receipt_id"] for s in steps])}


def actions_of(listed):
    if listed.get("type") != "verifiable-workflow-receipt":
        return listed["actions"]
    return [{"tool": step["tool"], "id": step["receipt_id"],
             "kind": "expected"} for step in listed["steps"]]


def names(action, entry):
    """Whether the action means an entry like this one."""
    if entry["tool"] != action["tool"]:
        return False
    if "id" in action and entry["id"] != action["id"]:
        return False
    digest = sha256(base64.b64decode(entry["canonical_bytes"])).hex()
    return action.get("output_hash", digest).split(":")[-1] == digest


def copies(actions, kinds):
    return [number for number, action in enumerate(actions)
            if action["kind"] in kinds
            for _ in range(action.get("count", 1))]


def matching(actions, slots, entries):
    """The size of the largest matching of entries with slots."""
    taken = {}

    def place(number, tried):
        for slot, action in enumerate(slots):
            if slot in tried or not names(actions[action], entries[number]):
                continue
            tried.add(slot)
            if slot not in taken or place(taken[slot], tried):
                taken[slot] = number
                return True
        return False

    return sum(place(number, set()) for number in range(len(entries)))


def in_order(actions, entries):
    """Whether the expected actions, one after another, are among entries."""
    left = iter(entries)
    return all(any(names(actions[number], entry) for entry in left)
               for number in copies(actions, ("expected",)))


def reconcile(entries, listed):
    """The counts that are determined, whichever entry goes with which action."""
    actions = actions_of(listed)
    job = listed.get("job_id")
    mine = [entry for entry in entries if job in (None, entry["job_id"])]
    banned = [entry for entry in mine if any(
        action["kind"] == "forbidden" and names(action, entry)
        for action in actions)]
    rest = [entry for entry in mine if entry not in banned]
    wanted = copies(actions, ("expected",))
    matched = matching(actions, wanted, rest)
    placed = matching(actions, copies(actions, ("expected", "authorised")), rest)
    return {"expected": len(wanted), "matched": matched,
            "missing": len(wanted) - matched,
            "authorised": placed - matched,
            "unexpected": len(entries) - len(banned) - placed,
            "forbidden": len(banned)}


def strict(listed):
    return listed.get("type") == "verifiable-workflow-receipt" or \
        listed.get("order") == "strict"


def is_discrepant(entries, listed):
    """Right where order does not hang on which entry goes with which action."""
    counts = reconcile(entries, listed)
    return bool(counts["missing"] or counts["unexpected"] or counts["forbidden"]
                or strict(listed) and not in_order(actions_of(listed), entries))
