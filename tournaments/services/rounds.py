"""A round's life: asked for, paired, published, closed."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import jobs
from games.errors import Refused
from games.models import Match
from tournaments.access import Actor
from tournaments.due import COMPUTE_PAIRINGS
from tournaments.engines import engine_for
from tournaments.models import Door, Entrant, Place, Round, Table, Tournament
from tournaments.pairing.api import CannotPair, Pairing
from tournaments.pairing.numbering import refusal_with_gaps, with_gaps, without_gaps
from tournaments.pairing.words import refusal
from tournaments.selectors.pairing import absent_from, pairing_request
from tournaments.selectors.spots import closed_numbers
from tournaments.selectors.standings import results_token
from tournaments.services.beginning import begin_matches
from tournaments.services.closing import keep_ranks
from tournaments.services.history import record
from tournaments.services.ratings import want_ratings
from tournaments.services.settings import include_today
from tournaments.services.stages import stage_for
from tournaments.services.watching import RoundWatch
from tournaments.signals import round_published
from tournaments.speaking import told_in
from tournaments.systems import system_for

MOST_ATTEMPTS = 5
LONGEST_PROBLEM = 200
NOT_IN_THE_STAGE = {"eliminated", "came-too-late", "group-finished"}
"""Reasons of people who are not seated because they have nothing to play for: they do not sit out."""
PROBLEMS = {
    "engine-missing": gettext_noop(
        "The rules of this tournament are not installed here. Install them, then pair again."
    ),
    "system-missing": gettext_noop(
        "The pairing system of this stage is not installed here. Install it or choose another, then pair again."
    ),
}


def ask_for_pairings(actor: Actor, tournament: Tournament, number: int | None = None) -> Round:
    """Have the next round paired; asking while it is being paired, or for a draft, pairs it anew.

    ``number`` is the round that the page meant: an old page must not begin the round after it.
    """
    actor.require_organiser(tournament)
    with transaction.atomic():
        lock(tournament)
        due = next_number(tournament)
        if number not in (None, due):
            raise Refused(
                "stale", _("That page was old: round %(due)s is the next to be paired.") % {"due": due}
            )
        engine_for(tournament)
        away = absent_from(tournament, due)
        here = Entrant.objects.filter(tournament=tournament, withdrawn=False).exclude(pk__in=away)
        if here.count() < 2:
            if Door.objects.filter(tournament=tournament, check_in=True).exists():
                raise Refused(
                    "too-few-checked-in",
                    _("Fewer than two people are checked in. Check people in, then pair."),
                )
            raise Refused("too-few-players", _("Enter at least two people before pairing."))
        stage = stage_for(tournament, due)
        system_for(stage)
        round_, _created = Round.objects.update_or_create(
            tournament=tournament,
            number=due,
            defaults={
                "stage": stage,
                "state": Round.State.PAIRING,
                "progress": 0,
                "cancel_asked": False,
                "seed": secrets.randbits(32),
                "problem": "",
                "asked_at": timezone.now(),
            },
        )
        record(actor, tournament, "pairings-asked", round_number=due)
        jobs.send_on_commit(COMPUTE_PAIRINGS, round_.pk)
    return round_


def compute_pairings(round_id: int) -> None:
    """Pair a round that waits for it. Run twice or late, it leaves one draft or changes nothing."""
    for _attempt in range(MOST_ATTEMPTS):
        round_ = Round.objects.select_related("tournament", "stage__tournament").get(pk=round_id)
        if round_.state != Round.State.PAIRING or round_.problem:
            return
        basis = results_token(round_.tournament)
        closed = closed_numbers(round_.tournament)
        try:
            request = without_gaps(pairing_request(round_, engine_for(round_.tournament)), closed)
            pairing = with_gaps(system_for(round_.stage).pair(request, RoundWatch(round_)), closed)
        except (CannotPair, Refused) as error:
            waiting = Round.objects.filter(pk=round_id, seed=round_.seed, state=Round.State.PAIRING)
            with told_in(round_.tournament):
                waiting.update(problem=_problem(error, closed))
            return
        if _store_if_still_wanted(round_, pairing, basis):
            return


def take_the_best_so_far(actor: Actor, round_: Round) -> None:
    """Let the search for pairings stop with what it has. A fact in the database, which the search looks at."""
    actor.require_organiser(round_.tournament)
    searching = Round.objects.filter(pk=round_.pk, state=Round.State.PAIRING, cancel_asked=False)
    with transaction.atomic():
        if searching.update(cancel_asked=True):
            record(actor, round_.tournament, "best-so-far", round_number=round_.number)


def publish(actor: Actor, round_: Round, seed: int | None = None, edition: int | None = None) -> None:
    """Show the draft to everybody and begin its matches. Published twice is published once.

    ``seed`` and ``edition`` name the draft that the page showed: another one is not published unseen.
    """
    tournament = round_.tournament
    actor.require_organiser(tournament)
    with transaction.atomic():
        now = lock(tournament)
        current = Round.objects.select_for_update().get(pk=round_.pk)
        if current.is_public:
            return
        current.tournament = now
        _check_publishable(current, seed, edition)
        include_today(now)
        begin_matches(now, current.tables.all())
        current.state = Round.State.PUBLISHED
        current.published_at = timezone.now()
        current.save()
        record(actor, tournament, "round-published", round_number=current.number)
        round_published.send(sender=Round, round=current)


def settle_round_of(match_id: int) -> None:
    """Close a round when its last match is final; open it again when one is taken up again."""
    table = Table.objects.filter(match=match_id).first()
    if table is None:
        return
    round_ = Round.objects.select_for_update().get(pk=table.round_id)
    playing = round_.tables.exclude(match__status=Match.Status.FINAL).exists()
    if not playing and round_.state != Round.State.CLOSED:
        round_.backed_up_at = None
    round_.state = Round.State.PUBLISHED if playing else Round.State.CLOSED
    round_.save()
    tournament = round_.tournament
    if tournament.closed_at:
        # Put right by two people after the end: what was kept of it follows.
        if not playing:
            keep_ranks(tournament)
        want_ratings(tournament.club_id)


def lock(tournament: Tournament) -> Tournament:
    """Whatever changes a round takes the tournament first, so that no two wait for each other. Gives it as it is now."""
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def check_edition(round_: Round, edition: int | None) -> None:
    """Refuse what was pressed on a page that showed other tables."""
    if edition not in (None, round_.edition):
        raise Refused(
            "stale",
            _("Somebody else changed this round meanwhile. Look at it as it is now, then try again."),
        )


def next_number(tournament: Tournament) -> int:
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


def store_draft(round_: Round, pairing: Pairing) -> None:
    """Keep these tables as the round's draft, in the caller's transaction."""
    round_.seating.all().delete()
    round_.tables.all().delete()
    places = [Place(round=round_, entrant_id=int(entrant)) for entrant in _sitting_out(pairing)]
    tables = Table.objects.bulk_create(Table(round=round_, number=seated.number) for seated in pairing.tables)
    for table, seated in zip(tables, pairing.tables, strict=True):
        places += [
            Place(round=round_, table=table, entrant_id=int(entrant), position=position)
            for position, entrant in enumerate(seated.seats, start=1)
        ]
    Place.objects.bulk_create(places)
    round_.cost, round_.bound = dict(pairing.cost), dict(pairing.bound)
    round_.why = {
        entrant: [[reason.code, dict(reason.args)] for reason in reasons]
        for entrant, reasons in pairing.why.items()
    }
    round_.state = Round.State.DRAFT
    round_.changes, round_.edition = [], round_.edition + 1
    round_.save()


# -- in detail -----------------------------------------------------------------------------------


def _check_none_playing(tournament: Tournament) -> None:
    playing = tournament.rounds.filter(state=Round.State.PUBLISHED).order_by("number").first()
    if playing:
        raise Refused(
            "round-not-over",
            _("Round %(number)s is still being played. The next one can begin when all its tables are final.")
            % {"number": playing.number},
        )


def _check_publishable(round_: Round, seed: int | None, edition: int | None) -> None:
    if round_.state != Round.State.DRAFT:
        raise Refused(
            "not-a-draft", _("The pairings are still being computed. Publish them when they are there.")
        )
    if seed not in (None, round_.seed):
        raise Refused(
            "stale", _("This round was paired again meanwhile. Look at the new draft, then publish it.")
        )
    check_edition(round_, edition)
    _check_none_playing(round_.tournament)
    _check_nobody_left(round_)
    _check_in_use(round_)
    if round_.basis != results_token(round_.tournament):
        raise Refused(
            "draft-out-of-date",
            _("Results have changed since this draft was made. Pair the round again."),
        )


def _store_if_still_wanted(round_: Round, pairing: Pairing, basis: str) -> bool:
    """Keep the draft, unless somebody left while it was computed: then it has to be computed anew."""
    with transaction.atomic():
        lock(round_.tournament)
        current = Round.objects.select_for_update().get(pk=round_.pk)
        if current.state != Round.State.PAIRING or current.seed != round_.seed:
            return True
        present = set(
            Entrant.objects.filter(tournament=round_.tournament, withdrawn=False).values_list("pk", flat=True)
        ) - absent_from(round_.tournament, round_.number)
        if not present.issuperset(map(int, pairing.everybody)):
            return False
        current.basis = basis
        store_draft(current, pairing)
    return True


def _problem(error: CannotPair | Refused, closed: Collection[int]) -> str:
    """Why nobody was seated; what a system says of it, or what is missing here."""
    if isinstance(error, CannotPair):
        return refusal(refusal_with_gaps(error, closed), _)[:LONGEST_PROBLEM]
    return PROBLEMS[error.code]


def _sitting_out(pairing: Pairing) -> list[str]:
    codes = {each: {reason.code for reason in pairing.why.get(each, ())} for each in pairing.out}
    return [each for each in pairing.out if not codes[each] & NOT_IN_THE_STAGE]


def _check_nobody_left(round_: Round) -> None:
    seated = round_.seating.filter(table__isnull=False).select_related("entrant")
    away = absent_from(round_.tournament, round_.number)
    left = seated.filter(Q(entrant__withdrawn=True) | Q(entrant__in=away)).first()
    if left:
        raise Refused(
            "draft-out-of-date",
            _("%(name)s is not there in this round after all. Pair the round again.")
            % {"name": left.entrant.name},
        )


def _check_in_use(round_: Round) -> None:
    closed = closed_numbers(round_.tournament)
    if table := round_.tables.filter(number__in=closed).order_by("number").first():
        raise Refused(
            "table-out-of-use",
            _("Table %(number)s is out of use. Pair the round again, or put the table back into use.")
            % {"number": table.number},
        )
