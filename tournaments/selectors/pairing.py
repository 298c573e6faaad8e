"""What a pairing system needs to know, as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Any

from rules.api import Engine
from tournaments.models import Place, Round
from tournaments.pairing.api import LARGEST_TABLE, SMALLEST_TABLE, Contender, Request
from tournaments.pairing.sizes import allowed
from tournaments.selectors.standings import standings_of


def pairing_request(round_: Round, engine: Engine[Any]) -> Request:
    """Everybody who is to play in this round, with what the rounds before made of them."""
    tournament = round_.tournament
    history = _History(Place.objects.filter(round__tournament=tournament, round__number__lt=round_.number))
    contenders = tuple(
        Contender(
            id=line.entrant.pk,
            points=line.standing.placing,
            sat_out=history.sat_out[line.entrant.pk],
            short=history.short(line.entrant.pk, tournament.table_size),
            seats=history.seats(line.entrant.pk),
        )
        for line in standings_of(tournament)
        if not line.entrant.withdrawn
    )
    seats = frozenset(engine.seats) & frozenset(range(SMALLEST_TABLE, LARGEST_TABLE + 1))
    return Request(
        contenders=contenders,
        prefer=tournament.table_size,
        allow=allowed(len(contenders), tournament.table_size, seats),
        seed=round_.seed,
        met=history.met,
    )


class _History:
    """Who sat where with whom so far."""

    def __init__(self, places: Iterable[Place]) -> None:
        at_table: dict[int, list[int]] = {}
        self.sat_out: Counter[int] = Counter()
        self._seats: Counter[tuple[int, int]] = Counter()
        for place in places:
            if place.table_id is None or place.position is None:
                self.sat_out[place.entrant_id] += 1
            else:
                at_table.setdefault(place.table_id, []).append(place.entrant_id)
                self._seats[place.entrant_id, place.position] += 1
        self.met = Counter(pair for people in at_table.values() for pair in combinations(sorted(people), 2))
        self._sizes = Counter((each, len(people)) for people in at_table.values() for each in people)

    def short(self, entrant: int, preferred: int) -> int:
        return sum(
            self._sizes[entrant, size]
            for size in range(SMALLEST_TABLE, LARGEST_TABLE + 1)
            if size != preferred
        )

    def seats(self, entrant: int) -> tuple[int, ...]:
        return tuple(self._seats[entrant, position] for position in range(1, LARGEST_TABLE + 1))
