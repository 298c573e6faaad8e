"""What holds in any match, however it goes: every variant, number of players, option and depth."""

import json

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.api import RuleError
from rules.triominos.bots import fill
from rules.triominos.deal import pool_of
from rules.triominos.tiles import ALL_TILES, BY_CORNERS
from tests.rules.triominos.tables import ALL, engine, seeded

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "limit": st.sampled_from([30, 100, 400]),
        "bell": st.sampled_from(["reach", "exceed"]),
        "two_sides": st.sampled_from([0, 40]),
        "blocked_tie": st.sampled_from(["each", "nobody"]),
        "match_tie": st.sampled_from(["shared", "extra-deal"]),
    },
)
ODD_ACTIONS = [
    {"do": "dance"},
    {"do": "place"},
    {"do": "place", "player": "nobody", "tile": "1-2-3"},
    {"do": "start"},
    {"do": "deal", "points": {"a": 1}},
    {"do": "close", "left": {"a": "many"}},
    {},
]


class AnyMatch(RuleBasedStateMachine):
    key: str

    @initialize(data=st.data(), options=OPTIONS, seed=st.integers(0, 2**32))
    def sit_down(self, data, options, seed):
        self.engine = engine(self.key)
        players = "abcdef"[: data.draw(st.sampled_from(self.engine.seats))]
        self.rng = seeded(seed)
        self.match = self.engine.start(tuple(players), options)
        self.log, self.sums, self.rang = [], dict.fromkeys(players, 0), None
        self.began = self.match

    @precondition(lambda self: self.engine.legal(self.match))
    @rule(choice=st.integers(0, 10**6), hidden=st.booleans(), depth=st.sampled_from(["board", "sheet"]))
    def do_something_legal(self, choice, hidden, depth):
        legal = self.engine.legal(self.match)
        action = self.complete(legal[choice % len(legal)], hidden, depth)
        before = json.dumps(self.engine.dump(self.match))
        step = self.engine.apply(self.match, action)
        assert json.dumps(self.engine.dump(self.match)) == before
        for line in step.lines:
            self.sums[line.player] += line.points
            assert str(self.engine.explain(line))
        self.match = step.state
        self.log.append(action)

    def complete(self, action, hidden, depth):
        action = fill(self.engine, self.match, action, self.rng)
        if action["do"] == "start":
            action["depth"] = depth
            if hidden:
                del action["racks"]
        if action["do"] == "close" and self.match.deal.racks is None:
            action["left"] = {
                player: self.rng.randint(0, 60) if count else 0
                for player, count in zip(self.match.players, self.match.deal.counts, strict=True)
            }
        return action

    @rule(action=st.sampled_from(ODD_ACTIONS))
    def try_something_that_is_no_action(self, action):
        with pytest.raises(RuleError) as refused:
            self.engine.apply(self.match, action)
        assert refused.value.code

    @precondition(lambda self: self.match.deal is not None)
    @rule()
    def try_to_play_out_of_turn(self):
        deal = self.match.deal
        other = self.match.players[(deal.turn + 1) % len(self.match.players)]
        with pytest.raises(RuleError) as refused:
            self.engine.apply(self.match, {"do": "pass", "player": other})
        assert refused.value.code == ("deal-over" if deal.end else "not-your-turn")

    @invariant()
    def totals_are_the_sum_of_the_score_lines(self):
        assert self.engine.totals(self.match) == self.sums

    @invariant()
    def no_tile_is_lost_or_made(self):
        deal = self.match.deal
        if deal is None:
            return
        assert deal.laid.bit_count() + sum(deal.counts) + deal.pool == 56
        if deal.racks is not None:
            assert deal.laid | sum(deal.racks) | pool_of(deal) == ALL_TILES
            assert [rack.bit_count() for rack in deal.racks] == list(deal.counts)
            assert pool_of(deal).bit_count() == deal.pool
        if deal.depth == "board":
            assert sum(BY_CORNERS[corners].bit for _, corners in deal.board.tiles()) == deal.laid

    @invariant()
    def a_state_goes_to_json_and_back(self):
        assert self.engine.load(json.loads(json.dumps(self.engine.dump(self.match)))) == self.match

    @invariant()
    def a_spectator_never_sees_a_rack(self):
        seen = self.engine.public(self.match)
        assert json.dumps(seen)
        assert not {"racks", "openers"} & set(seen["deal"] or {})

    @invariant()
    def the_bell_sticks(self):
        if self.rang is not None:
            assert self.match.bell == self.rang
        self.rang = self.match.bell

    @invariant()
    def it_is_over_exactly_when_nothing_is_legal(self):
        assert bool(self.engine.outcome(self.match)) is (not self.engine.legal(self.match))

    def teardown(self):
        if hasattr(self, "began"):
            match = self.began
            for action in self.log:
                match = self.engine.apply(match, action).state
            assert match == self.match


@pytest.mark.parametrize("key", ALL)
def test_any_match(key):
    machine = type(f"AnyMatch_{key}", (AnyMatch,), {"key": key})
    quick = settings(
        max_examples=12, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck)
    )
    machine.TestCase.settings = quick
    machine.TestCase().runTest()
