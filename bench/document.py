"""A tournament of 700 people and ten rounds as one document: its size, and the processor's time out and in."""

import json
from collections.abc import Iterable
from typing import Any

from bench.house import data_folder, python
from bench.row import Row, tell

PEOPLE, ROUNDS = 700, 10
HOW = {"deals": "every deal entered", "turns": "every turn entered"}
MOST_MB = 200


def rows() -> Iterable[Row]:
    for depth, words in HOW.items():
        told = _measured(depth)
        megabytes = told["bytes"] / 2**20
        yield Row(
            f"tournament document, {PEOPLE} people, {ROUNDS} rounds, {words}",
            f"{megabytes:.1f} MB, out {told['out']:.1f} s, in {told['in']:.1f} s ({told['held']:.1f} s of it written)",
            f"json.loads alone {told['loads']:.1f} s; {told['events']:,} entries, {told['memory']} MB at most",
            f"{told['in'] / told['loads']:.0f}",
            f"≤ {MOST_MB} MB",
            megabytes <= MOST_MB and told["same"],
        )


def _measured(depth: str) -> dict[str, Any]:
    with data_folder() as data:
        arguments = ("-m", "bench.parts.carried_tournament", str(PEOPLE), str(ROUNDS), depth)
        output = python(*arguments, data=data).communicate()[0]
    told: dict[str, Any] = json.loads(output)
    tell(f"{depth}: {told['bytes']:,} bytes")
    return told
