"""Checks that states never change, and that a match can be kept as JSON and taken up again."""

from __future__ import annotations

from typing import Any

from rules.testing.complaints import as_text, demand, demand_equal, through_text
from rules.testing.hooks import Hooks
from rules.testing.playing import NAMES, Turn

FROZEN = "make it a frozen dataclass or a NamedTuple of tuples"


class Kept(Hooks):
    """Immutability, JSON, replay."""

    def test_a_state_cannot_be_written_to(self) -> None:
        state = self.plays()[0].last
        demand(not isinstance(state, (dict, list, set)), f"a state is a {type(state).__name__}: {FROZEN}")
        try:
            state.a_field_of_the_kit = 1
        except (AttributeError, TypeError):
            return
        raise AssertionError(f"anybody can write to a {type(state).__name__}: {FROZEN}")

    def test_no_action_changes_the_state_or_the_action(self) -> None:
        for play in self.plays():
            state = self.engine.start(play.players, play.options)
            for turn in play.turns:
                state = self._demand_untouched(state, turn)

    def test_what_was_handed_out_can_be_changed_without_harm(self) -> None:
        for play in self.plays():
            for state, where in play.states():
                kept = as_text(self.engine.dump(state), f"{where}: dump")
                _spoil([self.engine.dump(state), self.engine.public(state), *self.engine.legal(state)])
                again = as_text(self.engine.dump(state), f"{where}: dump")
                complaint = f"{where}: `dump`, `public` or `legal` hands out a part of the state: copy it"
                demand_equal(again, kept, complaint)

    def test_players_and_options_are_copied(self) -> None:
        players, options = list(NAMES[: min(self.engine.seats)]), dict[str, Any]()
        state = self.engine.start(players, options)
        kept = as_text(self.engine.dump(state), "dump")
        _spoil([players, options])
        again = as_text(self.engine.dump(state), "dump")
        demand_equal(again, kept, "`start` keeps the list of players or the options it is given: copy them")

    def test_every_state_comes_back_from_json(self) -> None:
        for play in self.plays():
            for state, where in play.states():
                loaded = self.engine.load(through_text(self.engine.dump(state), f"{where}: dump"))
                for name in ("dump", "legal", "totals", "places", "outcome", "public"):
                    ask = getattr(self.engine, name)
                    complaint = f"{where}: `{name}` differs after `dump` and `load`"
                    demand_equal(ask(loaded), ask(state), complaint)
                seats = list(self.engine.totals(loaded))
                demand_equal(seats, list(play.players), f"{where}: seats change places in `load`")

    def test_a_replay_from_json_equals_the_live_match(self) -> None:
        for play in self.plays():
            state = self.engine.start(play.players, play.options)
            for turn in play.turns:
                state = self.engine.load(through_text(self.engine.dump(state), f"{turn.where}: dump"))
                step = self.engine.apply(state, through_text(turn.action, f"{turn.where}: the action"))
                _demand_same(self.engine.dump(step.state), self.engine.dump(turn.step.state), turn)
                demand_equal(step.lines, turn.step.lines, f"{turn.where}: a replay scores other lines")
                state = step.state

    def _demand_untouched(self, state: Any, turn: Turn) -> Any:
        """Play an action again, and look at what was given. Returns the next state."""
        kept, action = as_text(self.engine.dump(state), "dump"), as_text(turn.action, "the action")
        step = self.engine.apply(state, turn.action)
        demand_equal(as_text(turn.action, "the action"), action, f"{turn.where}: `apply` changes the action")
        again = as_text(self.engine.dump(state), "dump")
        demand_equal(again, kept, f"{turn.where}: `apply` changes the state that it is given: {FROZEN}")
        return step.state


def _demand_same(found: object, live: object, turn: Turn) -> None:
    complaint = (
        f"{turn.where}: a replay leads elsewhere. `apply` may look at nothing but the state and the action"
    )
    demand_equal(found, live, complaint)


def _spoil(value: Any) -> None:
    """Empty every list and object in it, as deep as they go."""
    if isinstance(value, (dict, list, tuple)):
        for each in list(value.values()) if isinstance(value, dict) else list(value):
            _spoil(each)
    if isinstance(value, (dict, list, set)):
        value.clear()
