"""How fast standings are computed whole: 2,000 players, ten rounds, ten tie-breaks.

Times are processor time of the best of several runs, so that other work on the machine does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from time import process_time

from bench.row import Row
from tournaments.standings import compute
from tournaments.tiebreaks.results import RoundOf, Story, TableResult

RUNS = 5
ROUNDS = 10
SIZE = 4
TEN = (
    "placing",
    "points",
    "wins",
    "buchholz-cut-1",
    "buchholz",
    "sonneborn-berger",
    "direct-encounter",
    "difference",
    "progressive",
    "lots",
)


def story_of(people: int, seed: int = 1) -> Story:
    """Random tables with random results."""
    rng = Random(seed)  # noqa: S311 - repeatable is what is wanted here
    entrants = list(range(1, people + 1))
    everybody = frozenset(entrants)
    tables = []
    for number in range(1, ROUNDS + 1):
        rng.shuffle(entrants)
        for at in range(0, people, SIZE):
            seated = entrants[at : at + SIZE]
            totals = {each: rng.randrange(450) for each in seated}
            places = {
                each: 1 + sum(other > total for other in totals.values()) for each, total in totals.items()
            }
            tables.append(TableResult(number, SIZE, places, totals))
    rounds = tuple(RoundOf(number, SIZE, everybody) for number in range(1, ROUNDS + 1))
    return Story(tuple(sorted(entrants)), tuple(tables), rounds)


def seconds(people: int) -> float:
    story = story_of(people)
    return best_of(lambda: compute(story, TEN))


def plain_sort_seconds(people: int) -> float:
    """The least that could be done: add the totals up and sort them."""
    story = story_of(people)

    def work() -> list[int]:
        sums = dict.fromkeys(story.entrants, 0)
        for table in story.tables:
            for entrant, total in table.totals.items():
                sums[entrant] += total
        return sorted(sums, key=sums.__getitem__, reverse=True)

    return best_of(work)


def rows() -> Iterable[Row]:
    ours, reference = seconds(2_000), plain_sort_seconds(2_000)
    yield Row(
        "standings, ten tie-breaks, 2,000 players, 10 rounds",
        f"{ours:.2f} s",
        f"adding up and sorting totals alone {reference * 1000:.0f} ms",
        f"{ours / reference:.0f} × as long",
        "≤ 1 s",
        ours <= 1,
    )
    half = seconds(1_000)
    yield Row(
        "standings, the players doubled to 2,000",
        f"{ours:.2f} s",
        f"1,000 players {half:.2f} s",
        f"{ours / half:.2f} ×",
        "≤ 2.3 ×",
        ours <= 2.3 * half,
    )


def best_of(work: Callable[[], object]) -> float:
    def once() -> float:
        began = process_time()
        work()
        return process_time() - began

    return min(once() for _ in range(RUNS))
