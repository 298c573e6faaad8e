"""The contract a rule engine fulfils: actions in, a new state and named score lines out.

An engine is a stateless object that knows one game. It never sees a database, a clock, a
language or a person: players are opaque strings in seat order, sentences are ``Message``
objects that others translate. Nothing here knows any particular game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, TypeVar

API_VERSION = 1
"""Rises when an engine written for the old contract would no longer work."""

MAX_PLAYERS = 6

Action = Mapping[str, Any]
"""One thing done at the table, as a JSON object whose ``do`` names it."""

State = TypeVar("State")


def gettext_noop(text: str) -> str:
    """Mark a sentence for translation where it stands; it is translated where it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence to be shown: translatable text with ``%(name)s`` places, and what fills them."""

    text: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text % self.params if self.params else self.text


class RuleError(Exception):
    """An action, option or record that the rules do not allow: a stable code and a sentence."""

    def __init__(self, code: str, message: Message, *, field: str | None = None) -> None:
        super().__init__(str(message))
        self.code = code
        self.message = message
        self.field = field


@dataclass(frozen=True, slots=True)
class Option:
    """One choice an organiser makes about the rules.

    ``reading`` is true where the published rules are silent and the option is our reading of them. ``choices`` are all
    that a choice takes, and of a number those that have a name of their own.
    """

    key: str
    kind: Literal["number", "choice", "flag"]
    default: int | str | bool
    label: str
    help: str = ""
    choices: tuple[tuple[int | str, str], ...] = ()
    minimum: int = 0
    maximum: int = 1_000_000
    reading: bool = False

    def check(self, value: object) -> None:
        """Refuse a value that this option cannot take."""
        if self.kind == "flag":
            fits = isinstance(value, bool)
        elif self.kind == "choice":
            fits = any(type(value) is type(each) and value == each for each, _ in self.choices)
        else:
            fits = type(value) is int and self.minimum <= value <= self.maximum
        if not fits:
            raise RuleError(
                "bad-option",
                Message(
                    gettext_noop("“%(value)s” is not a value that the option “%(option)s” takes."),
                    {"value": value, "option": self.key},
                ),
                field=self.key,
            )


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points for one reason. ``point`` names the place in the rules on which it rests.

    ``details`` carries what a sentence about the line needs, JSON-ready, and nothing that a player hides.
    """

    player: str
    points: int
    reason: str
    point: str
    details: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Step(Generic[State]):
    """What an accepted action leads to."""

    state: State
    lines: tuple[ScoreLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: who won, and a code and a sentence that say why it is over."""

    winners: tuple[str, ...]
    reason: str
    message: Message


@dataclass(frozen=True, slots=True)
class RulePoint:
    """One thing that the rules say, in a plain sentence for who plays by them.

    Engines of one family give the same thing the same key, so that they can be compared point by point.
    """

    key: str
    title: str
    text: Message
    reading: bool = False
    """Whether it is our reading, because the published rules are silent."""
    picture: str = ""
    """The name of a bonus that can be drawn, if it is about one."""


class Engine(ABC, Generic[State]):
    """One game's rules. States are immutable; the same inputs always give the same answer."""

    api: ClassVar[int] = API_VERSION
    key: str
    version: str
    """Rises when the same actions would score differently; a tournament pins it."""
    name: str
    summary: str
    seats: range
    options: tuple[Option, ...] = ()
    entry_modes: tuple[str, ...] = ()
    """The ways a judge can enter this game, most detailed first."""

    # -- playing ---------------------------------------------------------------------------------

    @abstractmethod
    def start(self, players: Sequence[str], options: Mapping[str, Any]) -> State:
        """Begin a match. Raises ``bad-players`` or ``bad-option``."""

    @abstractmethod
    def apply(self, state: State, action: Action) -> Step[State]:
        """Play one action. Raises ``RuleError`` and changes nothing if it is not allowed."""

    @abstractmethod
    def legal(self, state: State) -> tuple[Action, ...]:
        """All that may be done now; empty once the match is over.

        An action whose free fields (points typed in by a judge) cannot be listed stands here
        without them.
        """

    # -- reading ---------------------------------------------------------------------------------

    @abstractmethod
    def totals(self, state: State) -> dict[str, int]:
        """Each player's points so far, in seat order."""

    @abstractmethod
    def places(self, state: State) -> dict[str, int]:
        """Each player's place as things stand, 1 the best; equals share a place."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the match ended, or nothing while it goes on."""

    @abstractmethod
    def public(self, state: State) -> dict[str, Any]:
        """The state as a spectator may see it, JSON-ready: never what a player hides.

        Pages look for ``deals``, a list with one item a finished deal, and ``bell``, which is None
        until the moment that makes the deal under way the last one.
        """

    @abstractmethod
    def explain(self, line: ScoreLine) -> Message:
        """Say a score line in a sentence."""

    # -- keeping ---------------------------------------------------------------------------------

    @abstractmethod
    def dump(self, state: State) -> dict[str, Any]:
        """The whole state, JSON-ready."""

    @abstractmethod
    def load(self, data: Mapping[str, Any]) -> State:
        """The state that was dumped."""

    # -- what an engine may add ------------------------------------------------------------------

    def deal_winners(self, state: State) -> tuple[tuple[str, ...], ...]:
        """Who won each finished deal, for games in which deals are won; standings can count them."""
        return ()

    def describe(self, options: Mapping[str, Any]) -> tuple[RulePoint, ...]:
        """What the rules say with these options, point by point, for people who have not read them."""
        return ()

    # -- shared by all engines -------------------------------------------------------------------

    def settle_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with a value each: the one given, or the default."""
        known = {option.key: option for option in self.options}
        for key, value in given.items():
            if key not in known:
                raise RuleError(
                    "bad-option",
                    Message(gettext_noop("These rules have no option “%(option)s”."), {"option": key}),
                    field=key,
                )
            known[key].check(value)
        return {key: given.get(key, option.default) for key, option in known.items()}

    def check_players(self, players: Sequence[str]) -> tuple[str, ...]:
        """The players as a tuple, if these rules seat so many and nobody twice."""
        if len(players) not in self.seats:
            raise RuleError(
                "bad-players",
                Message(
                    gettext_noop("These rules are for %(least)s to %(most)s players, not for %(count)s."),
                    {"least": self.seats[0], "most": self.seats[-1], "count": len(players)},
                ),
            )
        if len(set(players)) != len(players):
            raise RuleError("bad-players", Message(gettext_noop("A player sits at the table twice.")))
        return tuple(players)


def places_by(points: Mapping[str, int], *, lowest_first: bool = False) -> dict[str, int]:
    """Places 1, 2, 2, 4 … by points, equals sharing the better place."""
    ordered = sorted(points.values(), reverse=not lowest_first)
    return {player: ordered.index(value) + 1 for player, value in points.items()}
