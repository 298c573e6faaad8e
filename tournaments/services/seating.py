"""A draft changed by hand, change by change, each taken back again in turn. Costs and reasons stay true throughout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import Place, Round, Table
from tournaments.pairing.api import Reason
from tournaments.pairing.arranging import Arrangement, touched
from tournaments.pairing.hand_reasons import reasons_after
from tournaments.selectors.arranging import Board, Preview, Wish, board_of, preview_of
from tournaments.selectors.standings import results_token
from tournaments.services.history import record
from tournaments.services.rounds import check_edition, lock

MOST_CHANGES = 200
"""Whoever wants more of them wants other pairings."""


def change_seats(actor: Actor, round_: Round, wish: Wish, edition: int | None = None) -> Round:
    """Make a change in the draft that the page showed. Sent twice, the second is told that it is old."""
    actor.require_organiser(round_.tournament)
    with transaction.atomic():
        current = _draft(round_, edition)
        if len(current.changes) >= MOST_CHANGES:
            raise Refused(
                "too-many-changes", _("So much was changed by hand that it is easier to pair it again.")
            )
        board = board_of(current)
        preview = preview_of(board, wish)
        current.changes = [*current.changes, _remembered(preview)]
        _apply(board, preview)
        record(actor, current.tournament, preview.code, round_number=current.number, **preview.args)
    return current


def undo_change(actor: Actor, round_: Round, edition: int | None = None) -> Round:
    """Take the last change back, with its costs and reasons."""
    actor.require_organiser(round_.tournament)
    with transaction.atomic():
        current = _draft(round_, edition)
        if not current.changes:
            raise Refused("nothing-to-undo", _("Nothing in this draft was changed by hand."))
        *current.changes, last = current.changes
        board = board_of(current)
        before = board.arrangement
        tables = {int(number): seats for number, seats in last["tables"].items()}
        seats_again(
            current,
            tables,
            about={*(each for table in before.tables if table.number in tables for each in table.seats)}
            | {*last["people"]},
            out=last["out"],
        )
        why = {each: reasons for each, reasons in current.why.items() if each not in last["people"]}
        current.why = why | last["why"]
        current.cost, current.bound = last["cost"], last["bound"]
        current.edition += 1
        current.save()
        record(actor, current.tournament, "seats-undone", round_number=current.number)
    return current


def seats_again(
    round_: Round, tables: Mapping[int, Iterable[str]], *, about: Iterable[str], out: Iterable[str]
) -> None:
    """Seat everybody at these tables anew. ``about`` is everybody concerned, ``out`` who of them sits out."""
    Place.objects.filter(round=round_, entrant__in=[int(each) for each in about]).delete()
    rows = {table.number: table for table in Table.objects.filter(round=round_, number__in=list(tables))}
    places = [
        Place(round=round_, table=rows[number], entrant_id=int(each), position=position)
        for number, seats in sorted(tables.items())
        for position, each in enumerate(seats, start=1)
    ]
    places += [Place(round=round_, entrant_id=int(each)) for each in out]
    Place.objects.bulk_create(places)


def written(reasons: Mapping[str, Iterable[Reason]]) -> dict[str, Any]:
    """Reasons as a round keeps them."""
    return {each: [[one.code, dict(one.args)] for one in why] for each, why in reasons.items()}


# -- in detail -----------------------------------------------------------------------------------


def _draft(round_: Round, edition: int | None) -> Round:
    """The draft, ours alone, if it is the one that the page showed."""
    lock(round_.tournament)
    current = (
        Round.objects.select_for_update(of=("self",)).select_related("tournament", "stage").get(pk=round_.pk)
    )
    if current.state != Round.State.DRAFT:
        raise Refused("not-a-draft", _("Only a draft can be changed by hand, and this round is none."))
    check_edition(current, edition)
    if current.basis != results_token(current.tournament):
        raise Refused(
            "draft-out-of-date", _("Results have changed since this draft was made. Pair the round again.")
        )
    return current


def _remembered(preview: Preview) -> dict[str, Any]:
    """What it takes to take it back: the tables as they are, who of them sits out, reasons, costs."""
    board, round_ = preview.board, preview.board.round
    numbers, people = touched(board.arrangement, preview.after)
    return {
        "code": preview.code,
        "args": preview.args,
        "people": sorted(people),
        "tables": {
            str(table.number): list(table.seats)
            for table in board.arrangement.tables
            if table.number in numbers
        },
        "out": [each for each in board.arrangement.out if each in people],
        "why": {each: round_.why[each] for each in sorted(people) if each in round_.why},
        "cost": round_.cost,
        "bound": round_.bound,
    }


def _apply(board: Board, preview: Preview) -> None:
    round_, before, after = board.round, board.arrangement, preview.after
    numbers, people = touched(before, after)
    seats_again(
        round_,
        {table.number: table.seats for table in after.tables if table.number in numbers},
        about=people,
        out=[each for each in after.out if each in people],
    )
    told = reasons_after(board.request, before, after, board.why)
    kept = {each: why for each, why in round_.why.items() if each not in people or _has_place(after, each)}
    round_.why = kept | written(told)
    round_.cost, round_.bound = dict(preview.cost), dict(preview.bound)
    round_.edition += 1
    round_.save()


def _has_place(after: Arrangement, one: str) -> bool:
    return one in after.out or after.table_of(one) is not None
