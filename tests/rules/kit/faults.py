"""The skeleton's game, with one fault in each class."""

from dataclasses import dataclass, replace
from itertools import count

from rules.api import Message, Option, Outcome, Step
from rules.points import PointsEngine
from tests.rules.kit.heap import Heap, State


@dataclass
class Writable:
    """A state that anybody can write to."""

    players: tuple[str, ...]
    heap: int
    taken: tuple[int, ...]
    turn: int = 0


class Unsaid(PointsEngine):
    key = "unsaid"


class Nameless(Heap):
    name = ""


class Crowded(Heap):
    seats = range(2, 9)


class BadDefault(Heap):
    options = (Option("counters", "number", 500, "Counters", maximum=100),)


class AnyTable(Heap):
    def check_players(self, players):
        return tuple(players)


class AnyOption(Heap):
    def settle_options(self, given):
        return {"counters": 21}


class Loose(Heap):
    def start(self, players, options):
        return Writable(
            **{name: getattr(super(Loose, self).start(players, options), name) for name in FIELDS}
        )

    def apply(self, state, action):
        step = super().apply(state, action)
        return Step(Writable(**{name: getattr(step.state, name) for name in FIELDS}), step.lines)


FIELDS = ("players", "heap", "taken", "turn")


class InPlace(Loose):
    def apply(self, state, action):
        step = super().apply(state, action)
        for name in FIELDS:
            setattr(state, name, getattr(step.state, name))
        return Step(replace(state), step.lines)


class HandsOut(Heap):
    shown = None

    def dump(self, state):
        self.shown = self.shown or {}
        return self.shown.setdefault(state, super().dump(state))


class KeepsList(Heap):
    def start(self, players, options):
        self.check_players(players)
        return State(players, self.settle_options(options)["counters"], (0,) * len(players))


class Forgetful(Heap):
    def load(self, data):
        return replace(super().load(data), turn=0)


class Tuples(Heap):
    def dump(self, state):
        return {**super().dump(state), "players": state.players}


class Moody(Heap):
    moods = count()

    def apply(self, state, action):
        step = super().apply(state, action)
        turn = next(self.moods) % len(state.players)
        return Step(replace(step.state, turn=turn), step.lines)


class Endless(Heap):
    def apply(self, state, action):
        step = super().apply(state, action)
        return Step(replace(step.state, heap=state.heap), step.lines)


class OverAtOnce(Heap):
    def outcome(self, state):
        return Outcome(state.players, "over", Message("Over."))


class Stingy(Heap):
    def totals(self, state):
        return {player: each // 2 for player, each in super().totals(state).items()}


class Unreasoned(Heap):
    def apply(self, state, action):
        step = super().apply(state, action)
        return Step(step.state, tuple(replace(line, reason="No Reason") for line in step.lines))


class Speechless(Heap):
    def explain(self, line):
        return Message("%(points)s and %(more)s", {"points": line.points})


class Ranked(Heap):
    def places(self, state):
        return {player: 1 + seat * 2 for seat, player in enumerate(state.players)}


class Stranger(Heap):
    def outcome(self, state):
        over = super().outcome(state)
        return over and replace(over, winners=("zoe",))


class LastFirst(Heap):
    def outcome(self, state):
        over = super().outcome(state)
        return over and replace(over, winners=(max(self.places(state), key=self.places(state).get),))


class Leaky(Heap):
    def apply(self, state, action):
        step = super().apply(state, action)
        return Step(replace(step.state, heap=max(0, step.state.heap - 1)), step.lines)


class Unlisted(Heap):
    def legal(self, state):
        return super().legal(state)[:1]


class Overlisted(Heap):
    def legal(self, state):
        listed = super().legal(state)
        return (*listed, {**listed[0], "count": 9}) if listed else ()


class AnyTurn(Heap):
    def apply(self, state, action):
        return super().apply(state, {**action, "player": state.players[state.turn]})


class Crashing(Heap):
    def _count(self, state, action):
        return super()._count(state, {**action, "count": int(action["count"])})


class Swallowing(Heap):
    def apply(self, state, action):
        if "do" not in action:
            return Step(state)
        return super().apply(state, action)


class NeverOver(Heap):
    def legal(self, state):
        return super().legal(state) or ({"do": "take", "player": "ana", "count": 1},)


class GoesOn(Heap):
    def apply(self, state, action):
        return super().apply(state, action) if state.heap else Step(state)


class Strange(Heap):
    def public(self, state):
        return {"players": set(state.players)}


class Telltale(Heap):
    def public(self, state):
        return {**super().public(state), "racks": [{"ana": ["secret"]}]}


class TelltaleLine(Heap):
    def apply(self, state, action):
        step = super().apply(state, action)
        return Step(step.state, tuple(replace(line, details={"tile": "secret"}) for line in step.lines))


class Untold(Heap):
    key = "untold"
