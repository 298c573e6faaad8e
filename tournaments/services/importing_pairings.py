"""A round seated by a list that was looked at first: a draft like any other, by hand, with its costs."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.engines import engine_for
from tournaments.importing.round_lines import unpack
from tournaments.models import Entrant, Round, Tournament
from tournaments.pairing.api import CannotPair
from tournaments.pairing.by_hand import system as by_hand
from tournaments.pairing.words import refusal
from tournaments.selectors.importing_pairings import (
    PairingsPreview,
    check_system,
    preview_pairings,
)
from tournaments.selectors.pairing import pairing_request, seats_of
from tournaments.selectors.standings import results_token
from tournaments.services.history import record
from tournaments.services.once import Form, once
from tournaments.services.rounds import ask_for_pairings, lock, next_number, store_draft


def seat_by_list(actor: Actor, form_id: UUID, tournament: Tournament, packed: str, seen: str) -> int:
    """Make the draft that the preview with this token promised. Gives the number of the round."""
    actor.require_organiser(tournament)
    lines = unpack(packed)

    def work() -> int:
        lock(tournament)
        number = next_number(tournament)
        check_system(tournament, number)
        preview = preview_pairings(tournament, number, lines)
        if preview.token != seen:
            raise Refused(
                "stale-preview",
                _("Something has changed meanwhile. Look at the lines again, then seat people by them."),
            )
        if preview.problem:
            raise Refused("not-a-round", preview.problem)
        round_ = ask_for_pairings(actor, tournament, number)
        _store(round_, preview)
        record(
            actor,
            tournament,
            "pairings-imported",
            round_number=number,
            count=len(preview.tables),
        )
        return number

    return once(Form(form_id, ("pairings", tournament.pk, packed, seen)), work)


# -- in detail -----------------------------------------------------------------------------------


def _store(round_: Round, preview: PairingsPreview) -> None:
    current = Round.objects.select_for_update(of=("self",)).select_related("tournament", "stage")
    draft = current.get(pk=round_.pk)
    engine = engine_for(draft.tournament)
    tables = [
        {"table": number, "seats": [str(each.pk) for each in seats]}
        for number, seats in preview.tables.items()
    ]
    request = replace(pairing_request(draft, engine), allow=seats_of(engine), options={"tables": tables})
    names = {str(pk): name for pk, name in _names(draft.tournament)}
    try:
        pairing = by_hand.pair(request)
    except CannotPair as error:
        raise Refused(error.code, refusal(error, _, lambda one: names.get(one, one))) from error
    draft.basis = results_token(draft.tournament)
    store_draft(draft, pairing)


def _names(tournament: Tournament) -> list[tuple[int, str]]:
    return list(Entrant.objects.filter(tournament=tournament).values_list("pk", "name"))
