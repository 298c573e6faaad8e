"""Other tables for a published round, where nobody has begun: asked for, worked out, shown, then done or left.

Tables that have begun stay as they are, whatever happens.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games import jobs
from games.errors import Refused
from tournaments.access import Actor
from tournaments.due import MAKE_AGAIN
from tournaments.models import Entrant, Round, Table
from tournaments.pairing.again import nearest, reasons_for
from tournaments.pairing.api import CannotPair, Reason, Request, Seating
from tournaments.pairing.arranging import Arrangement, bounds_after, costs_after, touched
from tournaments.pairing.numbering import with_gaps, without_gaps
from tournaments.pairing.words import refusal
from tournaments.selectors.arranging import Board, board_of
from tournaments.selectors.pairing import absent_from
from tournaments.selectors.spots import closed_numbers
from tournaments.services.beginning import begin_matches
from tournaments.services.history import record
from tournaments.services.rounds import check_edition, lock
from tournaments.services.seating import seats_again, written
from tournaments.services.unpublishing import close_tables
from tournaments.signals import tables_changed
from tournaments.speaking import told_in
from tournaments.systems import system_for

NEAR, ANEW = "near", "anew"
SEARCHED = ("swiss", "random")
"""Systems that can pair any part of a field by itself; in a bracket or a schedule only the nearest will do."""
MOST_SECONDS = 10


def ask_again(actor: Actor, round_: Round, how: str, edition: int | None = None) -> None:
    """Have other tables worked out. Nothing changes yet; asked twice, the last counts."""
    actor.require_organiser(round_.tournament)
    if how not in (NEAR, ANEW):
        raise Refused("bad-choice", _("Choose one of these."), field="how")
    with transaction.atomic():
        lock(round_.tournament)
        current = _published(round_, edition)
        if not current.tables.filter(match__version=0).exists():
            raise Refused("all-begun", _("Every table has begun. Their matches stay as they are."))
        if how == ANEW and current.stage.system not in SEARCHED:
            how = NEAR
        current.again = {"how": how, "seed": secrets.randbits(32), "edition": current.edition}
        current.again_asked = True
        current.save()
        record(actor, current.tournament, "tables-asked-again", round_number=current.number)
        jobs.send_on_commit(MAKE_AGAIN, current.pk)


def work_out(round_id: int) -> None:
    """Work out what was asked for. Run twice or late, it leaves one proposal or changes nothing."""
    round_ = Round.objects.select_related("tournament", "stage__tournament").get(pk=round_id)
    asked = round_.again
    if not round_.again_asked or asked is None:
        return
    with told_in(round_.tournament):
        try:
            found = _proposal(round_, asked)
        except (CannotPair, Refused) as error:
            text = error.message if isinstance(error, Refused) else refusal(error, _)
            found = {"problem": text}
    waiting = Round.objects.filter(pk=round_id, again_asked=True, again__seed=asked["seed"])
    waiting.update(again=asked | found, again_asked=False)


def drop_proposal(actor: Actor, round_: Round) -> None:
    """Leave the tables as they are."""
    tournament = round_.tournament
    actor.require_organiser(tournament)
    with transaction.atomic():
        lock(tournament)
        if Round.objects.filter(pk=round_.pk, again__isnull=False).update(again=None, again_asked=False):
            record(actor, tournament, "proposal-dropped", round_number=round_.number)


def carry_out_proposal(actor: Actor, round_: Round, seed: int | None) -> None:
    """Make the tables that were shown, all of them or none."""
    tournament = round_.tournament
    actor.require_organiser(tournament)
    with transaction.atomic():
        lock(tournament)
        current = _published(round_, None)
        proposal = current.again or {}
        if "tables" not in proposal or proposal.get("seed") != seed:
            raise Refused("stale", _("These tables are not on offer any more. Ask for other tables again."))
        check_edition(current, proposal["edition"])
        _make(current, proposal)
        record(
            actor,
            tournament,
            "tables-made-again",
            round_number=current.number,
            tables=", ".join(map(str, proposal["changed"])),
        )
        tables_changed.send(sender=Round, round=current)


# -- in detail -----------------------------------------------------------------------------------


def _published(round_: Round, edition: int | None) -> Round:
    current = (
        Round.objects.select_for_update(of=("self",))
        .select_related("tournament", "stage__tournament")
        .get(pk=round_.pk)
    )
    if current.state != Round.State.PUBLISHED:
        raise Refused("not-published", _("Only a round that is being played can get other tables."))
    check_edition(current, edition)
    return current


def _proposal(round_: Round, asked: Mapping[str, Any]) -> dict[str, Any]:
    board = board_of(round_)
    begun = set(round_.tables.filter(match__version__gt=0).values_list("number", flat=True))
    before = board.arrangement
    staying = tuple(table for table in before.tables if table.number in begun)
    free = tuple(table for table in before.tables if table.number not in begun)
    request = _part(board, staying, asked["seed"])
    closed = closed_numbers(round_.tournament) | begun
    part, why = _paired(round_, request, free, closed, asked["how"])
    after = Arrangement(tuple(sorted((*staying, *part.tables), key=lambda table: table.number)), part.out)
    cost = costs_after(board.request, before, after, board.round.cost)
    was = costs_after(board.request, before, before, board.round.cost)
    numbers, _people = touched(before, after)
    return {
        "tables": [[table.number, list(table.seats)] for table in after.tables],
        "out": list(after.out),
        "changed": sorted(numbers),
        "was": was,
        "cost": cost,
        "bound": bounds_after(board.request, before, after, (was, cost), board.round.bound),
        "why": written(why),
    }


def _part(board: Board, staying: tuple[Seating, ...], seed: int) -> Request:
    """Everybody who is there and sits at no table that has begun."""
    busy = {each for table in staying for each in table.seats}
    contenders = tuple(
        each for each in board.request.contenders if each.id not in busy and each.id not in board.gone
    )
    begun = {table.number for table in staying}
    here = {each.id for each in contenders}
    fixed = {
        each: number for each, number in board.request.fixed.items() if each in here and number not in begun
    }
    return replace(board.request, contenders=contenders, fixed=fixed, seed=seed, seconds=MOST_SECONDS)


def _paired(
    round_: Round, request: Request, free: tuple[Seating, ...], closed: frozenset[int], how: str
) -> tuple[Arrangement, dict[str, tuple[Reason, ...]]]:
    if how == ANEW:
        pairing = with_gaps(system_for(round_.stage).pair(without_gaps(request, closed)), closed)
        why = {each: (Reason("mended"), *reasons) for each, reasons in pairing.why.items()}
        return Arrangement(pairing.tables, pairing.out), why
    after = nearest(request, free, closed)
    before = {table.number: table.seats for table in free}
    changed = {table.number for table in after.tables if before.get(table.number) != table.seats}
    return after, reasons_for(request, after, changed)


def _make(round_: Round, proposal: Mapping[str, Any]) -> None:
    """Only the tables that differ are made anew: at all others the very same match goes on."""
    tables: dict[int, list[str]] = dict(proposal["tables"])
    changed = set(proposal["changed"])
    people = {each for number in changed for each in tables.get(number, ())} | {*proposal["out"]}
    _check_there(round_, people)
    old = {table.number: table for table in round_.tables.all()}
    going = [old[number] for number in sorted(changed) if number in old]
    close_tables(going)
    about = people | {
        str(pk) for pk in round_.seating.filter(table__in=going).values_list("entrant", flat=True)
    }
    about |= {str(pk) for pk in round_.seating.filter(table=None).values_list("entrant", flat=True)}
    Table.objects.filter(pk__in=[table.pk for table in going if table.number not in tables]).delete()
    Table.objects.bulk_create(
        Table(round=round_, number=number)
        for number in sorted(changed)
        if number in tables and number not in old
    )
    seats_again(
        round_,
        {number: tables[number] for number in changed if number in tables},
        about=about,
        out=proposal["out"],
    )
    begin_matches(round_.tournament, round_.tables.filter(number__in=[*changed & tables.keys()]))
    here = {each for seats in tables.values() for each in seats} | {*proposal["out"]}
    round_.why = {each: why for each, why in (round_.why | proposal["why"]).items() if each in here}
    round_.cost, round_.bound = proposal["cost"], proposal["bound"]
    round_.again, round_.again_asked = None, False
    round_.changes, round_.edition = [], round_.edition + 1
    round_.save()


def _check_there(round_: Round, people: set[str]) -> None:
    ids = {int(each) for each in people}
    there = set(
        Entrant.objects.filter(tournament=round_.tournament, pk__in=ids, withdrawn=False).values_list(
            "pk", flat=True
        )
    )
    if ids - (there - absent_from(round_.tournament, round_.number)):
        raise Refused("stale", _("Somebody has left meanwhile. Ask for other tables again."))
