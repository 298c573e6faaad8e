"""Documents of a large tournament: ``python -m bench.parts.printed_tournament PEOPLE ROUNDS`` in a data folder of its own.

Each is asked for by its organiser, from the query to the last byte, with nothing kept from before; beside it a bare Typst
table of as many rows and cells is set by the same press. Prints the processor's seconds of both, of the server and of the press,
the least of several, as JSON.
"""

import json
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

TIMES = 3
CELLS = {"pairings-by-name": 2, "pairings-by-table": 1, "standings": 8, "crosstable": 13}
"""What is measured, the lists of people, and the cells in a line of each."""
BARE = '#let rows = json("data.json")\n#table(columns: rows.at(0).len(), ..rows.flatten())'


def main(people: int, rounds: int) -> None:
    import django

    django.setup()
    from django.test import Client
    from django.urls import reverse

    from bench.parts.large_tournament import make
    from tournaments.paper.press import printed
    from tournaments.selectors.kept import forget

    tournament = make(people, rounds)
    client = Client(headers={"host": "localhost"})
    client.force_login(tournament.organiser)

    def asked(key: str) -> bytes:
        forget()
        answer = client.get(reverse("paper", args=[tournament.slug, key]))
        assert answer.status_code == 200, (key, answer.status_code)
        return bytes(answer.content)

    told: dict[str, Any] = {}
    for key, cells in CELLS.items():
        table = json.dumps([[f"Player {number}", *["12"] * (cells - 1)] for number in range(people)])
        cpu, wall, made = least(lambda key=key: asked(key))  # type: ignore[misc]
        bare = least(lambda table=table: printed({"main.typ": BARE, "data.json": table}))[0]  # type: ignore[misc]
        told[key] = {
            "cpu": cpu,
            "wall": wall,
            "bytes": len(made),
            "bare": bare,
            "rows": people,
            "cells": cells,
        }
    print(json.dumps(told))


def least(work: Callable[[], bytes]) -> tuple[float, float, bytes]:
    """Of several times the least, which other work on the machine disturbs least."""
    tries = [timed(work) for _ in range(TIMES)]
    return min(each[0] for each in tries), min(each[1] for each in tries), tries[-1][2]


def timed(work: Callable[[], bytes]) -> tuple[float, float, bytes]:
    before, started = spent(), time.monotonic()
    made = work()
    return spent() - before, time.monotonic() - started, made


def spent() -> float:
    """Seconds of a processor, of this process and of those it started."""
    each = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in each)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
