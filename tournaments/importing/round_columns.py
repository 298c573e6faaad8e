"""Which column of a round's list holds what: table, seat, name, points, deal after deal. Knows no people and no rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.importing.columns import HEADINGS as OF_PEOPLE
from tournaments.importing.columns import Field, plain

MOST_DEALS = 40


class Cell(StrEnum):
    ROUND = "round"
    TABLE = "table"
    SEAT = "seat"
    NUMBER = "number"
    NAME = "name"
    POINTS = "points"
    PLACE = "place"
    BELL = "bell"


HEADINGS: dict[Cell, str] = {
    Cell.NAME: OF_PEOPLE[Field.NAME],
    Cell.TABLE: "table|table number|table no|tisch|tischnummer|tafel|mesa|tavolo|bord|bordet|poyta|stul|stol|стол",
    Cell.POINTS: "points|total|score|punkte|gesamt|punten|totaal|puntos|punti|totale|pontos|poeng|poang|point|"
    "pisteet|body|celkem|punkty|очки",
    Cell.PLACE: "place|platz|rang|plaats|puesto|lugar|posto|plass|placering|sija|misto|miejsce",
    Cell.SEAT: "seat|sitz|sitzplatz|stoel|asiento|posto a sedere|sete|stolsplats|istuin|sedadlo|chaise|siege",
    Cell.NUMBER: "no|number|start number|startnummer|nr|num|numero|nro|c",
    Cell.ROUND: "round|runde|ronde|ronda|giro|rodada|runda|kierros|kolo|manche",
    Cell.BELL: "bell|glocke|bel|cloche|campana|campanello|sino|klokke|klocka|kello|zvonek",
}
DEALS = frozenset(["deal", "spiel", "donne", "mano", "ronde", "kort", "giv", "jako", "rozdani", "partija"])
A_DEAL = re.compile(r"(?P<word>\D+?)\s*(?P<number>\d{1,2})")


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each is; ``deals`` in their order."""

    cells: dict[Cell, int]
    deals: tuple[int, ...]
    headed: bool


def is_round_heading(cell: str) -> bool:
    return _cell_of(cell) is not None or _deal_of(cell) is not None


def columns_of(first: Sequence[str], by_place: Sequence[Cell]) -> Columns:
    """By the first row's headings; without any, in this order."""
    found: dict[Cell, int] = {}
    deals: dict[int, int] = {}
    for place, text in enumerate(first):
        cell, deal = _cell_of(text), _deal_of(text)
        if cell is not None:
            found.setdefault(cell, place)
        elif deal is not None:
            deals.setdefault(deal, place)
    if not found:
        return Columns({cell: place for place, cell in enumerate(by_place)}, (), headed=False)
    if Cell.NAME not in found and Cell.NUMBER not in found:
        raise Refused("no-name-column", _("No column is headed “name”."), field="file")
    if sorted(deals) != list(range(1, len(deals) + 1)) or len(deals) > MOST_DEALS:
        raise Refused(
            "bad-deals",
            _("The columns of deals must be numbered from 1 on without gaps, and be no more than %(most)s.")
            % {"most": MOST_DEALS},
            field="file",
        )
    return Columns(found, tuple(deals[number] for number in sorted(deals)), headed=True)


# -- in detail -----------------------------------------------------------------------------------


def _cell_of(text: str) -> Cell | None:
    said = plain(text)
    return _CELL_OF.get(said) or next(
        (cell for cell, word in _our_own().items() if plain(word) == said), None
    )


def _our_own() -> dict[Cell, str]:
    """The headings of our own files, in the reader's language."""
    return {
        Cell.ROUND: _("Round"),
        Cell.TABLE: _("Table"),
        Cell.SEAT: _("Seat"),
        Cell.NUMBER: _("No."),
        Cell.NAME: _("Name"),
        Cell.POINTS: _("Points"),
        Cell.PLACE: _("Place"),
        Cell.BELL: _("Bell"),
    }


def _deal_of(text: str) -> int | None:
    """The number of a deal: our own heading, or a word for it in another language."""
    match = A_DEAL.fullmatch(plain(text))
    if match is None:
        return None
    number = int(match["number"])
    ours = plain(_("Deal %(number)s") % {"number": number})
    return number if match["word"].strip() in DEALS or plain(text) == ours else None


_CELL_OF = {plain(word): cell for cell, words in reversed(HEADINGS.items()) for word in words.split("|")}
"""Reversed, so that of a word that stands twice the cell named first counts."""
