"""Table numbers that are out of use: systems count from 1 without gaps, the hall may have some.

Numbers only. ``closed`` are those that are out of use.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from tournaments.pairing.api import CannotPair, Pairing, Reason, Request

NUMBERS = ("table", "tables")


def usable(nth: int, closed: Collection[int]) -> int:
    """The nth number that is in use."""
    number = 0
    while nth:
        number += 1
        nth -= number not in closed
    return number


def without_gaps(request: Request, closed: Collection[int]) -> Request:
    """The request as a system counts: fixed tables under the numbers they would have without gaps."""
    for number in request.fixed.values():
        if number in closed:
            raise CannotPair("table-out-of-use", table=number)
    fixed = {each: number - sum(other < number for other in closed) for each, number in request.fixed.items()}
    return replace(request, fixed=fixed)


def with_gaps(pairing: Pairing, closed: Collection[int]) -> Pairing:
    """The pairing as the hall counts, also where its reasons name a table."""
    if not closed:
        return pairing
    return replace(
        pairing,
        tables=tuple(replace(each, number=usable(each.number, closed)) for each in pairing.tables),
        why={each: tuple(_reason(one, closed) for one in why) for each, why in pairing.why.items()},
    )


def refusal_with_gaps(error: CannotPair, closed: Collection[int]) -> CannotPair:
    """A refusal as the hall counts."""
    if not closed or error.code not in ("no-such-table", "table-full"):
        return error
    args = {key: usable(value, closed) if key in NUMBERS else value for key, value in error.args_.items()}
    return CannotPair(error.code, **args)


def _reason(reason: Reason, closed: Collection[int]) -> Reason:
    if reason.code != "fixed-table":
        return reason
    return Reason(reason.code, {**reason.args, "table": usable(reason.args["table"], closed)})
