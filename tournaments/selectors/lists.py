"""Where everybody sits in a round, as lists to be printed or read: by name, and by table."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.access import Actor
from tournaments.models import Place, Round
from tournaments.names import name_key, sort_key
from tournaments.selectors.shown import cover, substitutions
from tournaments.selectors.spots import labels_of


@dataclass(frozen=True, slots=True)
class Seat:
    """One person's place; without a table they sit out."""

    name: str
    table: int | None
    label: str
    position: int | None


@dataclass(frozen=True, slots=True)
class PrintedTable:
    number: int
    label: str
    names: list[str]


@dataclass(frozen=True, slots=True)
class Lists:
    by_name: list[Seat]
    by_table: list[PrintedTable]
    out: list[str]

    @property
    def labelled(self) -> bool:
        return any(table.label for table in self.by_table)


def pairing_lists(round_: Round, actor: Actor, wanted: str = "") -> Lists:
    """With the names that this actor may read; ``wanted`` only those by name that have all its words in theirs."""
    labels = labels_of(round_.tournament)
    places = list(
        Place.objects.filter(round=round_)
        .select_related("entrant__player", "table")
        .prefetch_related(substitutions("entrant__"))
        .order_by("table__number", "position")
    )
    cover(actor, round_.tournament, (place.entrant for place in places), round_.number)
    words = name_key(" ".join(wanted.split())).split()
    seats = [
        Seat(
            place.entrant.name,
            place.table.number if place.table else None,
            labels.get(place.table.number, "") if place.table else "",
            place.position,
        )
        for place in places
    ]
    tables: dict[int, PrintedTable] = {}
    for seat in seats:
        if seat.table is not None:
            tables.setdefault(seat.table, PrintedTable(seat.table, seat.label, [])).names.append(seat.name)
    return Lists(
        by_name=sorted(
            (seat for seat in seats if all(word in name_key(seat.name) for word in words)),
            key=lambda seat: sort_key(seat.name),
        ),
        by_table=[tables[number] for number in sorted(tables)],
        out=[seat.name for seat in seats if seat.table is None],
    )
