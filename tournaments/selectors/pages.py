"""What the pages show of a tournament, read in as few queries as it takes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils.translation import gettext

from games.models import Match
from rules.registry import EngineMissing, registry
from tournaments.access import Actor
from tournaments.models import PUBLIC_STATES, Entrant, Place, Round, Table, Tournament
from tournaments.selectors.standings import Line, standings_of


def visible_tournaments(actor: Actor) -> QuerySet[Tournament]:
    """Those that are public, and the actor's own drafts; the newest first."""
    public = Q(rounds__published_at__isnull=False)
    mine = Q(organiser=actor.user) if actor.user else Q(pk__in=())
    return (
        Tournament.objects.filter(public | mine)
        .annotate(
            people=Count("entrants", distinct=True),
            rounds_closed=Count("rounds", filter=Q(rounds__state=Round.State.CLOSED), distinct=True),
            rounds_public=Count("rounds", filter=Q(rounds__state__in=PUBLIC_STATES), distinct=True),
        )
        .order_by("-created_at")
    )


def live_token(tournament: Tournament) -> str:
    """Changes whenever a page of this tournament would; cheap enough to ask every two seconds."""
    matches = Match.objects.filter(table__round__tournament=tournament).aggregate(
        entries=Sum("version"),
        final=Count("pk", filter=Q(status=Match.Status.FINAL)),
        problems=Count("pk", filter=~Q(problem="")),
    )
    rounds = list(tournament.rounds.order_by("number").values_list("number", "state", "seed", "problem"))
    people = tournament.entrants.aggregate(
        all=Count("pk"), newest=Max("pk"), left=Count("pk", filter=Q(withdrawn=True))
    )
    # Hashed, because it stands in everybody's page and a draft's seed is nobody else's business.
    return hashlib.sha256(f"{matches} {rounds} {people}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Overview:
    """A tournament as its standings page shows it."""

    tournament: Tournament
    rounds: list[Round]
    lines: list[Line]
    rules_name: str
    finished: bool

    @property
    def winners(self) -> list[Line]:
        return [line for line in self.lines if line.standing.rank == 1] if self.finished else []

    @property
    def runners_up(self) -> list[Line]:
        return [line for line in self.lines if 1 < line.standing.rank <= 3] if self.finished else []


def overview_of(actor: Actor, tournament: Tournament) -> Overview:
    """The tournament, its rounds as far as this actor may see them, and the standings."""
    rounds = list(tournament.rounds.order_by("number"))
    for round_ in rounds:
        round_.tournament = tournament
    closed = [round_ for round_ in rounds if round_.state == Round.State.CLOSED]
    return Overview(
        tournament=tournament,
        rounds=[round_ for round_ in rounds if actor.sees_round(round_)],
        lines=standings_of(tournament),
        rules_name=rules_name(tournament),
        finished=len(closed) >= tournament.rounds_planned,
    )


def rules_name(tournament: Tournament) -> str:
    """What the rules call themselves, or their key where they are not installed."""
    engine = registry().engines.get(tournament.rules_key)
    return gettext(engine.name) if engine else tournament.rules_key


@dataclass(frozen=True, slots=True)
class TableView:
    """One table of a round at a glance."""

    table: Table
    people: list[tuple[Entrant, int | None]]
    """Who sits there, with their total so far once there is a match."""
    deals: int

    @property
    def status(self) -> str:
        return self.table.match.status if self.table.match else "draft"


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as its page shows it."""

    round: Round
    tables: list[TableView]
    out: list[Entrant]
    missing: list[Entrant]
    """Entered or returned since the draft was made, so not in it."""

    @property
    def final(self) -> int:
        return sum(view.status == Match.Status.FINAL for view in self.tables)


def round_view(round_: Round) -> RoundView:
    """All tables of a round, who sits out, and who came too late for the draft."""
    tables = list(
        round_.tables.select_related("match").prefetch_related("seating__entrant").order_by("number")
    )
    out = Place.objects.filter(round=round_, table__isnull=True).select_related("entrant")
    missing: list[Entrant] = []
    if round_.state == Round.State.DRAFT:
        present = round_.tournament.entrants.filter(withdrawn=False)
        missing = list(present.exclude(seating__round=round_).order_by("number"))
    return RoundView(
        round=round_,
        tables=[_table_view(table) for table in tables],
        out=[place.entrant for place in out],
        missing=missing,
    )


def _table_view(table: Table) -> TableView:
    totals, deals = _progress(table.match) if table.match else ({}, 0)
    return TableView(
        table=table,
        people=[(place.entrant, totals.get(str(place.position))) for place in table.seating.all()],
        deals=deals,
    )


def _progress(match: Match) -> tuple[dict[str, int], int]:
    """Totals and finished deals; of a match whose engine is missing, what was frozen of it."""
    try:
        engine = registry().get(match.rules_key, match.rules_version)
    except EngineMissing:
        return (match.result or {}).get("totals", {}), 0
    state = engine.load(match.state)
    return engine.totals(state), len(engine.public(state).get("deals", ()))
