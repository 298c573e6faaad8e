"""Checks that only what is listed can be done, that an end is an end, and that nobody sees a rack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.api import Action, RuleError
from rules.testing.complaints import as_text, demand, demand_equal, demand_refusal, texts_in, through_text
from rules.testing.hooks import Hooks
from rules.testing.mutations import GARBAGE, mutations
from rules.testing.playing import Play, Turn

EVERY = 7
"""Every so many turns are tried with wrong actions; no game has that rhythm, so all kinds are met."""


class Guarded(Hooks):
    """Legality, refusals, the end, secrecy."""

    def test_what_was_played_was_listed(self) -> None:
        for play in self.plays():
            for turn in play.turns[::EVERY]:
                complaint = f"{turn.where}: `apply` accepts {turn.action!r}, `legal` does not list it"
                demand(self.allows(turn.before, turn.action), complaint)

    def test_what_is_listed_can_be_played(self) -> None:
        for play in self.plays():
            for turn in play.turns[::EVERY]:
                for action in self.engine.legal(turn.before):
                    if action.get("do") not in self.free_actions:
                        self._demand_accepted(turn, action)

    def test_what_is_not_listed_is_refused_with_a_code(self) -> None:
        for play in self.plays():
            for turn in play.turns[::EVERY]:
                for action in self._wrong_actions(play, turn):
                    self._demand_guarded(turn, action)

    def test_garbage_is_refused_with_a_code(self) -> None:
        for play in self.plays():
            for state, where in play.states():
                for action in GARBAGE:
                    demand(self._refused(state, action, where), f"{where}: {action!r} is accepted")

    def test_something_is_legal_until_the_end_and_nothing_after_it(self) -> None:
        for play in self.plays():
            for turn in play.turns:
                listed = self.engine.legal(turn.before)
                demand(isinstance(listed, tuple) and listed, f"{turn.where}: `legal` lists {listed!r}")
                demand_equal(
                    self.engine.outcome(turn.before), None, f"{turn.where}: played after the outcome"
                )
            demand_equal(self.engine.legal(play.last), (), f"{play.where}: something is legal after the end")

    def test_nothing_can_be_done_after_the_end(self) -> None:
        for play in self.plays():
            for turn in play.turns:
                refused = self._refused(play.last, turn.action, play.where)
                demand(refused, f"{play.where}: {turn.action!r} is accepted after the end")

    def test_what_is_shown_is_ready_for_json(self) -> None:
        for play in self.plays():
            for state, where in play.states():
                through_text(self.engine.public(state), f"{where}: public")
                through_text(list(self.engine.legal(state)), f"{where}: legal")

    def test_nothing_hidden_is_shown(self) -> None:
        """Only where the author says in `hidden` what there is to hide."""
        for play in self.plays():
            for state, where in play.states():
                self._demand_secret(state, self.engine.public(state), f"{where}: `public`")
            for turn in play.turns:
                for line in turn.step.lines:
                    self._demand_secret(turn.step.state, dict(line.details), f"{turn.where}: {line!r}")

    # -- in detail -------------------------------------------------------------------------------

    def _wrong_actions(self, play: Play, turn: Turn) -> Iterator[Action]:
        """The action played with one thing changed, and those played at other times."""
        yield from mutations(turn.action)
        yield from (other.action for other in play.turns[::EVERY])

    def _demand_guarded(self, turn: Turn, action: Action) -> None:
        """Refused with a code, or listed after all."""
        if not self._refused(turn.before, action, turn.where):
            complaint = f"{turn.where}: `apply` accepts {action!r}, `legal` does not list it"
            demand(self.allows(turn.before, action), complaint)

    def _demand_accepted(self, turn: Turn, action: Action) -> None:
        try:
            self.engine.apply(turn.before, action)
        except RuleError as error:
            raise AssertionError(
                f"{turn.where}: `legal` lists {action!r}, `apply` refuses it ({error.code}: {error}). If a"
                " field is left free there, name the action in `free_actions`."
            ) from error

    def _refused(self, state: Any, action: Action, where: str) -> bool:
        try:
            self.engine.apply(state, action)
        except RuleError as error:
            demand_refusal(error, action)
            return True
        except Exception as error:
            raise AssertionError(
                f"{where}: {action!r} ends in {error!r}. Check the type of every field and raise a RuleError."
            ) from error
        return False

    def _demand_secret(self, state: Any, shown: Any, what: str) -> None:
        seen = set(self.hidden(state)).intersection(texts_in(shown))
        demand(not seen, f"{what} shows what is hidden: {sorted(seen)!r} in {as_text(shown, what)}")
