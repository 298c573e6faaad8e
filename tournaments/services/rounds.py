"""A round's life: asked for, paired, published, closed."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import jobs
from games import services as games
from games.errors import Refused
from games.models import Match
from rules.api import Engine
from rules.registry import EngineMissing, registry
from tournaments.access import Actor
from tournaments.due import COMPUTE_PAIRINGS
from tournaments.models import Entrant, Place, Round, Table, Tournament
from tournaments.pairing import swiss
from tournaments.pairing.api import CannotPair, Pairing
from tournaments.selectors.pairing import pairing_request
from tournaments.selectors.standings import results_token
from tournaments.services.cards import make_cards

MOST_ATTEMPTS = 5
PROBLEMS = {
    "too-few-players": gettext_noop("There are too few people for a table. Enter more, then pair again."),
    "engine-missing": gettext_noop(
        "The rules of this tournament are not installed here. Install them, then pair again."
    ),
}


def ask_for_pairings(actor: Actor, tournament: Tournament, number: int | None = None) -> Round:
    """Have the next round paired; asking while it is being paired, or for a draft, pairs it anew.

    ``number`` is the round that the page meant: an old page must not begin the round after it.
    """
    actor.require_organiser(tournament)
    with transaction.atomic():
        _lock(tournament)
        due = _next_number(tournament)
        if number not in (None, due):
            raise Refused(
                "stale", _("That page was old: round %(due)s is the next to be paired.") % {"due": due}
            )
        engine_for(tournament)
        if Entrant.objects.filter(tournament=tournament, withdrawn=False).count() < 2:
            raise Refused("too-few-players", _("Enter at least two people before pairing."))
        round_, _created = Round.objects.update_or_create(
            tournament=tournament,
            number=due,
            defaults={
                "state": Round.State.PAIRING,
                "seed": secrets.randbits(32),
                "problem": "",
                "asked_at": timezone.now(),
            },
        )
        jobs.send_on_commit(COMPUTE_PAIRINGS, round_.pk)
    return round_


def compute_pairings(round_id: int) -> None:
    """Pair a round that waits for it. Run twice or late, it leaves one draft or changes nothing."""
    for _attempt in range(MOST_ATTEMPTS):
        round_ = Round.objects.select_related("tournament").get(pk=round_id)
        if round_.state != Round.State.PAIRING or round_.problem:
            return
        basis = results_token(round_.tournament)
        try:
            pairing = swiss.pair(pairing_request(round_, engine_for(round_.tournament)))
        except (CannotPair, Refused) as error:
            waiting = Round.objects.filter(pk=round_id, seed=round_.seed, state=Round.State.PAIRING)
            waiting.update(problem=PROBLEMS[error.code])
            return
        if _store_if_still_wanted(round_, pairing, basis):
            return


def publish(actor: Actor, round_: Round, seed: int | None = None) -> None:
    """Show the draft to everybody and begin its matches. Published twice is published once.

    ``seed`` names the draft that the page showed: another one is not published unseen.
    """
    tournament = round_.tournament
    actor.require_organiser(tournament)
    with transaction.atomic():
        _lock(tournament)
        current = Round.objects.select_for_update().get(pk=round_.pk)
        if current.is_public:
            return
        _check_publishable(current, seed)
        engine = engine_for(tournament)
        tables = list(current.tables.prefetch_related("seating__entrant"))
        for table in tables:
            names = [place.entrant.name for place in table.seating.all()]
            table.match = games.open_match(engine, tournament.options, names)
            table.save()
        make_cards(tournament, len(tables))
        current.state = Round.State.PUBLISHED
        current.published_at = timezone.now()
        current.save()


def settle_round_of(match_id: int) -> None:
    """Close a round when its last match is final; open it again when one is taken up again."""
    table = Table.objects.filter(match=match_id).first()
    if table is None:
        return
    round_ = Round.objects.select_for_update().get(pk=table.round_id)
    playing = round_.tables.exclude(match__status=Match.Status.FINAL).exists()
    round_.state = Round.State.PUBLISHED if playing else Round.State.CLOSED
    round_.save()


def engine_for(tournament: Tournament) -> Engine[Any]:
    """The engine a tournament is pinned to, or a sentence that says it is missing."""
    try:
        return registry().get(tournament.rules_key, tournament.rules_version)
    except EngineMissing as error:
        raise Refused(
            "engine-missing",
            _("The rules “%(key)s” (version %(version)s) are not installed here. Install them to go on.")
            % {"key": tournament.rules_key, "version": tournament.rules_version},
        ) from error


# -- in detail -----------------------------------------------------------------------------------


def _lock(tournament: Tournament) -> None:
    """Whatever changes a round takes the tournament first, so that no two wait for each other."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)


def _next_number(tournament: Tournament) -> int:
    """The number of the round that may be paired now."""
    _check_none_playing(tournament)
    last = tournament.rounds.order_by("-number").first()
    if last is None:
        return 1
    if last.state in (Round.State.PAIRING, Round.State.DRAFT):
        return last.number
    if last.number >= tournament.rounds_planned:
        raise Refused("tournament-over", _("All rounds have been played."))
    return last.number + 1


def _check_none_playing(tournament: Tournament) -> None:
    playing = tournament.rounds.filter(state=Round.State.PUBLISHED).order_by("number").first()
    if playing:
        raise Refused(
            "round-not-over",
            _("Round %(number)s is still being played. The next one can begin when all its tables are final.")
            % {"number": playing.number},
        )


def _check_publishable(round_: Round, seed: int | None) -> None:
    if round_.state != Round.State.DRAFT:
        raise Refused(
            "not-a-draft", _("The pairings are still being computed. Publish them when they are there.")
        )
    if seed not in (None, round_.seed):
        raise Refused(
            "stale", _("This round was paired again meanwhile. Look at the new draft, then publish it.")
        )
    _check_none_playing(round_.tournament)
    _check_nobody_left(round_)
    if round_.basis != results_token(round_.tournament):
        raise Refused(
            "draft-out-of-date",
            _("Results have changed since this draft was made. Pair the round again."),
        )


def _store_if_still_wanted(round_: Round, pairing: Pairing, basis: str) -> bool:
    """Keep the draft, unless somebody left while it was computed: then it has to be computed anew."""
    with transaction.atomic():
        _lock(round_.tournament)
        current = Round.objects.select_for_update().get(pk=round_.pk)
        if current.state != Round.State.PAIRING or current.seed != round_.seed:
            return True
        present = set(
            Entrant.objects.filter(tournament=round_.tournament, withdrawn=False).values_list("pk", flat=True)
        )
        if not present.issuperset(pairing.everybody):
            return False
        current.basis = basis
        _store_draft(current, pairing)
    return True


def _store_draft(round_: Round, pairing: Pairing) -> None:
    round_.seating.all().delete()
    round_.tables.all().delete()
    places = [Place(round=round_, entrant_id=entrant) for entrant in pairing.out]
    tables = Table.objects.bulk_create(
        Table(round=round_, number=number) for number in range(1, len(pairing.tables) + 1)
    )
    for table, seats in zip(tables, pairing.tables, strict=True):
        places += [
            Place(round=round_, table=table, entrant_id=entrant, position=position)
            for position, entrant in enumerate(seats, start=1)
        ]
    Place.objects.bulk_create(places)
    round_.cost = dict(pairing.cost)
    round_.state = Round.State.DRAFT
    round_.save()


def _check_nobody_left(round_: Round) -> None:
    left = (
        round_.seating.filter(entrant__withdrawn=True, table__isnull=False).select_related("entrant").first()
    )
    if left:
        raise Refused(
            "draft-out-of-date",
            _("%(name)s has withdrawn since this draft was made. Pair the round again.")
            % {"name": left.entrant.name},
        )
