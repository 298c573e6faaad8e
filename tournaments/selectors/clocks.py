"""What the clocks of a table show: moments by the server's clock, never by the phone's."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Match
from games.replay import SIGNOFFS
from tournaments.desk.game import game_of
from tournaments.models import Round, Table


@dataclass(frozen=True, slots=True)
class Clock:
    """When the round's time is over, when this turn's is, and what time the server has."""

    round_end: datetime | None = None
    turn_end: datetime | None = None
    turn_seconds: int = 0
    extra: int = 0
    """Minutes that this table was given for itself."""
    now: datetime = field(default_factory=timezone.now)

    @property
    def runs(self) -> bool:
        return self.round_end is not None or self.turn_end is not None

    @property
    def token(self) -> str:
        return f"{_stamp(self.round_end)}/{_stamp(self.turn_end)}"

    @property
    def round_left(self) -> int | None:
        """Seconds, below nought when the time is over."""
        return _left(self.round_end, self.now)

    @property
    def turn_left(self) -> int | None:
        return _left(self.turn_end, self.now)


def round_clock(round_: Round) -> Clock:
    """The clock of a round that is being played, as it is for tables without extra time of their own."""
    return Clock(round_end=_round_end(round_))


def table_clock(table: Table) -> Clock:
    """The round's clock and the turn's, at a table where it is still played."""
    match = table.match
    if match is None or match.status != Match.Status.PLAYING:
        return Clock()
    end = _round_end(table.round)
    return Clock(
        round_end=end + timedelta(minutes=table.extra_minutes) if end else None,
        turn_end=_turn_end(match, table.round.tournament.turn_seconds),
        turn_seconds=table.round.tournament.turn_seconds,
        extra=table.extra_minutes,
    )


def _round_end(round_: Round) -> datetime | None:
    start, minutes = round_.clock_at or round_.published_at, round_.tournament.round_minutes
    if not minutes or start is None or round_.state != Round.State.PUBLISHED:
        return None
    return start + timedelta(minutes=minutes + round_.extra_minutes)


def _turn_end(match: Match, seconds: int) -> datetime | None:
    """So many seconds from the last entry on, while a deal is followed turn by turn."""
    if not seconds:
        return None
    game = game_of(match)
    if game is None or game.phase not in ("turn", "board"):
        return None
    entries = match.events.exclude(kind__in=SIGNOFFS).order_by("-seq")
    last = entries.values_list("at", flat=True).first()
    return last + timedelta(seconds=seconds) if last else None


def _left(end: datetime | None, now: datetime) -> int | None:
    return None if end is None else round((end - now).total_seconds())


def _stamp(moment: datetime | None) -> str:
    return "" if moment is None else f"{moment.timestamp():.3f}"
