"""Every page of a tournament, as its organiser sees it, with 700 people and ten rounds: queries, the server's time, and how both grow."""

import json
from collections.abc import Iterable
from typing import Any

from bench.house import data_folder, python
from bench.row import Row, tell

PEOPLE, ROUNDS = 700, 10
MOST_QUERIES, MOST_MS = 12, 150.0
MOST_GROWTH = 2.2
"""Twice the people may take twice as long, and a little for what is not measured exactly."""
SMALL_MS = 10.0
"""Below this a ratio says more of the clock than of the page."""


def rows() -> Iterable[Row]:
    half, whole = _measured(PEOPLE // 2), _measured(PEOPLE)
    for name, told in sorted(whole.items(), key=lambda each: -each[1]["ms"]):
        before = half[name]
        growth = told["least"] / before["least"]  # the least is what other work on the machine disturbs least
        grows = growth <= MOST_GROWTH or told["ms"] < SMALL_MS
        yield Row(
            f"page “{name}”, {PEOPLE} people, {ROUNDS} rounds",
            f"{told['queries']} queries, {told['ms']:.0f} ms (after an entry {told['first']:.0f} ms)",
            f"{PEOPLE // 2} people {before['queries']} queries, {before['ms']:.0f} ms",
            f"{growth:.2f}",
            f"≤ {MOST_QUERIES} queries, ≤ {MOST_MS:.0f} ms, ≤ linear",
            told["queries"] <= MOST_QUERIES
            and told["queries"] == before["queries"]
            and told["ms"] <= MOST_MS
            and grows,
        )


def _measured(people: int) -> dict[str, Any]:
    with data_folder() as data:
        output = python(
            "-m", "bench.parts.large_tournament", str(people), str(ROUNDS), data=data
        ).communicate()[0]
    told: dict[str, Any] = json.loads(output)
    tell(f"{people} people: {len(told)} pages")
    return told
