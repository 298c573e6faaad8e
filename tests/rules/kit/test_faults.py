"""The conformance kit finds what it says that it finds: for each check an engine with that one fault."""

import subprocess
import sys

import pytest

from rules.api import ScoreLine, Step
from rules.testing import EngineConformance
from rules.testing.listed import Listed
from tests.rules.kit import faults
from tests.rules.kit.faults import Overlisted, Unlisted
from tests.rules.kit.heap import Heap, suite

CHECKS = [name for name in dir(EngineConformance) if name.startswith("test_")]

FAULTS = [
    (faults.Unsaid, "test_it_is_an_engine_of_this_contract", "write `api = 1` into Unsaid"),
    (faults.Nameless, "test_it_says_what_it_is", "`name` is ''"),
    (faults.Crowded, "test_it_seats_one_to_six", "between 1 and 6"),
    (faults.BadDefault, "test_its_options_can_be_offered", "refuses its own default"),
    (faults.AnyTable, "test_it_refuses_a_wrong_number_of_players", "call `check_players`"),
    (faults.AnyTable, "test_it_refuses_a_player_who_sits_twice", "call `check_players`"),
    (faults.AnyOption, "test_it_refuses_options_that_it_does_not_have", "call `settle_options`"),
    (faults.Loose, "test_a_state_cannot_be_written_to", "frozen dataclass"),
    (faults.InPlace, "test_no_action_changes_the_state_or_the_action", "`apply` changes the state"),
    (faults.HandsOut, "test_what_was_handed_out_can_be_changed_without_harm", "copy it"),
    (faults.KeepsList, "test_players_and_options_are_copied", "copy them"),
    (faults.Forgetful, "test_every_state_comes_back_from_json", "after `dump` and `load`"),
    (faults.Tuples, "test_every_state_comes_back_from_json", "lists not tuples"),
    (faults.Moody, "test_a_replay_from_json_equals_the_live_match", "a replay leads elsewhere"),
    (faults.Endless, "test_random_matches_end", "no end after 5000 actions"),
    (faults.OverAtOnce, "test_random_matches_end", "over before anything was done"),
    (faults.Stingy, "test_totals_are_the_sum_of_the_lines", "not the sum of all lines"),
    (faults.Unreasoned, "test_every_line_names_its_reason_and_its_rule", "small letters"),
    (faults.Speechless, "test_every_line_explains_itself", "cannot be filled in"),
    (faults.Ranked, "test_places_are_shared_by_equals", "is not of the form 1, 2, 2, 4"),
    (faults.Stranger, "test_the_outcome_says_who_won_and_why", "do not play"),
    (faults.LastFirst, "test_the_outcome_says_who_won_and_why", "those in place 1 are the winners"),
    (faults.Leaky, "test_nothing_is_lost_or_doubled", "`conserved` counts has changed"),
    (faults.Unlisted, "test_what_is_not_listed_is_refused_with_a_code", "`legal` does not list it"),
    (faults.AnyTurn, "test_what_is_not_listed_is_refused_with_a_code", "`legal` does not list it"),
    (faults.Crashing, "test_what_is_not_listed_is_refused_with_a_code", "Check the type of every field"),
    (faults.Overlisted, "test_what_is_listed_can_be_played", "`apply` refuses it"),
    (faults.Swallowing, "test_garbage_is_refused_with_a_code", "is accepted"),
    (faults.NeverOver, "test_something_is_legal_until_the_end_and_nothing_after_it", "legal after the end"),
    (faults.GoesOn, "test_nothing_can_be_done_after_the_end", "is accepted after the end"),
    (faults.Strange, "test_what_is_shown_is_ready_for_json", "not ready for JSON"),
    (faults.Telltale, "test_nothing_hidden_is_shown", "`public` shows what is hidden"),
    (faults.TelltaleLine, "test_nothing_hidden_is_shown", "shows what is hidden"),
    (faults.Untold, "test_a_transcript_exists_and_replays_line_by_line", "no transcript"),
]


@pytest.mark.parametrize(("engine", "check", "complaint"), FAULTS)
def test_a_fault_is_found_and_the_author_is_told_what_to_do(engine, check, complaint, tmp_path):
    hooks = {"random_action": by_ones} if engine is Overlisted else {}
    with pytest.raises(AssertionError) as found:
        getattr(suite(engine, tmp_path, **hooks), check)()
    assert complaint in str(found.value)


def by_ones(self, state, rng):
    return self.engine.legal(state)[0]


def test_an_action_that_was_played_but_not_listed_is_found(tmp_path):
    def most(self, state, rng):
        return Heap().legal(state)[-1]

    with pytest.raises(AssertionError, match="`legal` does not list it"):
        suite(Unlisted, tmp_path, random_action=most).test_what_was_played_was_listed()


def test_there_is_a_fault_for_every_check():
    tried = {check for _, check, _ in FAULTS} | {"test_what_was_played_was_listed"}
    assert tried == set(CHECKS)


@pytest.mark.parametrize("check", CHECKS)
def test_the_game_without_a_fault_passes(check, tmp_path):
    made = suite(Heap, tmp_path)
    made.record_transcripts()
    getattr(made, check)()


# -- what the kit itself needs -------------------------------------------------------------------


@pytest.mark.parametrize("module", ["rules.testing", "rules.testing.triominos", "rules.testing.__main__"])
def test_the_kit_needs_neither_django_nor_pytest(module):
    code = f"import sys, {module}; sys.exit(bool({{'django', 'pytest'}} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("action", "covered"),
    [
        ({"do": "take", "count": 1}, True),
        ({"do": "take", "count": True}, False),
        ({"do": "take", "count": 1.0}, False),
        ({"do": "take", "count": 1, "more": 1}, False),
        ({"do": "deal", "points": {"ana": 1}}, True),
        ({"points": {}}, False),
    ],
)
def test_actions_are_compared_as_json(action, covered):
    listed = Listed([{"do": "take", "count": 1}, {"do": "deal"}], free=("deal",))
    assert listed.covers(action) is covered


def test_a_line_is_for_somebody_at_the_table(tmp_path):
    class Elsewhere(Heap):
        def apply(self, state, action):
            return Step(super().apply(state, action).state, (ScoreLine("zoe", 1, "taken", "none"),))

    with pytest.raises(AssertionError, match="nobody at the table"):
        suite(Elsewhere, tmp_path).test_totals_are_the_sum_of_the_lines()


def test_options_that_do_not_go_together_are_told_from_a_fault_of_the_rules(tmp_path):
    def odd(self, rng):
        return {"counters": 0}

    with pytest.raises(AssertionError, match="choose others in `random_options`"):
        suite(Heap, tmp_path, random_options=odd).test_random_matches_end()
