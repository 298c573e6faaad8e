"""What the pages show of a tournament, read in as few queries as it takes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext

from games.models import Match
from rules.registry import EngineMissing, registry
from tournaments.access import Actor
from tournaments.models import (
    PUBLIC_STATES,
    Absence,
    Entrant,
    Place,
    Round,
    Spot,
    Table,
    Tournament,
)
from tournaments.roles import Permission, may
from tournaments.selectors.arranging import said
from tournaments.selectors.columns import (
    HiddenRow,
    StandingsTable,
    sit_out_text,
    standings_table,
    worth_of_places,
)
from tournaments.selectors.held import Held, held_for, lines_seen
from tournaments.selectors.kept_standings import kept_running, kept_standings, moving_standings
from tournaments.selectors.provisional import Running
from tournaments.selectors.shown import cover, substitutions
from tournaments.selectors.standings import Line
from tournaments.selectors.versions import live_token, rounds_of
from tournaments.selectors.why import Cost, costs_of, whys_of

STRANGER = Actor()
NOTHING_RUNS = Running()


def visible_tournaments(actor: Actor) -> QuerySet[Tournament]:
    """Those that are public, and the drafts and rehearsals of the actor's clubs; the newest first."""
    public = Q(rounds__published_at__isnull=False, rehearsal=False)
    clubs = [club for club, role in actor.roles().items() if may(role, Permission.SEE_DRAFTS)]
    mine = Q(club__in=clubs)
    return (
        Tournament.objects.filter(public | mine)
        .annotate(
            people=Count("entrants", distinct=True),
            rounds_closed=Count("rounds", filter=Q(rounds__state=Round.State.CLOSED), distinct=True),
            rounds_public=Count("rounds", filter=Q(rounds__state__in=PUBLIC_STATES), distinct=True),
        )
        .order_by("-created_at")
    )


@dataclass(frozen=True, slots=True)
class Overview:
    """A tournament as its standings page shows it."""

    tournament: Tournament
    rounds: list[Round]
    lines: list[Line]
    rules_name: str
    finished: bool
    table: StandingsTable
    worth: list[tuple[int, str]]
    """For each table size what its places are worth."""
    sit_out: str
    running: Running = NOTHING_RUNS
    """The tables at which it is being played, where their points are counted in."""
    held: Held | None = None
    """Where it is not the truth: what the public goes on seeing."""
    hidden: int = 0
    """Places above the first row that have not been revealed yet."""

    @property
    def hidden_rows(self) -> list[HiddenRow]:
        return [HiddenRow(place) for place in range(1, self.hidden + 1)]

    @property
    def winners(self) -> list[Line]:
        return [line for line in self.lines if line.standing.rank == 1] if self.finished else []

    @property
    def runners_up(self) -> list[Line]:
        return [line for line in self.lines if 1 < line.standing.rank <= 3] if self.finished else []


def overview_of(
    actor: Actor,
    tournament: Tournament,
    rounds: list[Round] | None = None,
    token: str | None = None,
    *,
    provisional: bool = False,
    whole: bool = False,
) -> Overview:
    """The tournament, its rounds as far as this actor may see them, and the standings.

    ``provisional`` ones count every table as if it ended now; ``whole`` ones all results, even while they are held.
    ``rounds`` and their ``token`` spare asking for them.
    """
    rounds = rounds_of(tournament) if rounds is None else rounds
    held = None if whole else held_for(actor, tournament)
    running, hidden, counted = NOTHING_RUNS, 0, rounds
    if held:
        lines, hidden = lines_seen(tournament, rounds, held)
        counted = rounds if held.revealing else held.rounds(rounds)
    elif provisional:
        token = live_token(tournament, rounds) if token is None else token
        running = kept_running(tournament, rounds, token)
        lines = moving_standings(tournament, rounds, token, running)
    else:
        lines = kept_standings(tournament, rounds)
    closed = [round_ for round_ in counted if round_.state == Round.State.CLOSED]
    cover(actor, tournament, (line.entrant for line in lines))
    return Overview(
        tournament=tournament,
        rounds=held.as_then(rounds) if held else [round_ for round_ in rounds if actor.sees_round(round_)],
        lines=lines,
        rules_name=rules_name(tournament),
        finished=len(closed) >= tournament.rounds_planned,
        table=standings_table(tournament, lines),
        worth=worth_of_places(tournament),
        sit_out=sit_out_text(tournament),
        running=running,
        held=held,
        hidden=hidden,
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
    whys: list[tuple[Entrant, str]]
    """Why they sit here, where that is known."""
    held: bool = False
    """Whether what was entered there may not be shown."""

    @property
    def status(self) -> str:
        if self.held:
            return "held"
        return self.table.match.status if self.table.match else "draft"


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as its page shows it."""

    round: Round
    tables: list[TableView]
    out: list[Entrant]
    missing: list[Entrant]
    """Entered or returned since the draft was made, so not in it."""
    costs: list[Cost]
    whys: dict[int, str]
    """For each entrant why they sit where they sit, in words, where that is known."""
    labels: dict[int, str]
    """For a table number where it stands."""
    gone: set[int]
    """Seated where nobody has begun, and not there any more."""

    @property
    def whys_out(self) -> list[tuple[Entrant, str]]:
        return [(entrant, self.whys[entrant.pk]) for entrant in self.out if entrant.pk in self.whys]

    @property
    def changes(self) -> list[str]:
        """What was changed by hand, in words, the last one first."""
        return [said(each["code"], each["args"]) for each in reversed(self.round.changes)]

    @property
    def begun(self) -> int:
        """Tables where something was entered."""
        return sum(bool(view.table.match and view.table.match.version) for view in self.tables)

    @property
    def final(self) -> int:
        return sum(view.status == Match.Status.FINAL for view in self.tables)

    @property
    def held(self) -> bool:
        return any(view.held for view in self.tables)


def round_view(round_: Round, actor: Actor = STRANGER, *, whole: bool = False) -> RoundView:
    """All tables of a round, who sits out, and who came too late for the draft.

    ``whole`` with all results, even while they are held.
    """
    held = None if whole else held_for(actor, round_.tournament)
    tables = list(round_.tables.select_related("match").annotate(label=_label()).order_by("number"))
    places = _places(round_)
    cover(actor, round_.tournament, (place.entrant for place in places), round_.number)
    at: dict[int | None, list[Place]] = defaultdict(list)
    for place in places:
        at[place.table_id].append(place)
    open_ = {table.pk for table in tables if not (table.match and table.match.version)}
    if held:
        round_ = next(iter(held.as_then([round_])), round_)
    whys = whys_of(round_, {str(place.entrant_id): place.entrant.name for place in places})
    if held and not held.knows(round_):
        whys = {}  # they tell of points that are held
    return RoundView(
        round=round_,
        tables=[_table_view(table, at[table.pk], whys, held) for table in tables],
        out=[place.entrant for place in at[None]],
        missing=_missing(round_) if round_.state == Round.State.DRAFT else [],
        costs=costs_of(round_) if whys or not held else [],
        whys=whys,
        labels={table.number: table.label for table in tables if table.label},
        gone={place.entrant_id for place in places if place.gone and place.table_id in open_},
    )


def _label() -> Subquery:
    """Where a table stands, in the words of the organiser."""
    spots = Spot.objects.filter(tournament=OuterRef("round__tournament"), number=OuterRef("number"))
    return Subquery(spots.values("label")[:1])


def _places(round_: Round) -> list[Any]:
    """Who sits where, and whether they are there at all."""
    away = Absence.objects.filter(entrant=OuterRef("entrant"), round_number=round_.number)
    return list(
        Place.objects.filter(round=round_)
        .select_related("entrant__player")
        .prefetch_related(substitutions("entrant__"))
        .annotate(gone=Q(entrant__withdrawn=True) | Exists(away))
        .order_by("table", "position", "pk")
    )


def _missing(round_: Round) -> list[Entrant]:
    """There, and without a place. Whoever is out of the stage has none either, but was told so."""
    away = Absence.objects.filter(entrant=OuterRef("pk"), round_number=round_.number)
    members = round_.stage.seeding
    present = round_.tournament.entrants.filter(~Exists(away), withdrawn=False)
    present = present if members is None else present.filter(pk__in=members)
    unseated = present.exclude(seating__round=round_).order_by("number")
    return [entrant for entrant in unseated if str(entrant.pk) not in round_.why]


def _table_view(table: Table, places: Sequence[Place], whys: dict[int, str], held: Held | None) -> TableView:
    covered = bool(held and table.match and not held.shows(table.match))
    totals, deals = _progress(table.match) if table.match and not covered else ({}, 0)
    return TableView(
        table=table,
        people=[(place.entrant, totals.get(str(place.position))) for place in places],
        deals=deals,
        whys=[(place.entrant, whys[place.entrant_id]) for place in places if place.entrant_id in whys],
        held=covered,
    )


def _progress(match: Match) -> tuple[dict[str, int], int]:
    """Totals and finished deals; of a match whose engine is missing, what was frozen of it."""
    try:
        engine = registry().get(match.rules_key, match.rules_version)
    except EngineMissing:
        return (match.result or {}).get("totals", {}), 0
    state = engine.load(match.state)
    return engine.totals(state), len(engine.public(state).get("deals", ()))
