"""The published form of a request and of a pairing: ``pairing-request/1`` in, ``pairing/1`` out.

Reads strictly: what is not understood is refused with a code, never guessed at. Knows no database and no search.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from tournaments.pairing.api import (
    LARGEST_TABLE,
    SMALLEST_TABLE,
    CannotPair,
    Contender,
    Pairing,
    Request,
    System,
    pair_key,
)
from tournaments.pairing.words import explanation, refusal

REQUEST = "pairing-request/1"
PAIRING = "pairing/1"
MOST_PLAYERS = 4_096
MOST_SECONDS = 600
LARGEST = 1_000_000_000
LONGEST_ID = 200


def answer(raw: bytes, systems: Mapping[str, System]) -> dict[str, Any]:
    """The pairing, or the error, that the record describes."""
    try:
        system, request = read(raw)
        if system not in systems:
            raise CannotPair("unknown-system", system=system)
        return written(systems[system].pair(request), request.seed, raw)
    except CannotPair as error:
        return refused(error)


def refused(error: CannotPair) -> dict[str, Any]:
    return {"error": {"code": error.code, "message": refusal(error)}}


def written(pairing: Pairing, seed: int, raw: bytes) -> dict[str, Any]:
    """``raw`` are the bytes of the request, exactly as they were read: they are what is hashed."""
    return {
        "format": PAIRING,
        "seed": seed,
        "input_sha256": sha256(raw).hexdigest(),
        "tables": [{"table": table.number, "seats": list(table.seats)} for table in pairing.tables],
        "out": list(pairing.out),
        "cost": dict(pairing.cost),
        "bound": dict(pairing.bound),
        "proven": pairing.proven,
        "why": {each: explanation(reasons) for each, reasons in sorted(pairing.why.items())},
    }


def read(raw: bytes) -> tuple[str, Request]:
    """The name of the system and the request. Raises ``CannotPair``."""
    data = _json(raw)
    if not isinstance(data, dict) or data.get("format") != REQUEST:
        raise CannotPair("unknown-format", format=REQUEST)
    contenders = tuple(_contender(each) for each in _list(data, "players"))
    if len(contenders) > MOST_PLAYERS:
        raise CannotPair("too-many-players", most=MOST_PLAYERS)
    known = {each.id for each in contenders}
    prefer, allow = _sizes(data.get("sizes"))
    rounds = data.get("rounds")
    request = Request(
        contenders=contenders,
        prefer=prefer,
        allow=allow,
        seed=_whole(data.get("seed", 0), "seed", -(2**63), 2**64),
        seconds=_seconds(data.get("seconds")),
        effort=_effort(data.get("effort")),
        met=_met(data, known),
        apart=_apart(data, known),
        fixed=_fixed(data, known),
        round=_whole(data.get("round", 1), "round", 1, 10_000),
        rounds=None if rounds is None else _whole(rounds, "rounds", 1, 10_000),
    )
    return _text(data.get("system", "swiss"), "system"), request


# -- its parts -----------------------------------------------------------------------------------


def _json(raw: bytes) -> Any:
    try:
        return json.loads(raw, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise CannotPair("bad-json") from None


def _no_number(_text: str) -> None:
    raise ValueError


def _contender(data: Any) -> Contender:
    if not isinstance(data, dict):
        raise _bad("players", "a list of objects")
    seats = _list(data, "seats")
    if len(seats) > LARGEST_TABLE:
        raise _bad("seats", f"a list of at most {LARGEST_TABLE} counts")
    return Contender(
        id=_id(data.get("id"), "id"),
        points=_number(data.get("points", 0), "points", -LARGEST, LARGEST),
        club=_text(data.get("club") or "", "club"),
        sat_out=_count(data.get("sat_out", 0), "sat_out"),
        short=_count(data.get("short", 0), "short"),
        seats=tuple(_count(each, "seats") for each in seats) + (0,) * (LARGEST_TABLE - len(seats)),
    )


def _sizes(data: Any) -> tuple[int, frozenset[int]]:
    if not isinstance(data, dict):
        raise _bad("sizes", "an object with “prefer” and “allow”")
    prefer = _size(data.get("prefer"), "prefer")
    allow = frozenset(_size(each, "allow") for each in _list(data, "allow"))
    if not allow and "allow" in data:
        raise CannotPair("no-such-size")
    near = frozenset({prefer - 1, prefer, prefer + 1} & set(range(SMALLEST_TABLE, LARGEST_TABLE + 1)))
    return prefer, allow or near


def _met(data: dict[str, Any], known: set[str]) -> dict[tuple[str, str], int]:
    met: dict[tuple[str, str], int] = {}
    for each in _list(data, "met"):
        if not isinstance(each, list) or len(each) != 3:
            raise _bad("met", "a list of two ids and how often they met")
        pair = _pair(each[:2], "met", known)
        if pair in met:
            raise CannotPair("same-pair-twice", field="met", ids=list(pair))
        met[pair] = _whole(each[2], "met", 0, 10_000)
    return met


def _apart(data: dict[str, Any], known: set[str]) -> frozenset[tuple[str, str]]:
    return frozenset(_pair(each, "apart", known) for each in _list(data, "apart"))


def _fixed(data: dict[str, Any], known: set[str]) -> dict[str, int]:
    fixed = data.get("fixed") or {}
    if not isinstance(fixed, dict):
        raise _bad("fixed", "an object of ids and table numbers")
    return {
        _known(each, "fixed", known): _whole(table, "fixed", -LARGEST, LARGEST)
        for each, table in fixed.items()
    }


def _pair(data: Any, field: str, known: set[str]) -> tuple[str, str]:
    if not isinstance(data, list) or len(data) != 2:
        raise _bad(field, "a list of pairs of ids")
    one, other = (_known(each, field, known) for each in data)
    if one == other:
        raise CannotPair("with-oneself", field=field, ids=[one])
    return pair_key(one, other)


def _known(data: Any, field: str, known: set[str]) -> str:
    one = _id(data, field)
    if one not in known:
        raise CannotPair("unknown-id", ids=[one])
    return one


def _list(data: dict[str, Any], field: str) -> list[Any]:
    found = data.get(field)
    if found is None:
        return []
    if not isinstance(found, list):
        raise _bad(field, "a list")
    return found


def _id(data: Any, field: str) -> str:
    if not isinstance(data, str) or not 0 < len(data) <= LONGEST_ID:
        raise _bad(field, f"a text of 1 to {LONGEST_ID} characters")
    return data


def _text(data: Any, field: str) -> str:
    if not isinstance(data, str):
        raise _bad(field, "a text")
    return data


def _size(data: Any, field: str) -> int:
    if isinstance(data, int) and not isinstance(data, bool) and SMALLEST_TABLE <= data <= LARGEST_TABLE:
        return data
    raise _bad(field, f"a table size from {SMALLEST_TABLE} to {LARGEST_TABLE}")


def _count(data: Any, field: str) -> int:
    return _whole(data, field, 0, LARGEST)


def _whole(data: Any, field: str, least: int, most: int) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not least <= data <= most:
        raise _bad(field, f"a whole number from {least} to {most}")
    return data


def _number(data: Any, field: str, least: float, most: float) -> float:
    if isinstance(data, bool) or not isinstance(data, int | float) or not math.isfinite(data):
        raise _bad(field, "a number")
    if not least <= data <= most:
        raise _bad(field, f"a number from {least} to {most}")
    return float(data)


def _seconds(data: Any) -> float | None:
    return None if data is None else _number(data, "seconds", 0, MOST_SECONDS)


def _effort(data: Any) -> float | None:
    return None if data is None else _number(data, "effort", 0, 1)


def _bad(field: str, wanted: str) -> CannotPair:
    return CannotPair("bad-value", field=field, wanted=wanted)
