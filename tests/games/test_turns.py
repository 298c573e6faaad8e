"""A whole turn goes into the log at once or not at all, once; and can be tried before."""

import uuid

import pytest

from games import services
from games.errors import Refused, Stale
from games.models import Event, Match
from games.services import NewAction, Permit
from rules.triominos.variants.classic import engine

pytestmark = pytest.mark.django_db

START = {"do": "start", "depth": "sheet", "starter": "1"}
OPENING = {"do": "place", "player": "1", "tile": "5-5-5"}
DRAW = {"do": "draw", "player": "2"}
ANSWER = {"do": "place", "player": "2", "tile": "4-5-5"}


@pytest.fixture
def match():
    opened = services.open_match(engine, {}, ["Ana", "Bo"])
    return send(opened, [START, OPENING])


def turn(actions):
    return [NewAction(uuid.uuid4(), action) for action in actions]


def send(match, actions):
    return services.append_actions(Permit(match.pk, "judge"), match.version, turn(actions))


def test_draws_and_a_tile_are_appended_together(match):
    after = send(match, [DRAW, DRAW, ANSWER])
    assert after.version == 5
    assert [event.seq for event in after.events.order_by("seq")] == [1, 2, 3, 4, 5]


def test_a_turn_that_breaks_a_rule_at_its_end_leaves_nothing_behind(match):
    with pytest.raises(Refused):
        send(match, [DRAW, {**ANSWER, "tile": "5-5-5"}])
    assert (Match.objects.get().version, Event.objects.count()) == (2, 2)


def test_a_turn_sent_twice_is_counted_once(match):
    actions = turn([DRAW, ANSWER])
    for _ in range(2):
        after = services.append_actions(Permit(match.pk, "judge"), 2, actions)
    assert (after.version, Event.objects.count()) == (4, 4)


@pytest.mark.parametrize(
    "changed",
    [
        lambda first, second: [first, NewAction(uuid.uuid4(), second.action)],
        lambda first, second: [first, NewAction(second.id, {**ANSWER, "tile": "3-5-5"})],
        lambda first, second: [NewAction(first.id, ANSWER), NewAction(second.id, DRAW)],
    ],
    ids=["one is new", "another tile", "the other way round"],
)
def test_ids_of_another_turn_are_refused(match, changed):
    first, second = turn([DRAW, ANSWER])
    services.append_actions(Permit(match.pk, "judge"), 2, [first, second])
    with pytest.raises(Refused) as caught:
        services.append_actions(Permit(match.pk, "judge"), 4, changed(first, second))
    assert caught.value.code == "id-reused"
    assert Event.objects.count() == 4


def test_an_id_twice_in_one_turn_is_refused(match):
    twin = NewAction(uuid.uuid4(), DRAW)
    with pytest.raises(Refused) as caught:
        services.append_actions(Permit(match.pk, "judge"), 2, [twin, twin])
    assert caught.value.code == "id-reused"


def test_nothing_is_not_a_turn(match):
    with pytest.raises(Refused) as caught:
        send(match, [])
    assert caught.value.code == "nothing-sent"


def test_a_turn_from_an_old_page_is_refused(match):
    with pytest.raises(Stale):
        services.append_actions(Permit(match.pk, "judge"), 1, turn([DRAW, ANSWER]))


def test_a_turn_can_be_tried_and_nothing_is_written(match):
    trial = services.try_actions(match, [DRAW, ANSWER])
    after = send(match, [DRAW, ANSWER])
    assert trial.after == engine.totals(engine.load(after.state))
    assert trial.before == engine.totals(engine.load(match.state))
    gained = sum(line.points for line in trial.lines)
    assert gained == trial.after["2"] - trial.before["2"] == 14 - 5
    assert (trial.bell, trial.rings, trial.outcome, trial.refusal) == (False, False, None, None)


def test_a_trial_says_what_the_rules_refuse(match):
    trial = services.try_actions(match, [DRAW, {**ANSWER, "tile": "5-5-5"}])
    assert trial.refusal
    assert trial.refused_at == 1
    assert trial.after == trial.before


def test_a_trial_tells_of_the_bell():
    match = services.open_match(engine, {"limit": 30}, ["Ana", "Bo"])
    trial = services.try_actions(match, [{"do": "deal", "points": {"1": 35, "2": 5}, "bell": False}])
    assert (trial.bell, trial.rings) == (True, True)
    assert trial.outcome
    assert trial.outcome.winners == ("1",)


def test_a_match_in_hand_that_has_moved_on_meanwhile_is_noticed(match):
    in_hand = Match.objects.get(pk=match.pk)
    send(match, [DRAW])
    with pytest.raises(Stale):
        services.append_actions(Permit(match.pk, "judge"), 2, turn([ANSWER]), in_hand)
    assert (Match.objects.get().version, Event.objects.count()) == (3, 3)


def test_a_turn_that_came_in_meanwhile_is_known_although_the_match_in_hand_is_older(match):
    in_hand, actions = Match.objects.get(pk=match.pk), turn([DRAW, ANSWER])
    services.append_actions(Permit(match.pk, "judge"), 2, actions)
    after = services.append_actions(Permit(match.pk, "judge"), 2, actions, in_hand)
    assert (after.version, Event.objects.count()) == (4, 4)


@pytest.mark.parametrize("again", [[DRAW], [OPENING]], ids=["could be again", "could not"])
def test_a_turn_in_the_log_is_known_on_whichever_version_it_is_sent_again(again):
    """A phone sends what was held back with its old number and the version of now."""
    opened = services.open_match(engine, {}, ["Ana", "Bo"])
    before = [START] if again == [OPENING] else [START, OPENING]
    match = send(opened, before)
    actions = turn(again)
    for version in (match.version, match.version + 1):
        after = services.append_actions(Permit(match.pk, "judge"), version, actions)
    assert after.version == Event.objects.count() == len(before) + 1


def test_a_match_in_hand_of_another_table_is_not_written_to(match):
    other = services.open_match(engine, {}, ["Cy", "Di"])
    services.append_actions(Permit(match.pk, "judge"), 2, turn([DRAW]), other)
    assert set(Event.objects.values_list("match_id", flat=True)) == {match.pk}
