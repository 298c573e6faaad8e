"""What hangs on the wall of a tournament of 700 people and ten rounds, as PDFs: the processor's time, beside a bare Typst table of as many rows."""

import json
from collections.abc import Iterable
from typing import Any

from bench.house import data_folder, python
from bench.row import Row, tell

PEOPLE, ROUNDS = 700, 10
MOST_SECONDS = {"pairings-by-name": 2.0, "pairings-by-table": 2.0, "standings": 2.0}
"""Of the lists for the wall. A crosstable of ten rounds is for information: nobody waits for it in front of a wall."""


def rows() -> Iterable[Row]:
    with data_folder() as data:
        arguments = ("-m", "bench.parts.printed_tournament", str(PEOPLE), str(ROUNDS))
        output = python(*arguments, data=data).communicate()[0]
    told: dict[str, dict[str, Any]] = json.loads(output)
    for key, each in told.items():
        most = MOST_SECONDS.get(key)
        tell(f"{key}: {each['bytes']:,} bytes")
        yield Row(
            f"PDF “{key}”, {PEOPLE} people, {ROUNDS} rounds",
            f"{each['cpu']:.2f} s of a processor, {each['wall']:.2f} s in all, {each['bytes'] // 1024:,} kB",
            f"bare table of {each['rows']} × {each['cells']} {each['bare']:.2f} s",
            f"{each['cpu'] / each['bare']:.1f}",
            f"≤ {most:.0f} s" if most else "–",
            each["cpu"] <= most if most else None,
        )
