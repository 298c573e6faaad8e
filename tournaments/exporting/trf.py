"""The report of a tournament of tables of two as programs for chess read it: TRF16 of the FIDE, with the number of rounds
(XXR) that pairing programs ask for. Plain data in, text out; knows no tournament.

Every field stands at its own columns, counted from 1 as the FIDE counts them; docs/files.md names them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

LONGEST_NAME = 33
MOST_PLAYERS = 9999
LINE_END = "\r\n"


class Result(StrEnum):
    WIN = "1"
    TIE = "="
    LOSS = "0"
    WIN_UNPLAYED = "+"
    LOSS_UNPLAYED = "-"
    TIE_UNPLAYED = "D"
    FULL_BYE = "U"
    HALF_BYE = "H"
    NO_POINT = "Z"


WORTH = {
    Result.WIN: Fraction(1),
    Result.WIN_UNPLAYED: Fraction(1),
    Result.FULL_BYE: Fraction(1),
    Result.TIE: Fraction(1, 2),
    Result.TIE_UNPLAYED: Fraction(1, 2),
    Result.HALF_BYE: Fraction(1, 2),
}
"""What else there is, is worth nothing."""


@dataclass(frozen=True, slots=True)
class Game:
    """One round of one player; without an opponent, no game."""

    result: Result
    opponent: int = 0
    colour: str = "-"


@dataclass(frozen=True, slots=True)
class Player:
    number: int
    name: str
    rank: int
    games: Sequence[Game]

    @property
    def points(self) -> Fraction:
        return sum((WORTH.get(game.result, Fraction(0)) for game in self.games), Fraction(0))


@dataclass(frozen=True, slots=True)
class Report:
    name: str
    place: str
    first_day: date
    last_day: date
    rounds: int
    """As many as are planned, played or not."""
    kind: str
    players: Sequence[Player]


def as_trf(report: Report) -> str:
    lines = [
        _told("012", report.name),
        _told("022", report.place),
        _told("042", report.first_day.strftime("%Y/%m/%d")),
        _told("052", report.last_day.strftime("%Y/%m/%d")),
        _told("062", str(len(report.players))),
        _told("092", report.kind),
        *map(_player, report.players),
        _told("XXR", str(report.rounds)),
    ]
    return LINE_END.join([*(line for line in lines if line), ""])


# -- in detail -----------------------------------------------------------------------------------


def _told(code: str, text: str) -> str:
    text = _plain(text)
    return f"{code} {text}" if text else ""


def _player(player: Player) -> str:
    name = _plain(player.name)[:LONGEST_NAME].strip()
    # Columns 49 to 79 are for rating, federation, number and birthday, which nobody here has.
    about = f"001 {player.number:>4}      {name:<{LONGEST_NAME}}".ljust(80)
    return f"{about}{_points(player.points):>4} {player.rank:>4}{''.join(_games(player.games))}"


def _games(games: Iterable[Game]) -> Iterable[str]:
    return (f"  {game.opponent:04d} {game.colour} {game.result.value}" for game in games)


def _points(points: Fraction) -> str:
    tenths = round(points * 10)
    return f"{tenths // 10}.{tenths % 10}"


def _plain(text: str) -> str:
    """One line, a character a column as far as that can be: accents joined to their letters, nothing unseen."""
    joined = unicodedata.normalize("NFC", text)
    seen = "".join(char if unicodedata.category(char)[0] != "C" else " " for char in joined)
    return " ".join(seen.split())
