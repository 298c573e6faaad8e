"""What another language costs: the same pages in English and in French, by turns."""

import json
from collections.abc import Iterable

from bench.house import data_folder, python
from bench.row import Row

PEOPLE, ROUNDS, OTHER = 200, 4, "fr"
MOST_MS = 5.0
"""More than in English, on any page."""


def rows() -> Iterable[Row]:
    with data_folder() as data:
        arguments = ("-m", "bench.parts.two_languages", str(PEOPLE), str(ROUNDS), OTHER)
        told = json.loads(python(*arguments, data=data).communicate()[0])
    name, worst = max(told.items(), key=lambda each: each[1][OTHER] - each[1]["en"])
    english, other = (sum(each[code] for each in told.values()) for code in ("en", OTHER))
    more = worst[OTHER] - worst["en"]
    yield Row(
        f"pages in another language, {len(told)} of a tournament of {PEOPLE}",
        f"{more:+.1f} ms at most (“{name}” {worst[OTHER]:.1f} ms)",
        f"in English {worst['en']:.1f} ms",
        f"{other / english:.2f} over all",
        f"≤ {MOST_MS:.0f} ms more",
        more <= MOST_MS,
    )
