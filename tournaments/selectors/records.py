"""All that a club knows of one player: the tournaments, the ranks, the best match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from games.models import Match
from tournaments.access import Actor
from tournaments.models import Entrant, Place, Player, Round, ShownResult, Tournament
from tournaments.roles import Permission, may
from tournaments.selectors.held import is_held_from

STRANGER = Actor()


@dataclass(frozen=True, slots=True)
class Entry:
    """One tournament of a player."""

    tournament: Tournament
    entrant: Entrant
    rank: int | None
    """Once it is closed."""
    matches: int
    wins: int
    points: int
    best: int


@dataclass(frozen=True, slots=True)
class BestMatch:
    tournament: Tournament
    round: int
    table: int
    points: int


@dataclass(frozen=True, slots=True)
class Record:
    player: Player
    entries: list[Entry]
    best: BestMatch | None

    @property
    def matches(self) -> int:
        return sum(entry.matches for entry in self.entries)

    @property
    def wins(self) -> int:
        return sum(entry.wins for entry in self.entries)

    @property
    def titles(self) -> int:
        return sum(entry.rank == 1 for entry in self.entries)


def may_see_record(actor: Actor, player: Player) -> bool:
    """Members of the club; everybody else only for who is shown with the full name, grown up and not erased.

    A record joins tournaments that otherwise stand apart, so a short name or a number must not lead to one.
    """
    if may(actor.role_in(player.club_id), Permission.SEE_DRAFTS):
        return True
    return player.shown == Player.Shown.FULL and not player.minor and player.erased_at is None


def record_of(player: Player, actor: Actor = STRANGER) -> Record:
    """Tournaments with a public round, the newest first. A few queries, however many there are.

    Of one whose results are held, what was public when the hold began.
    """
    public = Round.objects.filter(tournament=OuterRef("tournament"), published_at__isnull=False)
    entrants = list(
        Entrant.objects.filter(Exists(public), player=player)
        .select_related("tournament")
        .order_by("-tournament__first_day", "-tournament__pk")
    )
    places = (
        Place.objects.filter(
            entrant__in=entrants, table__match__status=Match.Status.FINAL, table__match__result__isnull=False
        )
        .select_related("table__match", "round")
        .order_by("pk")
    )
    tournament_of = {entrant.pk: entrant.tournament for entrant in entrants}
    held = {entrant.pk for entrant in entrants if is_held_from(actor, entrant.tournament)}
    shown = _shown([tournament_of[pk] for pk in held])
    played: dict[int, list[tuple[int, int]]] = {entrant.pk: [] for entrant in entrants}
    best: BestMatch | None = None
    for place in places:
        table = place.table
        if table is None or table.match is None or not table.match.result:
            continue
        result = shown.get(table.match.pk) if place.entrant_id in held else table.match.result
        if result is None:
            continue
        key = str(place.position)
        total, rank = result["totals"][key], result["places"][key]
        played[place.entrant_id].append((total, rank))
        if best is None or total > best.points:
            best = BestMatch(tournament_of[place.entrant_id], place.round.number, table.number, total)
    return Record(
        player, [_entry(entrant, played[entrant.pk], entrant.pk in held) for entrant in entrants], best
    )


def _shown(tournaments: list[Tournament]) -> dict[int, Any]:
    if not tournaments:
        return {}
    kept = ShownResult.objects.filter(hold__tournament__in=tournaments)
    return dict(kept.values_list("match", "result"))


def _entry(entrant: Entrant, played: list[tuple[int, int]], held: bool) -> Entry:
    return Entry(
        tournament=entrant.tournament,
        entrant=entrant,
        rank=entrant.final_rank if entrant.tournament.closed_at and not held else None,
        matches=len(played),
        wins=sum(rank == 1 for _total, rank in played),
        points=sum(total for total, _rank in played),
        best=max((total for total, _rank in played), default=0),
    )
