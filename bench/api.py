"""The people of a large tournament as the API lists them, beside the same bytes given out as a file and the page of them."""

import json
from collections.abc import Iterable

from bench.house import data_folder, python
from bench.row import Row, tell

PEOPLE, ROUNDS = 700, 10
MOST_MS, MOST_QUERIES = 100.0, 12


def rows() -> Iterable[Row]:
    with data_folder() as data:
        output = python("-m", "bench.parts.asked_api", str(PEOPLE), str(ROUNDS), data=data).communicate()[0]
    told = json.loads(output)
    tell(f"{told['bytes']} bytes")
    yield Row(
        f"API: list of {PEOPLE} entrants",
        f"{told['ms']:.0f} ms, {told['queries']} queries (304: {told['same']:.0f} ms)",
        f"same bytes as a file {told['file']:.1f} ms, first of {told['pages']} HTML pages {told['page']:.0f} ms",
        f"{told['ms'] / told['file']:.0f}×",
        f"≤ {MOST_MS:.0f} ms, ≤ {MOST_QUERIES} queries",
        told["ms"] <= MOST_MS and told["queries"] <= MOST_QUERIES,
    )
