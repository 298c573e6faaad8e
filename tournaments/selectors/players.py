"""What everybody may see of one player in a tournament: where they sit, what they played, how they rank.

Shows only what is public: published rounds. Names come from ``selectors.names``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.deals import deal_scores
from games.models import Match
from tournaments.access import Actor
from tournaments.models import PUBLIC_STATES, Entrant, Place, Round, Tournament
from tournaments.names import name_key
from tournaments.selectors.columns import Row, standings_table
from tournaments.selectors.held import Held, held_for
from tournaments.selectors.kept_standings import kept_standings
from tournaments.selectors.rank_history import ranks_over_rounds
from tournaments.selectors.shown import public_name, substitutions
from tournaments.selectors.standings import standings_of
from tournaments.selectors.versions import rounds_of

MOST_FOUND = 30
STRANGER = Actor()


@dataclass(frozen=True, slots=True)
class Seat:
    """Where somebody sits in a round; without a table they sit out."""

    entrant: Entrant
    name: str
    round: Round
    table: int | None
    others: list[str]


@dataclass(frozen=True, slots=True)
class Opponent:
    entrant: Entrant
    name: str
    total: int | None
    place: int | None
    me: bool
    deals: list[int]
    """What they got, deal after deal."""


@dataclass(frozen=True, slots=True)
class MatchView:
    """One round of somebody's tournament."""

    round: Round
    table: int | None
    final: bool
    people: list[Opponent]
    """At the table, in the order of their seats."""
    deals: int
    mine: Opponent | None
    held: bool = False
    """Whether what was entered there may not be shown."""

    @property
    def deal_numbers(self) -> range:
        return range(1, self.deals + 1)


@dataclass(frozen=True, slots=True)
class PlayerView:
    entrant: Entrant
    name: str
    row: Row
    people: int
    seat: Seat | None
    """In the round under way, if there is one."""
    matches: list[MatchView]
    ranks: list[tuple[int, int]]
    """A round and the rank after it."""
    held: bool = False
    """Whether this is what was public when the results were held."""


def find_seats(tournament: Tournament, text: str) -> list[Seat]:
    """Who of that name sits where in the newest public round. A part of the name is enough."""
    wanted = name_key(" ".join(text.split()))
    round_ = newest_round(tournament)
    if not wanted or round_ is None:
        return []
    named = [(place, public_name(place.entrant, round_.number)) for place in _places(round_)]
    found = [
        (name_key(name), place, name)
        for place, name in named
        if all(part in name_key(name) for part in wanted.split())
    ]
    found.sort(key=lambda each: (not each[0].startswith(wanted), each[0]))
    return [_seat(round_, place, name, named) for _key, place, name in found[:MOST_FOUND]]


def newest_round(tournament: Tournament) -> Round | None:
    return tournament.rounds.filter(state__in=PUBLIC_STATES).order_by("-number").first()


def player_view(tournament: Tournament, entrant_id: int, actor: Actor = STRANGER) -> PlayerView | None:
    """As far as this actor may see it. Nothing, if nobody of that id is in this tournament."""
    held = held_for(actor, tournament)
    rounds = rounds_of(tournament)
    if held:
        lines = standings_of(tournament, held.rounds(rounds), held.otherwise)
    else:
        lines = kept_standings(tournament, rounds)
    line = next((each for each in lines if each.entrant.pk == entrant_id), None)
    if line is None:
        return None
    # Why somebody ranks there names others. For this page alone: nothing here is saved.
    for other in lines:
        other.entrant.name = public_name(other.entrant)
    entrant = line.entrant
    public = held.as_then(rounds) if held else [each for each in rounds if each.is_public]
    matches = _matches(entrant, public, held)
    now = public[-1] if public and public[-1].state == Round.State.PUBLISHED else None
    return PlayerView(
        entrant=entrant,
        name=entrant.name,
        row=standings_table(tournament, [line]).rows[0],
        people=len(lines),
        seat=_seat_now(entrant, now, matches) if now else None,
        matches=matches,
        ranks=_ranks(tournament, rounds, entrant, held),
        held=held is not None,
    )


# -- in detail -----------------------------------------------------------------------------------


def _places(round_: Round) -> list[Place]:
    found = Place.objects.filter(round=round_).select_related("entrant__player", "table")
    return list(found.prefetch_related(substitutions("entrant__")).order_by("table__number", "position"))


def _seat(round_: Round, place: Place, name: str, named: Sequence[tuple[Place, str]]) -> Seat:
    others = [other for each, other in named if each.table_id == place.table_id and each.pk != place.pk]
    return Seat(
        entrant=place.entrant,
        name=name,
        round=round_,
        table=place.table.number if place.table else None,
        others=others if place.table else [],
    )


def _seat_now(entrant: Entrant, now: Round, matches: Sequence[MatchView]) -> Seat | None:
    last = next((each for each in matches if each.round == now), None)
    if last is None:
        return None
    others = [each.name for each in last.people if not each.me]
    return Seat(entrant, entrant.name, now, last.table, others)


def _matches(entrant: Entrant, public: Sequence[Round], held: Held | None) -> list[MatchView]:
    mine = Place.objects.filter(entrant=entrant, round__in=public).select_related("table__match")
    by_round = {place.round_id: place for place in mine}
    tables = [place.table_id for place in by_round.values() if place.table_id]
    seated: dict[int, list[Place]] = {table: [] for table in tables}
    around = Place.objects.filter(table__in=tables).select_related("entrant__player")
    for place in around.prefetch_related(substitutions("entrant__")).order_by("table", "position"):
        seated[place.table_id or 0].append(place)
    return [
        _match(round_, by_round[round_.pk], seated, entrant, held)
        for round_ in public
        if round_.pk in by_round
    ]


def _match(
    round_: Round, place: Place, seated: dict[int, list[Place]], me: Entrant, held: Held | None
) -> MatchView:
    if place.table is None:
        return MatchView(round_, None, round_.state == Round.State.CLOSED, [], 0, None)
    match = place.table.match
    covered = bool(held and match and not held.shows(match))
    match = None if covered else match
    final = match is not None and match.status == Match.Status.FINAL
    result = (match.result or {}) if match and final else {}
    deals = deal_scores(match) if match else []
    people = []
    for each in seated[place.table.pk]:
        key = str(each.position)
        so_far = sum(deal.get(key, 0) for deal in deals) if deals else None
        people.append(
            Opponent(
                entrant=each.entrant,
                name=public_name(each.entrant, round_.number),
                total=result.get("totals", {}).get(key, so_far),
                place=result.get("places", {}).get(key),
                me=each.entrant_id == me.pk,
                deals=[deal.get(key, 0) for deal in deals],
            )
        )
    return MatchView(
        round=round_,
        table=place.table.number,
        final=final,
        people=people,
        deals=len(deals),
        mine=next((each for each in people if each.me), None),
        held=covered,
    )


def _ranks(
    tournament: Tournament, rounds: Sequence[Round], entrant: Entrant, held: Held | None
) -> list[tuple[int, int]]:
    every = ranks_over_rounds(tournament, rounds, held)
    return [(number, ranks[entrant.pk]) for number, ranks in every if entrant.pk in ranks]
