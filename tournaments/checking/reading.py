"""A request, read from its record into the plainest shape there is. Knows nothing of pairings."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Any

from tournaments.checking.faults import Unreadable

REQUEST, PAIRING = "pairing-request/1", "pairing/1"
SMALLEST, LARGEST = 2, 6

Pair = frozenset[str]


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    rank: int
    """Where they stand: 0 is the first."""
    points: Fraction
    club: str
    sat_out: int
    short: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request asks for."""

    system: str
    prefer: int
    allow: frozenset[int]
    seed: int
    people: dict[str, Person]
    met: dict[Pair, int]
    apart: frozenset[Pair]
    fixed: dict[str, int]
    impossible: str
    """Why nobody could seat this, where that shows in the request itself."""


def canonical(record: Any) -> bytes:
    """The record as JSON that can be written in one way only: keys sorted, no spaces, letters as they are, UTF-8."""
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def sha256(record: Any) -> str:
    """Of the record as canonical JSON."""
    return hashlib.sha256(canonical(record)).hexdigest()


def hashes(record: Any, raw: bytes | None) -> set[str]:
    """What may be called the hash of the record: of its canonical JSON, or of the very bytes that were read."""
    return {sha256(record)} | ({hashlib.sha256(raw).hexdigest()} if raw is not None else set())


def read_request(record: Any) -> Asked:
    """Raises ``Unreadable`` where something has not the form of a request."""
    if not isinstance(record, dict) or record.get("format") != REQUEST:
        raise Unreadable(f"the request is not of the format {REQUEST}")
    sizes = _of(record.get("sizes"), dict, "sizes")
    players = _of(record.get("players"), list, "players")
    people = [_person(each, rank) for rank, each in enumerate(players)]
    met: dict[Pair, int] = {}
    for one, other, times in _rows(record.get("met", []), 3, "met"):
        pair = frozenset((str(one), str(other)))
        if pair in met or len(pair) < 2:
            raise Unreadable("in met the same two stand twice, or somebody with themselves")
        met[pair] = _whole(times, "met")
    apart = frozenset(frozenset(map(str, each)) for each in _rows(record.get("apart", []), 2, "apart"))
    fixed = {str(who): _whole(at, "fixed") for who, at in _of(record.get("fixed", {}), dict, "fixed").items()}
    allow = frozenset(_whole(each, "allow") for each in _of(sizes.get("allow"), list, "allow"))
    return Asked(
        system=str(record.get("system", "swiss")),
        prefer=_whole(sizes.get("prefer"), "prefer"),
        allow=allow,
        seed=_whole(record.get("seed", 0), "seed"),
        people={each.id: each for each in people},
        met=met,
        apart=apart,
        fixed=fixed,
        impossible=_impossible(people, allow, [*met, *apart, frozenset(fixed)], fixed),
    )


def _impossible(people: list[Person], allow: frozenset[int], named: list[Pair], fixed: dict[str, int]) -> str:
    ids = [each.id for each in people]
    if len(set(ids)) < len(ids):
        return "somebody is entered twice"
    if not allow or min(allow) < SMALLEST or max(allow) > LARGEST:
        return "the allowed sizes are not from 2 to 6"
    if len(ids) < min(allow):
        return "there are fewer people than the smallest table holds"
    if any(each not in ids for group in named for each in group):
        return "an unknown id is named"
    if any(at < 1 for at in fixed.values()):
        return "a table has no number"
    at_one = [list(fixed.values()).count(at) for at in fixed.values()]
    if at_one and max(at_one) > max(allow):
        return "more are fixed to one table than it can hold"
    return ""


def _person(given: Any, rank: int) -> Person:
    record = _of(given, dict, "a player")
    if "id" not in record:
        raise Unreadable("a player has no id")
    points = record.get("points", 0)
    if isinstance(points, bool) or not isinstance(points, int | float) or not isfinite(points):
        raise Unreadable("points are not a number")
    seats = [_whole(each, "seats") for each in _of(record.get("seats", []), list, "seats")]
    return Person(
        id=str(record["id"]),
        rank=rank,
        points=Fraction(repr(points)),
        club=str(record.get("club") or ""),
        sat_out=_whole(record.get("sat_out", 0), "sat_out"),
        short=_whole(record.get("short", 0), "short"),
        seats=tuple(seats + [0] * (LARGEST - len(seats))),
    )


def _of(given: Any, kind: type, name: str) -> Any:
    if not isinstance(given, kind):
        raise Unreadable(f"{name} has the wrong form")
    return given


def _whole(given: Any, name: str) -> int:
    if isinstance(given, bool) or not isinstance(given, int):
        raise Unreadable(f"{name} is not a whole number")
    return given


def _rows(given: Any, length: int, name: str) -> list[Any]:
    rows: list[Any] = _of(given, list, name)
    if not all(isinstance(row, list) and len(row) == length for row in rows):
        raise Unreadable(f"{name} has the wrong form")
    return rows
