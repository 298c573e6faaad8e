"""Whatever is entered, undone, corrected, stopped and finalised in whatever order: the log is whole, and
what is kept of the match is what a replay gives and what adding up by hand gives."""

import uuid
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import services
from games.errors import Refused
from games.models import Event, Match
from games.rebuilding import rebuild
from games.services import Change, Entry, NewAction, Permit
from games.verifying import broken_links
from rules.points import engine as points
from rules.triominos.variants.classic import engine as classic

pytestmark = pytest.mark.django_db

DEEDS = st.sampled_from(
    ["append", "append", "append", "undo", "correct", "stop", "abandon", "finalize", "last"]
)
SCRIPTS = st.lists(st.tuples(DEEDS, st.integers(0, 999), st.integers(0, 999), st.booleans()), max_size=25)
a_script = given(script=SCRIPTS)
often = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


class Table:
    """A match, and beside it a list that is kept by hand."""

    def __init__(self, engine, options):
        self.engine = engine
        self.pk = services.open_match(engine, options, ["Ana", "Bo"]).pk
        self.by_hand = {}

    @property
    def match(self):
        return Match.objects.get(pk=self.pk)

    def permit(self, leave):
        return Permit(self.pk, "somebody", may_reopen=leave, device="phone")

    def do(self, deed, number, other, leave):
        with suppress(Refused):
            getattr(self, deed)(number, other, leave)
        self.check()

    def append(self, number, other, leave):
        action, match = self.some_action(number, other), self.match
        new = NewAction(uuid.uuid4(), action)
        for _ in range(2):  # as a phone does that had no answer
            services.append_actions(self.permit(leave), match.version, [new])
        self.by_hand[new.id] = (action,)

    def undo(self, number, other, leave):
        self.change(number, (), leave)

    def correct(self, number, other, leave):
        count = 1 + number % 2
        self.change(number, tuple(self.some_action(number + at, other) for at in range(count)), leave)

    def change(self, number, actions, leave):
        if not self.by_hand:
            return
        event = list(self.by_hand)[number % len(self.by_hand)]
        shown = services.preview_change(self.pk, Change(event, actions))
        also = tuple(each.event for each in shown.impossible)
        after = services.apply_change(self.permit(leave), self.entry(), Change(event, actions, also))
        self.by_hand |= {event: actions} | dict.fromkeys(also, ())
        assert self.engine.totals(self.engine.load(after.state)) == shown.after.totals
        assert (after.status != Match.Status.PLAYING) == shown.after.over

    def stop(self, number, other, leave):
        services.stop_match(self.permit(leave), self.entry(), "Time is over.")

    def abandon(self, number, other, leave):
        services.abandon_match(self.permit(leave), self.entry(), "A fire alarm.", {"1": 1, "2": 2})

    def last(self, number, other, leave):
        before = set(Event.objects.filter(match=self.pk, kind="undo"))
        services.take_back_last(self.permit(leave), self.entry())
        (undo,) = set(Event.objects.filter(match=self.pk, kind="undo")) - before
        if (named := uuid.UUID(undo.body["event"])) in self.by_hand:
            self.by_hand[named] = ()

    def finalize(self, number, other, leave):
        services.finalize(self.pk)

    def entry(self):
        return Entry(uuid.uuid4(), self.match.version)

    def some_action(self, number, other):
        possible = self.engine.legal(self.engine.load(self.match.state)) or ({"do": "deal"},)
        action = possible[number % len(possible)]
        free = {
            "deal": {"points": {"1": number % 40, "2": other % 40}, "bell": False},
            "start": {"depth": "sheet", "starter": "1"},
            "close": {"left": {"1": number % 20, "2": other % 20}},
        }
        return {**action, **free.get(action["do"], {})}

    def check(self):
        assert list(broken_links(self.pk)) == []
        assert rebuild(self.pk, write=False) == []
        match = self.match
        assert not match.problem
        state = self.engine.start(["1", "2"], match.options)
        for actions in self.by_hand.values():
            for action in actions:
                state = self.engine.apply(state, action).state
        assert self.engine.dump(state) == match.state


@often
@a_script
def test_any_log_of_points(script):
    table = Table(points, {"limit": 60})
    for deed in script:
        table.do(*deed)


@often
@a_script
def test_any_log_of_tiles(script):
    table = Table(classic, {"limit": 60})
    for deed in script:
        table.do(*deed)
