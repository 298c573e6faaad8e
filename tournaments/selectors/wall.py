"""What a wall shows of a tournament, screenful by screenful, as strangers may see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.access import Actor
from tournaments.models import Round, Tournament
from tournaments.names import sort_key
from tournaments.selectors.clocks import round_clock
from tournaments.selectors.columns import HiddenRow, Row
from tournaments.selectors.pages import Overview, RoundView, overview_of, round_view
from tournaments.wall import Slide, Wall, slides

LINES, NAMES, TABLES = 10, 24, 8
"""How many fit on a screen and can still be read from the back row."""
COMING = 3
"""Places not revealed yet that are shown above the newest."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Where somebody sits in the round."""

    name: str
    table: int | None


@dataclass(frozen=True, slots=True)
class WallView:
    overview: Overview
    round: Round | None
    slides: list[Slide]


def wall_view(tournament: Tournament, rounds: list[Round], token: str) -> WallView:
    """The chosen pages that have something to show. Nobody's rights play a part: a hall sees what everybody may.

    ``rounds`` are all of the tournament, as ``rounds_of`` gives them, and ``token`` is theirs.
    """
    wall = Wall.read(tournament.wall)
    overview = overview_of(Actor(), tournament, rounds, token)
    current = public_round(rounds)
    needs_round = current and {"names", "tables"} & set(wall.pages)
    view = _round(current) if current and needs_round else None
    rows = rows_shown(overview)
    makers: dict[str, Callable[[], list[Slide]]] = {
        "standings": lambda: slides("standings", rows, LINES),
        "names": lambda: slides("names", _by_name(view), NAMES) if view else [],
        "tables": lambda: slides("tables", view.tables, TABLES) if view else [],
        "clock": lambda: [Slide("clock", "clock")] if current and round_clock(current).round_end else [],
        "message": lambda: [Slide("message", "message")] if wall.message else [],
    }
    # While places are revealed everybody looks at the next one: nothing else is turned to.
    pages = ("standings",) if overview.hidden else wall.pages
    return WallView(overview, current, [slide for page in pages for slide in makers[page]()])


def rows_shown(overview: Overview) -> Sequence[HiddenRow | Row]:
    """All lines; while places are revealed a screenful: those that come next, and those revealed last."""
    if not overview.hidden:
        return overview.table.rows
    hidden = overview.hidden_rows[-COMING:]
    return [*hidden, *overview.table.rows[: LINES - len(hidden)]]


def public_round(rounds: Sequence[Round]) -> Round | None:
    """The newest that everybody may see."""
    return next((each for each in reversed(rounds) if Actor().sees_round(each)), None)


def _round(current: Round) -> RoundView:
    """With all that its page shows, read at once."""
    return round_view(Round.objects.select_related("stage", "tournament").get(pk=current.pk))


def _by_name(view: RoundView) -> list[Seat]:
    seated = [
        Seat(entrant.name, each.table.number) for each in view.tables for entrant, _total in each.people
    ]
    out = [Seat(entrant.name, None) for entrant in view.out]
    return sorted((*seated, *out), key=lambda seat: sort_key(seat.name))
