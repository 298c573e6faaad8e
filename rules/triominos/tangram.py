"""The tangram: cover every cell of a figure with a tile of its own.

The figures that the sheet printed are lost; ours are in ``figures``. That touching corners are equal is a
reading, so it is an option. Tiles may be laid in any order and need not touch; a cell covered earns 1, so
that the total says how far one got. It ends when the figure is covered, or when nothing fits any more.

The one action is ``{"do": "place", "player": …, "cell": [x, y], "corners": [a, b, c]}``. Knows nothing of how
a figure is filled (``tangram_solver``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules.api import Action, Engine, Message, Option, Outcome, RuleError, ScoreLine, Step, gettext_noop
from rules.triominos.actions import Lay, Reader
from rules.triominos.covering import ANY, EQUAL, Covering
from rules.triominos.figures import figures
from rules.triominos.tiles import tile_of

POINT = "tangram (classic)"


class Tangram(NamedTuple):
    """Who covers what, and how far it is covered."""

    player: str
    covering: Covering


class TangramEngine(Engine[Tangram]):
    key = "tangram"
    version = "1"
    name = gettext_noop("Tangram")
    summary = gettext_noop("One player covers a given figure with tiles.")
    seats = range(1, 2)
    entry_modes = ("board",)
    options = (
        Option(
            "figure",
            "choice",
            "hexagon",
            gettext_noop("The figure to be covered"),
            choices=tuple((figure.key, figure.title) for figure in figures().values()),
        ),
        Option(
            "corners",
            "choice",
            EQUAL,
            gettext_noop("Corners that touch"),
            gettext_noop("The published rules only ask for the figure."),
            choices=(
                (EQUAL, gettext_noop("carry the same number")),
                (ANY, gettext_noop("carry any numbers")),
            ),
            reading=True,
        ),
    )

    # -- playing ---------------------------------------------------------------------------------

    def start(self, players: Sequence[str], options: Mapping[str, Any]) -> Tangram:
        settled = self.settle_options(options)
        covering = Covering(figures()[settled["figure"]], settled["corners"])
        return Tangram(self.check_players(players)[0], covering)

    def apply(self, state: Tangram, action: Action) -> Step[Tangram]:
        if self.outcome(state):
            message = Message(gettext_noop("This figure is finished. Nothing can be laid now."))
            raise RuleError("match-over", message)
        move = Reader((state.player,)).action(action)
        if not isinstance(move, Lay):
            message = Message(gettext_noop("Here tiles are laid on the figure, nothing else."))
            raise RuleError("place-only", message)
        covering = state.covering.lay(move.cell, move.corners)
        line = ScoreLine(state.player, 1, "covered", POINT, {"tile": tile_of(move.corners).name})
        return Step(state._replace(covering=covering), (line,))

    def legal(self, state: Tangram) -> tuple[Action, ...]:
        # Once the figure is covered no cell is open, and a player who is stuck has no placement.
        return tuple(
            {"player": state.player, "do": "place", "cell": list(cell), "corners": list(corners)}
            for cell, corners in state.covering.placements()
        )

    # -- reading ---------------------------------------------------------------------------------

    def totals(self, state: Tangram) -> dict[str, int]:
        return {state.player: len(state.covering.laid)}

    def places(self, state: Tangram) -> dict[str, int]:
        return {state.player: 1}

    def outcome(self, state: Tangram) -> Outcome | None:
        if not state.covering.open():
            return _ended(state, "complete")
        return None if any(state.covering.placements()) else _ended(state, "stuck")

    def public(self, state: Tangram) -> dict[str, Any]:
        return {**self.dump(state), "open": [list(cell) for cell in state.covering.open()]}

    def explain(self, line: ScoreLine) -> Message:
        return Message(gettext_noop("a cell covered with %(tile)s"), dict(line.details))

    # -- keeping ---------------------------------------------------------------------------------

    def dump(self, state: Tangram) -> dict[str, Any]:
        figure, corners, laid = state.covering
        return {
            "player": state.player,
            "figure": figure.key,
            "corners": corners,
            "laid": [[list(cell), list(numbers)] for cell, numbers in laid],
        }

    def load(self, data: Mapping[str, Any]) -> Tangram:
        laid = tuple(((x, y), (a, b, c)) for (x, y), (a, b, c) in data["laid"])
        return Tangram(data["player"], Covering(figures()[data["figure"]], data["corners"], laid))


# -- in detail -----------------------------------------------------------------------------------


def _ended(state: Tangram, reason: str) -> Outcome:
    return Outcome((state.player,), reason, Message(ENDINGS[reason]))


ENDINGS = {
    "complete": gettext_noop("The figure is covered."),
    "stuck": gettext_noop("None of the tiles that are left fits anywhere."),
}

engine = TangramEngine()
