"""A judge who scores a whole match, turn by turn, and keeps a journal of what was sent and what was acknowledged.

What they enter is dull but right: everybody lays the next tile of the box, until somebody is out.
"""

import http.client
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from rules.triominos.state import Match
from rules.triominos.tiles import TILES
from rules.triominos.variants.classic import engine
from tests.load.phone import Phone
from tests.load.prepare import LIMIT, SEATS

TAKEN = 302
"""How a form that was carried out is answered: look at the page again."""
PATIENCE = 180.0
"""Seconds for which somebody tries again before they give up."""
LONGEST_PAUSE = 1.0


def next_entry(state: Match) -> tuple[str, dict[str, object], list[dict[str, object]]]:
    """What comes next: where it is sent, the form, and the actions it stands for."""
    deal = state.deal
    if deal is None:
        starter = str(len(state.deals) % SEATS + 1)
        return "start", {"starter": starter}, [{"do": "start", "depth": "sheet", "starter": starter}]
    if deal.end is not None:
        left = {str(seat): 10 for seat, tiles in enumerate(deal.counts, start=1) if tiles}
        fields: dict[str, object] = {f"sum_{seat}": each for seat, each in left.items()}
        return "close", fields, [{"do": "close", "left": left}]
    player = state.players[deal.turn]
    tile = next(tile.name for tile in reversed(TILES) if not deal.laid & tile.bit)
    return "turn", {"player": player, "tile": tile}, [{"do": "place", "player": player, "tile": tile}]


@dataclass
class Sent:
    """An entry as the judge remembers it."""

    match: Any
    events: list[uuid.UUID]
    acknowledged: bool = False
    sent_at: float = field(default_factory=time.monotonic)
    acknowledged_at: float = 0.0


@dataclass
class Judge:
    phone: Phone
    card: str
    page: str
    match: Any
    """Whatever it is called by who compares the journals."""
    journal: list[Sent] = field(default_factory=list)
    limit: int = LIMIT
    version: int = 0
    again: int = 0
    """How often an entry had to be sent again, because no answer came."""

    def __post_init__(self) -> None:
        self.state = engine.start([str(seat) for seat in range(1, SEATS + 1)], {"limit": self.limit})

    @property
    def over(self) -> bool:
        return engine.outcome(self.state) is not None

    def come_in(self) -> None:
        """Scan the card and open the desk, as often as it takes."""
        self._until_answered(lambda: self.phone.get(self.card))
        status, _to = self._until_answered(lambda: self.phone.get(self.page))
        assert status == 200, status

    def enter_next(self) -> None:
        """Enter what comes next, sending the very same until it is acknowledged."""
        where, fields, actions = next_entry(self.state)
        entry = uuid.uuid4()
        sent = Sent(self.match, [uuid.uuid5(entry, str(number)) for number in range(len(actions))])
        self.journal.append(sent)
        form = fields | {"entry_id": entry, "version": self.version}
        status, _to = self._until_answered(lambda: self.phone.post(f"{self.page}{where}/", form))
        assert status == TAKEN, f"{self.page}: {status} for {form}"
        sent.acknowledged, sent.acknowledged_at = True, time.monotonic()
        self.version += len(actions)
        for action in actions:
            self.state = engine.apply(self.state, action).state

    # -- in detail -------------------------------------------------------------------------------

    def _until_answered(self, ask: Callable[[], tuple[int, str]]) -> tuple[int, str]:
        until_answered = ask_until_answered(ask)
        self.again += until_answered.again
        return until_answered.status, until_answered.to


@dataclass(frozen=True)
class Answered:
    status: int
    to: str
    again: int


def ask_until_answered(ask: Callable[[], tuple[int, str]], patience: float = PATIENCE) -> Answered:
    """As often as it takes, with pauses that grow, until there is an answer that is not the server's own trouble."""
    deadline = time.monotonic() + patience
    for again in count():
        try:
            status, to = ask()
            trouble: object = status
        except (OSError, http.client.HTTPException) as error:
            status, to, trouble = 0, "", error
        if 0 < status < 500:
            return Answered(status, to, again)
        assert time.monotonic() < deadline, f"no answer but {trouble!r}"
        time.sleep(min(LONGEST_PAUSE, 0.01 * 2**again))
    raise AssertionError
