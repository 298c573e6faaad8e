"""Seeded random matches, played once and looked at by every check.

Knows how a match is played, not what is right about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.api import Action, Engine, RuleError, Step
from rules.testing.complaints import demand

NAMES = ("ana", "bo", "cyd", "dee", "eli", "fay")

Choose = Callable[[Any, Random], Action]


@dataclass(frozen=True, slots=True)
class Turn:
    """One action: the state it met and the step it led to."""

    before: Any
    action: Action
    step: Step[Any]
    where: str
    """Begins every complaint about it, so that the author can play it again."""


@dataclass(frozen=True, slots=True)
class Play:
    """A whole match."""

    players: tuple[str, ...]
    options: Mapping[str, Any]
    first: Any
    turns: tuple[Turn, ...]
    where: str

    @property
    def last(self) -> Any:
        return self.turns[-1].step.state if self.turns else self.first

    def states(self) -> Iterator[tuple[Any, str]]:
        """Every state of the match and how it was reached."""
        yield self.first, f"{self.where}, before the first action"
        for turn in self.turns:
            yield turn.step.state, f"{turn.where}, after {turn.action!r}"


def play_match(
    engine: Engine[Any], choose: Choose, seats: int, seed: int, options: Mapping[str, Any], most: int
) -> Play:
    """A match in which every action is chosen at random, to its end."""
    rng = Random(f"{engine.key} {seats} {seed}")  # noqa: S311  (a game, not a secret)
    players = NAMES[:seats]
    where = f"{seats} players, seed {seed}, options {dict(options)!r}"
    first = state = _start(engine, players, options, where)
    turns: list[Turn] = []
    while engine.outcome(state) is None:
        demand(
            len(turns) < most,
            f"{where}: no end after {most} actions. If the rules are right, choose actions that lead to"
            " an end in `random_action`, shorter matches in `random_options`, or raise `most_actions`.",
        )
        turn = _turn(engine, choose, state, rng, f"{where}, action {len(turns)}")
        turns.append(turn)
        state = turn.step.state
    return Play(players, options, first, tuple(turns), where)


def _start(engine: Engine[Any], players: tuple[str, ...], options: Mapping[str, Any], where: str) -> Any:
    try:
        return engine.start(players, options)
    except RuleError as error:
        raise AssertionError(
            f"{where}: `start` refuses this ({error.code}: {error}). If these options do not go together,"
            " choose others in `random_options`."
        ) from error


def _turn(engine: Engine[Any], choose: Choose, state: Any, rng: Random, where: str) -> Turn:
    action = choose(state, rng)
    try:
        return Turn(state, action, engine.apply(state, action), where)
    except RuleError as error:
        raise AssertionError(
            f"{where}: {action!r} was refused ({error.code}: {error}). An action listed by `legal` can be"
            " played as it stands; if it has free fields, fill them in `random_action`."
        ) from error
