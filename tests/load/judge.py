"""A judge who scores a whole match, turn by turn, and keeps a journal of what was sent and what was acknowledged.

What they enter is dull but right: everybody lays the next tile of the box, until somebody is out.
"""

import http.client
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

from rules.triominos.state import Match
from rules.triominos.tiles import TILES
from rules.triominos.variants.classic import engine
from tests.load.phone import Phone
from tests.load.prepare import LIMIT, SEATS

TAKEN = 302
"""How a form that was carried out is answered: look at the page again."""


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

    match: int
    events: list[uuid.UUID]
    acknowledged: bool = False


@dataclass
class Judge:
    phone: Phone
    card: str
    page: str
    match: int
    journal: list[Sent] = field(default_factory=list)
    version: int = 0
    again: int = 0
    """How often an entry had to be sent again, because no answer came."""

    def __post_init__(self) -> None:
        self.state = engine.start([str(seat) for seat in range(1, SEATS + 1)], {"limit": LIMIT})

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
        sent.acknowledged = True
        self.version += len(actions)
        for action in actions:
            self.state = engine.apply(self.state, action).state

    # -- in detail -------------------------------------------------------------------------------

    def _until_answered(self, ask: Callable[[], tuple[int, str]]) -> tuple[int, str]:
        for attempt in count():
            try:
                status, to = ask()
            except (OSError, http.client.HTTPException):
                self.again += 1
                continue
            if status < 500 or attempt > 100:
                return status, to
            self.again += 1
        raise AssertionError
