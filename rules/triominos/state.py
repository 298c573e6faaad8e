"""A match as it stands: immutable tuples, and their way to JSON and back.

Players are seats, numbered from 0; sets of tiles are integers, a bit a tile. Knows no rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from rules.triominos.board import EMPTY, Board, board_of
from rules.triominos.tiles import BY_NAME, as_set, members
from rules.triominos.variant import End

Depth = Literal["board", "sheet"]


class Options(NamedTuple):
    """What was chosen for this match."""

    limit: int
    bell: Literal["reach", "exceed"]
    two_sides: int
    blocked_tie: Literal["each", "nobody"]
    match_tie: Literal["shared", "extra-deal"]

    def rings(self, total: int) -> bool:
        return total > self.limit or (total == self.limit and self.bell == "reach")


class Bell(NamedTuple):
    """The first moment a total got there. ``action`` is nothing where the end of the deal did it."""

    deal: int
    action: int | None
    seat: int | None


class ClosedDeal(NamedTuple):
    """A deal that is over."""

    end: End
    winners: tuple[int, ...]
    scores: tuple[int, ...]


class Deal(NamedTuple):
    """The deal under way. ``racks`` is nothing where the tiles dealt were not written down."""

    depth: Depth
    counts: tuple[int, ...]
    pool: int
    scores: tuple[int, ...]
    turn: int
    racks: tuple[int, ...] | None = None
    openers: int = 0
    """The tiles that may open; 0 where any may."""
    board: Board = EMPTY
    laid: int = 0
    draws: int = 0
    """In this turn."""
    passes: int = 0
    """In a row, of those that count towards a block."""
    actions: int = 0
    end: Literal["out", "blocked"] | None = None
    """Set once nothing more can be played; the deal is then to be closed."""

    @property
    def out(self) -> int | None:
        """The seat that went out."""
        return self.turn if self.end == "out" else None


class Match(NamedTuple):
    """The whole match. ``totals`` are those of the closed deals."""

    players: tuple[str, ...]
    options: Options
    totals: tuple[int, ...]
    deals: tuple[ClosedDeal, ...] = ()
    bell: Bell | None = None
    deal: Deal | None = None

    @property
    def running(self) -> tuple[int, ...]:
        """The totals with the deal under way."""
        if self.deal is None:
            return self.totals
        return tuple(a + b for a, b in zip(self.totals, self.deal.scores, strict=True))


# -- to JSON and back ----------------------------------------------------------------------------


def dump(match: Match) -> dict[str, Any]:
    return {
        "players": list(match.players),
        "options": match.options._asdict(),
        "totals": list(match.totals),
        "deals": [
            {"end": deal.end, "winners": list(deal.winners), "scores": list(deal.scores)}
            for deal in match.deals
        ],
        "bell": match.bell._asdict() if match.bell else None,
        "deal": _dump_deal(match.deal) if match.deal else None,
    }


def load(data: Mapping[str, Any]) -> Match:
    return Match(
        tuple(data["players"]),
        Options(**data["options"]),
        tuple(data["totals"]),
        tuple(
            ClosedDeal(deal["end"], tuple(deal["winners"]), tuple(deal["scores"])) for deal in data["deals"]
        ),
        Bell(**data["bell"]) if data["bell"] else None,
        _load_deal(data["deal"]) if data["deal"] else None,
    )


def _dump_deal(deal: Deal) -> dict[str, Any]:
    plain = deal._asdict()
    plain["counts"], plain["scores"] = list(deal.counts), list(deal.scores)
    plain["racks"] = None if deal.racks is None else [_names(rack) for rack in deal.racks]
    plain["openers"], plain["laid"] = _names(deal.openers), _names(deal.laid)
    plain["board"] = dump_board(deal.board)
    return plain


def _load_deal(data: Mapping[str, Any]) -> Deal:
    racks = data["racks"]
    changed = {
        "counts": tuple(data["counts"]),
        "scores": tuple(data["scores"]),
        "racks": None if racks is None else tuple(_mask(rack) for rack in racks),
        "openers": _mask(data["openers"]),
        "laid": _mask(data["laid"]),
        "board": board_of(((x, y), (a, b, c)) for (x, y), (a, b, c) in data["board"]),
    }
    return Deal(**{**data, **changed})


def dump_board(board: Board) -> list[list[list[int]]]:
    """Cells and corners in the order laid."""
    return [[list(cell), list(corners)] for cell, corners in board.tiles()]


def _names(mask: int) -> list[str]:
    return [tile.name for tile in members(mask)]


def _mask(names: list[str]) -> int:
    return as_set(BY_NAME[name] for name in names)
