"""Ends matches one by one and waits until the worker has made each final; prints the seconds it took."""

import json
import random
import sys
import time
import uuid

import django

django.setup()

from games.models import Match  # noqa: E402
from games.services import Entry, Permit, append_action, finalize, open_match  # noqa: E402
from rules.points import engine  # noqa: E402

PATIENCE_SECONDS = 30.0


def over() -> int:
    """A match that has just ended."""
    match = open_match(engine, {"count": "places"}, ["Ann", "Ben", "Cleo", "Dan"])
    points = {"1": 1, "2": 2, "3": 3, "4": 4}
    append_action(
        Permit(match.pk, "bench"), Entry(uuid.uuid4(), match.version), {"do": "deal", "points": points}
    )
    return match.pk


def by_worker() -> float:
    pk = over()
    started = time.time()
    while not (match := Match.objects.get(pk=pk)).final_at:
        if time.time() > started + PATIENCE_SECONDS:
            raise TimeoutError("the worker did not do it")
        time.sleep(0.002)
    return max(0.0, match.final_at.timestamp() - started)


def directly() -> float:
    pk = over()
    started = time.time()
    finalize(pk)
    return time.time() - started


def main(way: str, count: int) -> None:
    measure = {"worker": by_worker, "direct": directly}[way]
    taken = []
    for _ in range(count):
        time.sleep(random.uniform(0, 0.1))  # noqa: S311 - at any point of the relay's interval
        taken.append(measure())
    print(json.dumps(taken))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
