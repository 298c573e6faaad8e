"""Holding what the public sees, and revealing the places one by one.

A hold changes no result and stops nobody's work: it keeps a copy of what was public, and selectors.held shows that
to everybody who does not run the tournament.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from games.models import Match
from tournaments.access import Actor
from tournaments.models import MOST_ENTRANTS, PUBLIC_STATES, Hold, Round, ShownResult, Tournament
from tournaments.selectors.held import next_place
from tournaments.selectors.standings import standing_penalties
from tournaments.services.closing import why_not_closable
from tournaments.services.history import record
from tournaments.services.holding import hold as lock
from tournaments.services.opened import check_open
from tournaments.services.ratings import want_ratings
from tournaments.signals import standings_changed


def begin_hold(actor: Actor, tournament: Tournament, *, without_round: int | None = None) -> None:
    """From now on the public sees what is public now; ``without_round``, what was before that round and those after it.

    Holding what is held changes nothing. What is closed was published as it is: it has to be reopened first.
    """
    actor.require_organiser(tournament)
    with transaction.atomic():
        lock(tournament)
        current = Tournament.objects.get(pk=tournament.pk)
        if current.held_at:
            return
        check_open(current)
        rounds = list(current.rounds.filter(state__in=PUBLIC_STATES).order_by("number"))
        if not rounds:
            raise Refused(
                "nothing-public",
                _(
                    "Nothing of this tournament is public yet. Publish its first round, then there is something to hold."
                ),
            )
        kept = [each for each in rounds if without_round is None or each.number < without_round]
        hold = Hold.objects.create(
            tournament=current,
            rounds={str(each.number): each.state for each in kept},
            penalties=[
                each.pk
                for each in standing_penalties(current)
                if without_round is None or each.round_number < without_round
            ],
        )
        _keep_results(hold, kept)
        _changed(current, held_at=timezone.now())
        record(actor, current, "hold-begun")
    tournament.refresh_from_db()


def begin_reveal(actor: Actor, tournament: Tournament, first: int) -> None:
    """Show everybody behind this place at once; it and those above it are revealed one by one.

    Beginning what has begun changes nothing.
    """
    actor.require_organiser(tournament)
    if not 1 <= first <= MOST_ENTRANTS:
        raise Refused(
            "no-such-place",
            _("Type the place from which they are revealed one by one: 10 for the first ten."),
            field="first",
        )
    with transaction.atomic():
        lock(tournament)
        hold = _hold_of(tournament)
        if hold.revealed is not None:
            return
        if sentence := why_not_closable(tournament):
            raise Refused("not-over", sentence)
        _reveal(hold, min(first, tournament.entrants.count()) + 1)
        record(actor, tournament, "hold-reveal-begun", place=hold.revealed - 1 if hold.revealed else 0)
    tournament.refresh_from_db()


def reveal_place(actor: Actor, tournament: Tournament, place: int) -> None:
    """Reveal this place, which has to be the next one: pressed twice, it is revealed once."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        lock(tournament)
        hold = _hold_of(tournament)
        if hold.revealed is not None and place >= hold.revealed:
            return
        waiting = next_place(tournament, hold)
        if not waiting or waiting[0].standing.rank != place:
            raise Refused(
                "not-the-next",
                _("This is not the place that comes next any more. See below which one is, and reveal that."),
            )
        _reveal(hold, place)
        record(actor, tournament, "hold-place-revealed", place=place)
    tournament.refresh_from_db()


def lift_hold(actor: Actor, tournament: Tournament) -> None:
    """Let the public see everything. Lifting what is not held changes nothing."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        lock(tournament)
        if not Tournament.objects.filter(pk=tournament.pk, held_at__isnull=False).exists():
            return
        Hold.objects.filter(tournament=tournament).delete()
        _changed(tournament, held_at=None)
        record(actor, tournament, "hold-lifted")
        want_ratings(tournament.club_id)
    tournament.refresh_from_db()


# -- in detail -----------------------------------------------------------------------------------


def _keep_results(hold: Hold, rounds: list[Round]) -> None:
    finals = Match.objects.filter(
        table__round__in=rounds, status=Match.Status.FINAL, result__isnull=False
    ).values_list("pk", "version", "result")
    ShownResult.objects.bulk_create(
        (
            ShownResult(hold=hold, match_id=pk, version=version, result=result)
            for pk, version, result in finals
        ),
        batch_size=500,
    )


def _hold_of(tournament: Tournament) -> Hold:
    hold = Hold.objects.filter(tournament=tournament).first()
    if hold is None:
        raise Refused("not-held", _("Nothing is held any more: the public sees everything."))
    return hold


def _reveal(hold: Hold, place: int) -> None:
    hold.revealed = place
    hold.save(update_fields=["revealed"])
    _changed(hold.tournament)


def _changed(tournament: Tournament, **fields: object) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1, **fields)
    standings_changed.send(sender=Hold, tournament_id=tournament.pk)
