"""Whether a pairing is what its request asked for and what it says of itself.

Takes two records as JSON gives them. Knows nothing of how a pairing is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tournaments.checking import counting, optimum
from tournaments.checking.faults import Fault, Unreadable
from tournaments.checking.reading import PAIRING, Asked, hashes, read_request, sha256

COSTS = ("out", "sizes", "repeats", "apart", "spread", "club", "seats")
SEARCHED = ("repeats", "apart", "spread")
"""The costs up to the spread that no arithmetic settles."""
FREE_TO_CHOOSE = ("swiss", "schedule", "random")
"""Systems that decide who sits out and at which sizes. In the others the plan or the bracket does."""
TINY = Fraction(1, 10**6)


def check(request: Any, pairing: Any, raw: bytes | None = None) -> list[Fault]:
    """Every fault; none if all is well. ``raw`` are the bytes of the request, where they were read from a file."""
    try:
        asked = read_request(request)
    except Unreadable as error:
        return [] if _is_error(pairing) else [Fault("unreadable-request", error.message)]
    if _is_error(pairing):
        return list(_refused(asked))
    if asked.impossible:
        return [Fault("not-refused", f"it cannot be seated: {asked.impossible}")]
    try:
        return [*_hash(request, pairing, raw), *_faults(asked, pairing)]
    except Unreadable as error:
        return [Fault("unreadable-pairing", error.message)]


def _is_error(pairing: Any) -> bool:
    error = pairing.get("error") if isinstance(pairing, dict) else None
    return isinstance(error, dict) and bool(error.get("code")) and bool(error.get("message"))


def _refused(asked: Asked) -> Iterator[Fault]:
    if asked.impossible or not counting.most_seated(asked):
        return
    if any(at > len(asked.people) // max(asked.allow) for at in asked.fixed.values()):
        return
    if asked.system in FREE_TO_CHOOSE:
        yield Fault("refused-needlessly", "it can be seated, and an error was answered")


def _hash(request: Any, pairing: Any, raw: bytes | None) -> Iterator[Fault]:
    stated = pairing.get("input_sha256") if isinstance(pairing, dict) else None
    if stated not in hashes(request, raw):
        yield Fault("hash", f"input_sha256 is {stated}, of this request it is {sha256(request)}")


def _faults(asked: Asked, pairing: Any) -> Iterator[Fault]:
    if not isinstance(pairing, dict) or pairing.get("format") != PAIRING:
        raise Unreadable(f"the pairing is not of the format {PAIRING}")
    if pairing.get("seed") != asked.seed:
        yield Fault("seed", f"the seed is {pairing.get('seed')}, asked for was {asked.seed}")
    numbers, tables = _tables(pairing)
    out = _ids(pairing.get("out"), "out")
    whole = list(_whole(asked, numbers, tables, out))
    yield from whole
    if whole:  # figures of a pairing that is not whole mean nothing
        return
    yield from _fixed(asked, numbers, tables)
    if asked.system in FREE_TO_CHOOSE:
        yield from _out(asked, tables, out)
        yield from _sizes(asked, tables)
    true = counting.costs(asked, tables)
    yield from _costs(pairing, true)
    yield from _bounds(asked, pairing, tables, true)
    why = pairing.get("why", {})
    if not isinstance(why, dict) or not set(why) <= set(asked.people):
        yield Fault("why", "reasons are given for somebody who is not there")


def _tables(pairing: Any) -> tuple[list[int], counting.Tables]:
    tables = pairing.get("tables")
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        raise Unreadable("tables has the wrong form")
    numbers = [each.get("table") for each in tables]
    if not all(isinstance(each, int) and not isinstance(each, bool) for each in numbers):
        raise Unreadable("a table has no number")
    return numbers, [_ids(each.get("seats"), "seats") for each in tables]


def _ids(given: Any, name: str) -> list[str]:
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise Unreadable(f"{name} is not a list of ids")
    return given


def _whole(asked: Asked, numbers: list[int], tables: counting.Tables, out: list[str]) -> Iterator[Fault]:
    seated = [each for table in tables for each in table]
    if unknown := sorted({*seated, *out} - set(asked.people)):
        yield Fault("unknown-id", f"nobody is called {', '.join(unknown)}")
    if twice := sorted({each for each in seated if seated.count(each) > 1}):
        yield Fault("seated-twice", f"{', '.join(twice)} sits in two places")
    if twice := sorted({each for each in out if out.count(each) > 1}):
        yield Fault("out-twice", f"{', '.join(twice)} is out twice")
    if both := sorted(set(seated) & set(out)):
        yield Fault("seated-and-out", f"{', '.join(both)} is seated and out")
    if missing := sorted(set(asked.people) - {*seated, *out}):
        yield Fault("missing", f"{', '.join(missing)} is neither seated nor out")
    if len(set(numbers)) < len(numbers) or min(numbers, default=1) < 1:
        yield Fault("table-number", "table numbers are not all different, from 1 up")
    for number, table in zip(numbers, tables, strict=True):
        if len(table) not in asked.allow:
            allowed = ", ".join(map(str, sorted(asked.allow)))
            yield Fault("size-not-allowed", f"table {number} seats {len(table)}, allowed are {allowed}")


def _fixed(asked: Asked, numbers: list[int], tables: counting.Tables) -> Iterator[Fault]:
    at = {each: number for number, table in zip(numbers, tables, strict=True) for each in table}
    for who, number in asked.fixed.items():
        if at.get(who) != number:
            yield Fault("fixed", f"{who} must sit at table {number} and is at {at.get(who, 'none')}")


def _out(asked: Asked, tables: counting.Tables, out: list[str]) -> Iterator[Fault]:
    fewest = len(asked.people) - counting.most_seated(asked)
    if len(out) > fewest:
        yield Fault("too-many-out", f"{len(out)} sit out, the sizes force only {fewest}")
    elif set(out) != (right := counting.who_sits_out(asked, len(out))):
        yield Fault(
            "wrong-ones-out", f"{', '.join(sorted(out))} sit out, it should be {', '.join(sorted(right))}"
        )


def _sizes(asked: Asked, tables: counting.Tables) -> Iterator[Fault]:
    sizes = sorted(map(len, tables))
    fewest = counting.fewest_off_size(asked, sum(sizes))
    if fewest is None:
        return
    if sizes[-1] - sizes[0] > 1:
        yield Fault(
            "sizes-uneven", f"tables of {sizes[0]} and of {sizes[-1]}, although even ones are possible"
        )
    elif (off := sum(size != asked.prefer for size in sizes)) > fewest:
        yield Fault(
            "sizes-not-preferred", f"{off} tables of another size than {asked.prefer}, {fewest} would do"
        )


def _costs(pairing: Any, true: dict[str, Fraction]) -> Iterator[Fault]:
    stated = pairing.get("cost")
    if not isinstance(stated, dict):
        raise Unreadable("cost has the wrong form")
    for name in COSTS:
        if name not in stated:
            yield Fault("cost-missing", f"the cost {name} is not stated")
        elif not _equal(_number(stated[name], name), true[name]):
            yield Fault(
                "cost-wrong", f"the cost {name} is stated as {stated[name]}, it is {float(true[name]):g}"
            )
    if unknown := sorted(set(stated) - set(COSTS)):
        yield Fault("cost-unknown", f"there is no cost {', '.join(unknown)}")


def _bounds(
    asked: Asked, pairing: Any, tables: counting.Tables, true: dict[str, Fraction]
) -> Iterator[Fault]:
    stated = pairing.get("bound", {})
    if not isinstance(stated, dict) or not isinstance(pairing.get("proven", False), bool):
        raise Unreadable("bound or proven has the wrong form")
    if unknown := sorted(set(stated) - set(COSTS)):
        yield Fault("bound-unknown", f"there is no cost {', '.join(unknown)}")
    bound = {name: _number(value, name) for name, value in stated.items() if name in COSTS}
    for name, value in bound.items():
        if value > true[name] + TINY * max(Fraction(1), true[name]):
            yield Fault(
                "bound-above-cost", f"{name} costs {float(true[name]):g}, its bound is {float(value):g}"
            )
    if pairing.get("proven"):
        for name in SEARCHED:
            if not _equal(bound.get(name, Fraction(0)), true[name]):
                yield Fault("proven-not-equal", f"called proven, and {name} is not equal to its bound")
    found = optimum.best(asked, tables)
    if found is not None:
        yield from _proved(found, bound, true, bool(pairing.get("proven")))


def _proved(
    found: tuple[optimum.Three, optimum.Three],
    bound: dict[str, Fraction],
    true: dict[str, Fraction],
    proven: bool,
) -> Iterator[Fault]:
    """What every seating was tried for: the bound of the first cost holds, and what is called best is best."""
    most = max(found[0][0], found[1][0])
    if bound.get("repeats", Fraction(0)) > most:
        yield Fault("bound-untrue", f"a seating with {most} repeats exists, below its bound")
    stated = tuple(true[name] for name in SEARCHED)
    if proven and all(stated > each for each in found):
        best = ", ".join(f"{name} {float(value):g}" for name, value in zip(SEARCHED, max(found), strict=True))
        yield Fault("proven-untrue", f"called proven, and a better seating exists: {best}")


def _number(given: Any, name: str) -> Fraction:
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise Unreadable(f"{name} is not a number")
    try:
        return Fraction(repr(given))
    except ValueError:
        raise Unreadable(f"{name} is not a number") from None


def _equal(one: Fraction, other: Fraction) -> bool:
    return abs(one - other) <= TINY * max(Fraction(1), abs(other))
