"""In which version a tournament's pages are: cheap to ask, and another whenever one of them would show something new."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from django.db.models import Count, Max, Q, Sum

from games.models import Match
from tournaments.models import Round, Tournament

ROUND_TOKEN = (
    "number",
    "state",
    "seed",
    "problem",
    "clock_at",
    "extra_minutes",
    "progress",
    "cancel_asked",
    "edition",
    "again_asked",
)
"""What of a round can change on a page."""


def rounds_of(tournament: Tournament) -> list[Round]:
    """All rounds with their stages, without what only the page of one round shows."""
    found = tournament.rounds.select_related("stage").defer("why", "cost", "bound", "changes", "again")
    rounds = list(found.order_by("number"))
    for round_ in rounds:
        round_.tournament = tournament
    return rounds


def live_token(tournament: Tournament, rounds: Sequence[Round] | None = None) -> str:
    """Changes whenever a page of this tournament would; cheap enough to ask every two seconds.

    ``rounds``, all of them as just read, spare asking for them again.
    """
    matches = Match.objects.filter(table__round__tournament=tournament).aggregate(
        entries=Sum("version"),
        final=Count("pk", filter=Q(status=Match.Status.FINAL)),
        problems=Count("pk", filter=~Q(problem="")),
        extra=Sum("table__extra_minutes"),
    )
    if rounds is None:
        told = list(tournament.rounds.order_by("number").values_list(*ROUND_TOKEN))
    else:
        told = [tuple(getattr(each, name) for name in ROUND_TOKEN) for each in rounds]
    settled = (tournament.round_minutes, tournament.turn_seconds, tournament.revision)
    people = tournament.entrants.aggregate(
        all=Count("pk"), newest=Max("pk"), left=Count("pk", filter=Q(withdrawn=True))
    )
    # Hashed, because it stands in everybody's page and a draft's seed is nobody else's business.
    return hashlib.sha256(f"{matches} {told} {people} {settled}".encode()).hexdigest()[:16]


def people_version(tournament: Tournament) -> str:
    """Another whenever somebody would be called otherwise: what shows names is not kept beyond that."""
    people = tournament.entrants.order_by("pk").values_list(
        "pk", "number", "name", "club", "withdrawn", "player__shown"
    )
    return hashlib.sha256(repr([tournament.revision, *people]).encode()).hexdigest()
