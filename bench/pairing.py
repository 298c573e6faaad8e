"""How good and how fast Swiss rounds are, for 2 to 6 at a table, each beside what it is to be compared with.

Rounds are paired with the fixed amount of work that needs no clock; times are processor time, so that other work on
the machine does not count. Long runs to compare with are limited by the clock.

``PAIRING_INSTANCES=20`` looks at fewer of the fields that are many (200). ``PAIRING_ONLY=never_worse,small_field`` measures
these parts alone; their names are those of the functions here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from statistics import mean
from time import process_time
from typing import Any

from bench.row import Row, tell
from tests.tournaments import dutch
from tests.tournaments.fields import Tournament, as_now, blind
from tournaments.pairing.api import Request
from tournaments.pairing.swiss import pair

INSTANCES = int(os.environ.get("PAIRING_INSTANCES", "200"))
ONLY = os.environ.get("PAIRING_ONLY", "")
TOURNAMENTS = 20
LONG = 60.0
"""Seconds for a run that short ones are compared with."""


def rows() -> Iterator[Row]:
    pair(Tournament(16, 4, 1).request())  # what is loaded once is not counted
    for part in (twos, never_worse, thousand, sixty_four, fine, large_tables, small_field, seats):
        if not ONLY or part.__name__ in ONLY.split(","):
            tell(part.__name__.replace("_", " "))
            yield from part()


def twos() -> Iterator[Row]:
    """Processor time of both, so that other work on the machine does not count."""
    played = Tournament(512, 2, 1).play_rounds(6)
    written = dutch.report(played, 7)
    _pairs, theirs = _timed(lambda: dutch.pairs(played, written))
    _pairing, ours = _timed(lambda: pair(played.request()))
    yield Row(
        "twos, 512 players, round 7",
        f"{ours:.2f} s",
        f"py4swiss {theirs:.2f} s",
        f"1/{theirs / ours:.0f}",
        "≤ 1/20",
        ours <= theirs / 20,
    )
    for people, most in ((1024, 1.0), (2048, 4.0)):
        request = Tournament(people, 2, 1).play_rounds(6).request()
        found, took = _timed(partial(pair, request))
        bound = f"spread {found.cost['spread']:g}, proved bound {found.bound['spread']:g}"
        yield Row(
            f"twos, {people} players, round 7", f"{took:.2f} s", bound, "–", f"≤ {most:g} s", took <= most
        )


def never_worse() -> Iterator[Row]:
    """Repeats, floats and gaps of tables of two beside the Dutch system's, in random rounds."""
    worse = better = 0
    for seed in range(INSTANCES):
        rounds = 1 + seed % 7
        played = Tournament(20 + 2 * (seed % 31), 2, seed).play_rounds(rounds)
        theirs = dutch.compared(played, dutch.pairs(played, dutch.report(played, rounds + 1)))
        ours = dutch.compared(played, as_now(played.request()))
        worse += any(ours[name] > theirs[name] for name in ours)
        better += ours != theirs and all(ours[name] <= theirs[name] for name in ours)
    yield Row(
        f"twos, {INSTANCES} random rounds: repeats, floats, gaps",
        f"worse in {worse}",
        "py4swiss",
        f"better in {better}",
        "never worse",
        worse == 0,
    )


def thousand() -> Iterator[Row]:
    played = Tournament(1000, 4, 1).play_rounds(6)
    short, took = _timed(partial(pair, played.request()))
    long = pair(played.request(seconds=LONG))
    ratio = short.cost["spread"] / max(1, long.cost["spread"])
    yield Row(
        "fours, 1000 players, round 7",
        f"{short.cost['repeats']} repeats, spread {short.cost['spread']:g}, {took:.1f} s",
        f"{LONG:.0f} s: spread {long.cost['spread']:g}",
        f"{ratio:.3f}",
        "no repeat, ≤ 2 s, ≤ 1.01",
        short.cost["repeats"] == 0 and took <= 2 and ratio <= 1.01,
    )


def sixty_four() -> Iterator[Row]:
    """Equal to the optimum: proved at once, or by a long run on the same field."""
    optimal = at_once = 0
    times = []
    for seed in range(INSTANCES):
        played = Tournament(64, 4, seed).play_rounds(6)
        found, took = _timed(partial(pair, played.request()))
        times.append(took)
        at_once += found.proven
        best = found if found.proven else pair(played.request(seconds=LONG))
        optimal += best.proven and best.cost["spread"] == found.cost["spread"] and took <= 1
    yield Row(
        f"fours, 64 players, {INSTANCES} fields",
        f"{optimal / INSTANCES:.1%} optimal within 1 s",
        f"proved at once: {at_once / INSTANCES:.1%}",
        f"mean {mean(times):.2f} s, longest {max(times):.2f} s",
        "≥ 95 %",
        optimal >= 0.95 * INSTANCES,
    )


def fine() -> Iterator[Row]:
    above, times = [], []
    for seed in range(3):
        played = Tournament(128, 4, seed, fine=True).play_rounds(6)
        found, took = _timed(partial(pair, played.request()))
        bound = max(found.bound["spread"], pair(played.request(seconds=LONG)).bound["spread"])
        above.append(found.cost["spread"] / bound - 1)
        times.append(took)
    yield Row(
        "fours, 128 players, fine-grained points",
        f"{max(above):.2%} above, {max(times):.1f} s",
        f"proved bound of a {LONG:.0f}-s run",
        f"mean {mean(above):.2%}",
        "≤ 1 %, 3 s",
        max(above) <= 0.01 and max(times) <= 3,
    )


def large_tables() -> Iterator[Row]:
    for size, name in ((5, "fives"), (6, "sixes")):
        played = Tournament(120, size, 1).play_rounds(6)
        found, took = _timed(partial(pair, played.request()))
        yield Row(
            f"{name}, 120 players, round 7",
            f"{found.cost['repeats']} repeats, {took:.1f} s",
            f"spread {found.cost['spread']:g}, proved bound {found.bound['spread']:g}",
            "–",
            "no repeat, ≤ 2 s",
            found.cost["repeats"] == 0 and took <= 2,
        )


def small_field() -> Iterator[Row]:
    """Whole tournaments with and without a thought for later rounds.

    Seated otherwise, people score otherwise: single tournaments are not to be compared, only many with many.
    """
    ours, theirs = ([_whole(24, seed, how) for seed in range(TOURNAMENTS)] for how in (as_now, blind))
    repeats, without = ([again for again, _spread in each] for each in (ours, theirs))
    ratio = sum(spread for _again, spread in ours) / sum(spread for _again, spread in theirs)
    single = [one / other for (_, one), (_, other) in zip(ours, theirs, strict=True)]
    yield Row(
        f"fours, 24 players, 7 rounds, {TOURNAMENTS} tournaments",
        f"≤ {max(repeats)} repeated pairs",
        f"round by round {min(without)}-{max(without)}",
        f"spread {ratio:.2f} (one by one {min(single):.2f}-{max(single):.2f})",
        "≤ 6, spread ≤ 1.5 ×",
        max(repeats) <= 6 and ratio <= 1.5,
    )


def seats() -> Iterator[Row]:
    played = Tournament(256, 4, 1).play_rounds(7, as_now)
    uneven = [max(each[:4]) - min(each[:4]) for each in played.seats.values()]
    within = sum(each <= 1 for each in uneven) / len(uneven)
    yield Row(
        "seats, 256 players, 7 rounds of fours",
        f"{within:.1%} within one",
        "–",
        "–",
        "≥ 99 %",
        within >= 0.99,
    )


# -- how it is measured --------------------------------------------------------------------------


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    began = process_time()
    done = work()
    return done, process_time() - began


def _whole(people: int, seed: int, how: Callable[[Request], list[tuple[str, ...]]]) -> tuple[int, float]:
    """Repeated pairs and spread of a whole tournament of seven rounds."""
    played = Tournament(people, 4, seed, rounds=7)
    spread = 0.0
    for _round in range(7):
        tables = how(played.request())
        spread += sum(
            (played.points[one] - played.points[other]) ** 2
            for table in tables
            for one, other in combinations(table, 2)
        )
        played.play(tables)
    return sum(times - 1 for times in played.met.values()), spread
