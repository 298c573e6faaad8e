"""Lines of a round's list: who is meant, where they sit, what they got. Whether it can be is for the selectors."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.cells import as_it_was, harmless
from tournaments.importing.columns import NO, YES, plain
from tournaments.importing.limits import MOST_CELL, MOST_ROWS
from tournaments.importing.round_columns import MOST_DEALS, Cell, columns_of
from tournaments.importing.sheets import SheetRow
from tournaments.importing.workbook import FORMULA
from tournaments.names import clean_name

WHOLE = re.compile(r"-?\d{1,6}")
PACKED = (Cell.ROUND, Cell.TABLE, Cell.SEAT, Cell.NUMBER, Cell.NAME, Cell.POINTS, Cell.PLACE, Cell.BELL)
"""The order in which a preview's form carries a line."""
RESULTS = {2: (Cell.NAME, Cell.POINTS), 3: (Cell.TABLE, Cell.NAME, Cell.POINTS)}
PAIRINGS = {2: (Cell.TABLE, Cell.NAME), 3: (Cell.TABLE, Cell.SEAT, Cell.NAME)}
"""Without headings, by how many columns there are."""

Orders = Mapping[int, Sequence[Cell]]


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One line: what stands in it, or why it cannot be read."""

    line: int
    cells: Mapping[Cell, str]
    numbers: Mapping[Cell, int]
    """Of those cells that are numbers, and are there."""
    deals: tuple[int, ...] = ()
    problem: str = ""

    @property
    def name(self) -> str:
        return clean_name(self.cells.get(Cell.NAME, ""))

    @property
    def who(self) -> str:
        """As it is told of: by name, else by number."""
        return self.name or self.cells.get(Cell.NUMBER, "")

    @property
    def sum(self) -> int | None:
        """The points it tells of, if it does."""
        return sum(self.deals) if self.deals else self.number(Cell.POINTS)

    def number(self, cell: Cell) -> int | None:
        return self.numbers.get(cell)


def read_lines(rows: Sequence[SheetRow], orders: Orders) -> list[RoundLine]:
    """All lines below the heading, in their order."""
    if not rows:
        raise Refused("empty-list", _("There is nobody in this list."), field="file")
    wide = min(max(2, max(len(row.cells) for row in rows)), max(orders))
    columns = columns_of(rows[0].cells, orders[wide])
    lines = [
        _line(
            row.number,
            {cell: row.cells[at].strip() for cell, at in columns.cells.items() if at < len(row.cells)},
            [row.cells[at].strip() if at < len(row.cells) else "" for at in columns.deals],
        )
        for row in rows[columns.headed :]
    ]
    if not lines:
        raise Refused("empty-list", _("There is a heading, but nobody below it."), field="file")
    return lines


def pack(lines: Sequence[RoundLine]) -> str:
    """As the preview's form carries them to the yes."""
    told = [
        [
            each.line,
            [harmless(each.cells.get(cell, "")) for cell in PACKED],
            [str(deal) for deal in each.deals],
        ]
        for each in lines
        if not each.problem
    ]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def unpack(packed: str) -> list[RoundLine]:
    """Read once more as if it came from a file: a form can say anything."""
    broken = Refused("broken-list", _("This page did not send all it should. Choose the file again."))
    try:
        rows = json.loads(packed)
    except (ValueError, RecursionError) as error:
        raise broken from error
    if not isinstance(rows, list) or not 0 < len(rows) <= MOST_ROWS:
        raise broken
    lines = []
    for row in rows:
        if not isinstance(row, list) or len(row) != 3 or type(row[0]) is not int:
            raise broken
        number, cells, deals = row
        if not _are_texts(cells, len(PACKED)) or not _are_texts(deals, None):
            raise broken
        lines.append(_line(number, dict(zip(PACKED, cells, strict=True)), deals))
    return lines


# -- in detail -----------------------------------------------------------------------------------


def _are_texts(given: object, count: int | None) -> bool:
    return (
        isinstance(given, list)
        and (len(given) == count if count is not None else len(given) <= MOST_DEALS)
        and all(isinstance(each, str) and len(each) <= 2 * MOST_CELL for each in given)
    )


def _line(number: int, given: Mapping[Cell, str], deals: Sequence[str]) -> RoundLine:
    said = {cell: text for cell, text in given.items() if text}
    if any(text.startswith(FORMULA) for text in (*said.values(), *deals)):
        problem = _("A cell holds a formula. Formulas are not computed here: put in its value.")
        return RoundLine(number, {}, {}, problem=problem)
    cells = {cell: as_it_was(text) for cell, text in said.items()}
    if not cells.get(Cell.NAME) and not cells.get(Cell.NUMBER):
        return RoundLine(number, cells, {}, problem=_("There is no name in this line."))
    numbers: dict[Cell, int] = {}
    for cell, text in cells.items():
        if cell in (Cell.NAME, Cell.BELL):
            continue
        value = _whole(text)
        if value is None:
            return RoundLine(number, cells, {}, problem=_no_number(text))
        numbers[cell] = value
    if (bell := _bell(cells.get(Cell.BELL, ""))) is not None:
        numbers[Cell.BELL] = bell
    # Deals of a shorter match than the longest in the list end with empty cells.
    filled = list(deals)
    while filled and not filled[-1]:
        filled.pop()
    points = [_whole(as_it_was(text)) for text in filled]
    for text, value in zip(filled, points, strict=True):
        if value is None:
            return RoundLine(number, cells, {}, problem=_no_number(text))
    return RoundLine(number, cells, numbers, tuple(each for each in points if each is not None))


def _whole(text: str) -> int | None:
    """A whole number as a spreadsheet may write it; nothing if it is none."""
    bare = re.sub(r"\s", "", text).replace("\N{MINUS SIGN}", "-")
    bare = re.sub(r"[.,]0+$", "", bare)
    return int(bare) if WHOLE.fullmatch(bare) else None


def _bell(text: str) -> int | None:
    """The deal in which it rang; a mere yes means the first, the only one where deals are not told apart."""
    if (number := _whole(text)) is not None:
        return number or None
    said = plain(text)
    return 1 if said in YES and said not in NO else None


def _no_number(text: str) -> str:
    if not text:
        return _("A deal is empty between others.")
    return _("“%(text)s” is not a whole number.") % {"text": text[:40]}
