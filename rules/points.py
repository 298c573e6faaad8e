"""The plain engine: what each player got in a deal, typed in as points or as places.

It knows no tiles. A club can run any game with it, and a Triominos evening on which only the
deals' points are written down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.api import (
    Action,
    Engine,
    Message,
    Option,
    Outcome,
    RuleError,
    RulePoint,
    ScoreLine,
    Step,
    gettext_noop,
    places_by,
)

MOST_POINTS = 2_000
"""More than any deal of any game we know of; a typing slip, not a score, lies beyond it."""


@dataclass(frozen=True, slots=True)
class PointsState:
    """The deals so far, each a tuple of points in seat order, and in which one the bell rang."""

    players: tuple[str, ...]
    options: tuple[tuple[str, Any], ...]
    deals: tuple[tuple[int, ...], ...] = ()
    bell: int | None = None

    def option(self, key: str) -> Any:
        return dict(self.options)[key]


class PointsEngine(Engine[PointsState]):
    key = "points"
    version = "1"
    name = gettext_noop("Points only")
    summary = gettext_noop("Type in what each player got in a deal. Works for any game of 2 to 6 players.")
    seats = range(2, 7)
    entry_modes = ("totals",)
    options = (
        Option(
            "count",
            "choice",
            "points",
            gettext_noop("What is typed in"),
            gettext_noop("Points are added up deal by deal. Places are entered once and end the match."),
            choices=(("points", gettext_noop("points")), ("places", gettext_noop("places"))),
        ),
        Option(
            "limit",
            "number",
            400,
            gettext_noop("Points that ring the bell"),
            gettext_noop("The deal in which a player gets there is the last one."),
            minimum=1,
        ),
        Option(
            "deals",
            "number",
            0,
            gettext_noop("Deals in a match"),
            gettext_noop("0: no fixed number, the bell decides."),
            choices=((0, gettext_noop("no fixed number, the bell decides")),),
            maximum=100,
        ),
    )

    # -- playing ---------------------------------------------------------------------------------

    def start(self, players: Sequence[str], options: Mapping[str, Any]) -> PointsState:
        settled = self.settle_options(options)
        return PointsState(self.check_players(players), tuple(settled.items()))

    def apply(self, state: PointsState, action: Action) -> Step[PointsState]:
        if self.outcome(state):
            raise RuleError(
                "match-over", Message(gettext_noop("This match is over. Nothing can be added to it."))
            )
        if action.get("do") != "deal":
            raise RuleError(
                "bad-record", Message(gettext_noop("Only whole deals can be entered with these rules."))
            )
        points = self._points(state, action.get("points"))
        bell = action.get("bell", False)
        if not isinstance(bell, bool):
            raise RuleError(
                "bad-record", Message(gettext_noop("The bell has rung or it has not.")), field="bell"
            )
        after = replace(state, deals=(*state.deals, points))
        if state.bell is None and (bell or self._reached(after)):
            after = replace(after, bell=len(state.deals))
        return Step(after, self._lines(state, points))

    def legal(self, state: PointsState) -> tuple[Action, ...]:
        return () if self.outcome(state) else ({"do": "deal"},)

    # -- reading ---------------------------------------------------------------------------------

    def describe(self, options: Mapping[str, Any]) -> tuple[RulePoint, ...]:
        settled = self.settle_options(options)
        if settled["count"] == "places":
            entry = Message(gettext_noop("The places of a match are entered, once."))
            end = Message(gettext_noop("A match is over when its places are entered."))
        else:
            entry = Message(gettext_noop("What each player got in a deal is entered and added up."))
            end = (
                Message(gettext_noop("A match has this many deals: %(deals)s."), {"deals": settled["deals"]})
                if settled["deals"]
                else Message(
                    gettext_noop("The deal in which somebody gets to %(limit)s points is the last one."),
                    {"limit": settled["limit"]},
                )
            )
        return (
            RulePoint("entry", gettext_noop("What is entered"), entry),
            RulePoint("end", gettext_noop("The end of a match"), end),
        )

    def totals(self, state: PointsState) -> dict[str, int]:
        if self._counts_places(state) or not state.deals:
            return dict.fromkeys(state.players, 0)
        sums = (sum(column) for column in zip(*state.deals, strict=True))
        return dict(zip(state.players, sums, strict=True))

    def places(self, state: PointsState) -> dict[str, int]:
        if self._counts_places(state) and state.deals:
            given = dict(zip(state.players, state.deals[0], strict=True))
            return places_by(given, lowest_first=True)
        return places_by(self.totals(state))

    def outcome(self, state: PointsState) -> Outcome | None:
        if self._counts_places(state):
            over, reason = bool(state.deals), "places-given"
        elif fixed := state.option("deals"):
            over, reason = len(state.deals) >= fixed, "deals-played"
        else:
            over, reason = state.bell is not None, "bell"
        if not over:
            return None
        best = tuple(player for player, place in self.places(state).items() if place == 1)
        return Outcome(best, reason, Message(ENDINGS[reason]))

    def public(self, state: PointsState) -> dict[str, Any]:
        return self.dump(state)

    def explain(self, line: ScoreLine) -> Message:
        return Message(gettext_noop("%(points)s in this deal"), {"points": line.points})

    def deal_winners(self, state: PointsState) -> tuple[tuple[str, ...], ...]:
        """Whoever got most in a deal."""
        if self._counts_places(state):
            return ()
        return tuple(
            tuple(player for player, points in zip(state.players, deal, strict=True) if points == max(deal))
            for deal in state.deals
        )

    # -- keeping ---------------------------------------------------------------------------------

    def dump(self, state: PointsState) -> dict[str, Any]:
        return {
            "players": list(state.players),
            "options": dict(state.options),
            "deals": [list(deal) for deal in state.deals],
            "bell": state.bell,
        }

    def load(self, data: Mapping[str, Any]) -> PointsState:
        return PointsState(
            tuple(data["players"]),
            tuple(data["options"].items()),
            tuple(tuple(deal) for deal in data["deals"]),
            data["bell"],
        )

    # -- in detail -------------------------------------------------------------------------------

    def _points(self, state: PointsState, given: object) -> tuple[int, ...]:
        if not isinstance(given, Mapping) or set(given) != set(state.players):
            raise RuleError("bad-record", Message(gettext_noop("Every player at the table needs a number.")))
        for player, value in given.items():
            if type(value) is not int:
                raise RuleError("bad-points", Message(gettext_noop("Enter a whole number.")), field=player)
            if self._counts_places(state) and not 1 <= value <= len(state.players):
                raise RuleError(
                    "bad-points",
                    Message(
                        gettext_noop("A place is a number from 1 to %(most)s."), {"most": len(state.players)}
                    ),
                    field=player,
                )
            if abs(value) > MOST_POINTS:
                raise RuleError(
                    "bad-points",
                    Message(
                        gettext_noop("Enter a number between −%(most)s and %(most)s."), {"most": MOST_POINTS}
                    ),
                    field=player,
                )
        if self._counts_places(state) and 1 not in given.values():
            raise RuleError("bad-points", Message(gettext_noop("Somebody must be first.")))
        return tuple(given[player] for player in state.players)

    def _lines(self, state: PointsState, points: tuple[int, ...]) -> tuple[ScoreLine, ...]:
        if self._counts_places(state):
            return ()
        return tuple(
            ScoreLine(player, each, "deal", "points")
            for player, each in zip(state.players, points, strict=True)
        )

    def _counts_places(self, state: PointsState) -> bool:
        return bool(state.option("count") == "places")

    def _reached(self, state: PointsState) -> bool:
        return max(self.totals(state).values()) >= int(state.option("limit"))


ENDINGS = {
    "places-given": gettext_noop("The places have been entered."),
    "deals-played": gettext_noop("All deals have been played."),
    "bell": gettext_noop("The bell rang in the last deal."),
}

engine = PointsEngine()
