"""Panels a phone can put up by itself: one of each kind, drawn by the same templates as the real ones.

The page keeps them out of sight and fills in names and numbers. Knows nothing of how that is done.
"""

from __future__ import annotations

from dataclasses import replace

from games.models import Match
from games.selectors import sheet_of
from rules.triominos.state import Deal
from rules.triominos.tiles import TILES
from tournaments.desk.forms import StartForm, TurnForm
from tournaments.desk.game import Game
from tournaments.desk.model import is_plain
from tournaments.desk.panel import Panel, empty_preview
from tournaments.desk.racks import CloseForm
from tournaments.forms import DealForm


def spare_panels(game: Game) -> dict[str, tuple[Game, Panel]]:
    """By kind, each with the match it is drawn for; none where the phone could not play on anyway."""
    if not is_plain(game.engine) or game.match.status != Match.Status.PLAYING:
        return {}
    turn, blocked = _in_a_deal(game), _in_a_deal(game, blocked=True)
    between = replace(game, state=game.state._replace(deal=None))
    return {
        "start": (between, Panel("start", StartForm(between))),
        "totals": (between, Panel("totals", DealForm(sheet_of(game.match)))),
        "turn": (turn, Panel("turn", TurnForm(turn), empty_preview("turn"))),
        "close": (blocked, Panel("close", CloseForm(blocked), empty_preview("close"))),
    }


def _in_a_deal(game: Game, *, blocked: bool = False) -> Game:
    """A deal with one tile laid: everything that can be entered in a turn can be entered in this one."""
    players = len(game.state.players)
    hand = game.engine.variant.hands[players]
    deal = Deal(
        depth="sheet",
        counts=(hand,) * players,
        pool=len(TILES) - players * hand,
        scores=(0,) * players,
        turn=0,
        laid=TILES[-1].bit,
        end="blocked" if blocked else None,
    )
    return replace(game, state=game.state._replace(deal=deal))
