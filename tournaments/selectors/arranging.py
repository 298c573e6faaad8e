"""A draft as plain data, and what a change by hand would make of it. Writes nothing; knows no page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.errors import Refused
from tournaments.engines import engine_for
from tournaments.models import Place, Round
from tournaments.numbers import MINUS, as_text
from tournaments.pairing.api import COSTS, CannotPair, Reason, Request, Seating
from tournaments.pairing.arranging import (
    Arrangement,
    Pair,
    bounds_after,
    check_arrangement,
    costs_after,
    exchanged,
    meeting_again,
    moved,
    not_kept_apart,
    put_out,
)
from tournaments.pairing.words import refusal
from tournaments.selectors.pairing import absent_from, pairing_request, seats_of
from tournaments.selectors.why import Cost, cost_in_words

CHANGES = {
    "seats-exchanged": gettext_noop("%(name)s and %(other)s change places"),
    "seat-moved": gettext_noop("%(name)s moves to table %(table)s"),
    "seat-given-up": gettext_noop("%(name)s sits out"),
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What the organiser wants changed: two change places, or one goes to a table, or one sits out."""

    one: int
    other: int | None = None
    table: int | None = None


@dataclass(frozen=True)
class Board:
    """Who sits where in a round, with all that costs follow from."""

    round: Round
    request: Request
    arrangement: Arrangement
    sizes: frozenset[int]
    names: Mapping[str, str]
    gone: frozenset[str]
    """Seated, and not there any more."""

    @property
    def why(self) -> dict[str, tuple[Reason, ...]]:
        return {
            each: tuple(Reason(code, args) for code, args in reasons)
            for each, reasons in self.round.why.items()
        }

    def name(self, one: str) -> str:
        return self.names.get(one, one)


@dataclass(frozen=True, slots=True)
class CostChange:
    """One cost before and after."""

    now: Cost
    then: Cost
    difference: str
    """Signed; empty where nothing changes."""
    change: str
    """``better``, ``worse`` or ``same``."""


@dataclass(frozen=True)
class Preview:
    """What a change would lead to."""

    board: Board
    after: Arrangement
    cost: Mapping[str, float]
    bound: Mapping[str, float]
    code: str
    args: Mapping[str, Any]
    """What would be done; ``said`` makes a sentence of it."""

    @property
    def said(self) -> str:
        return said(self.code, self.args)

    @cached_property
    def costs(self) -> list[CostChange]:
        return cost_changes(self.board.round, self.cost, self.bound)

    @property
    def verdict(self) -> str:
        """The first cost that changes decides: each counts for more than all after it."""
        return next((each.change for each in self.costs if each.change != "same"), "same")

    @cached_property
    def meet_again(self) -> list[str]:
        """Pairs who would meet again and do not now."""
        return _new(self.board, lambda tables: meeting_again(self.board.request, tables), self.after)

    @cached_property
    def spared(self) -> list[str]:
        """Pairs who meet again now and would not then."""
        return _new(
            self.board, lambda tables: meeting_again(self.board.request, tables), self.after, back=True
        )

    @cached_property
    def together(self) -> list[str]:
        """Pairs kept apart now who would sit together."""
        return _new(self.board, lambda tables: not_kept_apart(self.board.request, tables), self.after)


def board_of(round_: Round) -> Board:
    """The seating of a round as it stands."""
    names = {str(pk): name for pk, name in round_.tournament.entrants.values_list("pk", "name")}
    away = absent_from(round_.tournament, round_.number)
    return board_by(
        round_, names, away, lambda here: pairing_request(round_, engine_for(round_.tournament), here)
    )


def board_by(
    round_: Round,
    names: Mapping[str, str],
    away: Collection[int],
    request_for: Callable[[Collection[int]], Request],
) -> Board:
    """The same, with what somebody knows already; ``request_for`` is given the ids of who is seated."""
    places = list(
        Place.objects.filter(round=round_)
        .select_related("entrant", "table")
        .order_by("table__number", "position", "pk")
    )
    tables: dict[int, list[str]] = {}
    for place in places:
        if place.table:
            tables.setdefault(place.table.number, []).append(str(place.entrant_id))
    here = {place.entrant_id for place in places if place.table}
    return Board(
        round=round_,
        request=request_for(here),
        arrangement=Arrangement(
            tuple(Seating(number, tuple(seats)) for number, seats in sorted(tables.items())),
            tuple(str(place.entrant_id) for place in places if place.table is None),
        ),
        sizes=seats_of(engine_for(round_.tournament)),
        names=names,
        gone=frozenset(
            str(place.entrant_id) for place in places if place.entrant.withdrawn or place.entrant_id in away
        ),
    )


def preview_of(board: Board, wish: Wish) -> Preview:
    """What the change would make of the draft, or why it cannot be."""
    before = board.arrangement
    try:
        _check_known(board, wish)
        after = _left_out(board, _changed(before, wish))
        check_arrangement(board.request, after, board.sizes)
    except CannotPair as error:
        raise Refused(error.code, refusal(error, _, board.name)) from error
    was = costs_after(board.request, before, before, board.round.cost)
    cost = costs_after(board.request, before, after, board.round.cost)
    return Preview(
        board=board,
        after=after,
        cost=cost,
        bound=bounds_after(board.request, before, after, (was, cost), board.round.bound),
        code=_code(wish),
        args=_args(board, wish),
    )


def said(code: str, args: Mapping[str, Any]) -> str:
    """A change by hand in words."""
    return _(CHANGES[code]) % args


def cost_changes(round_: Round, cost: Mapping[str, float], bound: Mapping[str, float]) -> list[CostChange]:
    """All seven, in their order."""
    return [
        CostChange(
            now=cost_in_words(key, round_.cost.get(key, 0), round_.bound.get(key)),
            then=cost_in_words(key, cost.get(key, 0), bound.get(key)),
            difference=_difference(cost.get(key, 0) - round_.cost.get(key, 0)),
            change=_change(round_.cost.get(key, 0), cost.get(key, 0)),
        )
        for key in COSTS
    ]


# -- in detail -----------------------------------------------------------------------------------


def _changed(before: Arrangement, wish: Wish) -> Arrangement:
    if wish.other is not None:
        return exchanged(before, str(wish.one), str(wish.other))
    if wish.table is not None:
        return moved(before, str(wish.one), wish.table)
    return put_out(before, str(wish.one))


def _code(wish: Wish) -> str:
    if wish.other is not None:
        return "seats-exchanged"
    return "seat-moved" if wish.table is not None else "seat-given-up"


def _args(board: Board, wish: Wish) -> dict[str, Any]:
    args: dict[str, Any] = {"name": board.name(str(wish.one))}
    if wish.other is not None:
        args["other"] = board.name(str(wish.other))
    if wish.table is not None:
        args["table"] = wish.table
    return args


def _left_out(board: Board, after: Arrangement) -> Arrangement:
    """Whoever has left and lost their seat does not sit out: they are not there."""
    return Arrangement(after.tables, tuple(each for each in after.out if each not in board.gone))


def _check_known(board: Board, wish: Wish) -> None:
    known = {each.id for each in board.request.contenders}
    asked = [str(each) for each in (wish.one, wish.other) if each is not None]
    if any(each not in known for each in asked):
        raise Refused("stale", _("This person is not in this round any more. Look at the draft again."))


def _new(
    board: Board,
    find: Callable[[tuple[Seating, ...]], Iterable[Pair]],
    after: Arrangement,
    *,
    back: bool = False,
) -> list[str]:
    was, then = set(find(board.arrangement.tables)), set(find(after.tables))
    pairs = was - then if back else then - was
    both = _("%(one)s and %(other)s")
    return sorted(both % {"one": board.name(one), "other": board.name(other)} for one, other in pairs)


def _difference(change: float) -> str:
    if not change:
        return ""
    return f"+{as_text(change)}" if change > 0 else f"{MINUS}{as_text(-change)}"


def _change(now: float, then: float) -> str:
    return "same" if now == then else "better" if then < now else "worse"
