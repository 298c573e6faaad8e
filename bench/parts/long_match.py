"""What an entry costs early and late in a long match: ``python -m bench.parts.long_match EARLY LATE``."""

import json
import sys
import time
import uuid

AROUND = 15
"""Entries on each side that are measured too: one alone says little."""


def main(early: int, late: int) -> None:
    import django

    django.setup()
    from games.services import NewAction, Permit, append_actions, open_match
    from rules.triominos.variants.classic import engine
    from tests.load.judge import next_entry
    from tests.load.prepare import SEATS

    options = {"limit": 1_000_000}
    match = open_match(engine, options, [f"Player {number}" for number in range(SEATS)])
    state, taken = engine.start([str(seat) for seat in range(1, SEATS + 1)], options), []
    while match.version < late + AROUND:
        (action,) = next_entry(state)[2]
        new = [NewAction(uuid.uuid4(), action)]
        started = time.perf_counter()
        match = append_actions(Permit(match.pk, "bench"), match.version, new)
        taken.append(time.perf_counter() - started)
        state = engine.apply(state, action).state
    print(json.dumps([taken[early - AROUND : early + AROUND], taken[late - AROUND : late + AROUND]]))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
