"""Check that the logs in this folder are those that were written: run ``python verify.py`` beside ``data``.

Every event carries a hash over itself and the hash of the one before; the first chains from the match's rules and
seats. Needs nothing but Python. Exits with 1 if anything is not as it was.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any


def canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def problem_of(log: dict[str, Any]) -> str:
    """What is wrong with a log, or nothing."""
    seats = sorted(seat["position"] for seat in log["seats"])
    head = digest(canonical([log["rules"], log["version"], log["options"], seats]))
    for number, event in enumerate(log["events"], start=1):
        if event["seq"] != number:
            return f"event {number} is missing"
        what = [log["match"], number, event["id"], event["kind"], event["body"]]
        who = [event["actor"], event["account"], event["device"], event["at"]]
        head = digest(head + canonical([*what, *who]))
        if event["hash"] != head:
            return f"event {number} is not as it was written"
    if log["events"] and log["head"] != head:
        return "the log does not end where the match did"
    return ""


def main() -> int:
    files = sorted(Path(__file__).resolve().parent.glob("data/logs/*.json"))
    wrong = 0
    for file in files:
        found = problem_of(json.loads(file.read_text(encoding="utf-8")))
        wrong += bool(found)
        print(f"{file.name}: {found or 'as it was written'}")  # noqa: T201 - for whoever runs it
    print(f"{len(files)} logs, {wrong} of them not as they were written")  # noqa: T201
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
