"""The log of a match: counted once, never stale, finalised once."""

import uuid

import pytest

from games import services
from games.due import matches_to_finalize
from games.errors import Refused, Stale
from games.models import Event, Match
from games.services import Entry, Permit
from rules.points import engine

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return services.open_match(engine, {}, ["Ana", "Bo"])


def permit(match, **kwargs):
    return Permit(match.pk, "judge", **kwargs)


def deal(ana, bo, *, bell=False):
    return {"do": "deal", "points": {"1": ana, "2": bo}, "bell": bell}


def send(match, action, *, version=None, entry_id=None):
    current = Match.objects.get(pk=match.pk).version if version is None else version
    return services.append_action(permit(match), Entry(entry_id or uuid.uuid4(), current), action)


def take_back(match, **kwargs):
    version = Match.objects.get(pk=match.pk).version
    return services.take_back_last(permit(match, **kwargs), Entry(uuid.uuid4(), version))


def test_a_deal_is_appended_and_the_state_follows(match):
    after = send(match, deal(120, 80))
    assert after.version == 1
    assert engine.totals(engine.load(after.state)) == {"1": 120, "2": 80}
    assert Event.objects.get().actor == "judge"


def test_the_same_entry_sent_twice_is_counted_once(match):
    entry_id = uuid.uuid4()
    send(match, deal(120, 80), version=0, entry_id=entry_id)
    again = send(match, deal(120, 80), version=0, entry_id=entry_id)
    assert again.version == 1
    assert Event.objects.count() == 1


def test_the_same_id_with_other_numbers_is_refused(match):
    entry_id = uuid.uuid4()
    send(match, deal(120, 80), entry_id=entry_id)
    with pytest.raises(Refused) as caught:
        send(match, deal(121, 80), entry_id=entry_id)
    assert caught.value.code == "id-reused"
    assert Event.objects.count() == 1


def test_an_id_of_another_match_is_refused(match):
    other = services.open_match(engine, {}, ["Cy", "Di"])
    entry_id = uuid.uuid4()
    send(match, deal(120, 80), entry_id=entry_id)
    with pytest.raises(Refused) as caught:
        send(other, deal(120, 80), entry_id=entry_id)
    assert caught.value.code == "id-reused"


def test_an_entry_made_on_an_old_page_is_refused(match):
    send(match, deal(120, 80), version=0)
    with pytest.raises(Stale) as caught:
        send(match, deal(120, 80), version=0)
    assert caught.value.version == 1
    assert Event.objects.count() == 1


def test_what_the_rules_refuse_leaves_no_trace(match):
    with pytest.raises(Refused) as caught:
        send(match, deal(99_999, 0))
    assert (caught.value.code, caught.value.field) == ("bad-points", "1")
    match.refresh_from_db()
    assert (match.version, Event.objects.count()) == (0, 0)


def test_the_last_deal_can_be_taken_back_and_its_event_stays(match):
    send(match, deal(120, 80))
    send(match, deal(10, 20))
    after = take_back(match)
    assert engine.totals(engine.load(after.state)) == {"1": 120, "2": 80}
    assert (after.version, Event.objects.count()) == (3, 3)
    after = take_back(match)
    assert engine.totals(engine.load(after.state)) == {"1": 0, "2": 0}
    with pytest.raises(Refused) as caught:
        take_back(match)
    assert caught.value.code == "nothing-to-undo"


def test_taking_back_twice_with_one_form_takes_one_deal_back(match):
    send(match, deal(120, 80))
    send(match, deal(10, 20))
    entry = Entry(uuid.uuid4(), 2)
    services.take_back_last(permit(match), entry)
    again = services.take_back_last(permit(match), entry)
    assert engine.totals(engine.load(again.state)) == {"1": 120, "2": 80}


def test_a_match_that_is_over_is_due_and_finalised_once(match):
    assert list(matches_to_finalize()) == []
    send(match, deal(410, 80))
    assert list(matches_to_finalize()) == [match.pk]
    services.finalize(match.pk)
    services.finalize(match.pk)
    match.refresh_from_db()
    assert match.status == Match.Status.FINAL
    assert match.result == {
        "totals": {"1": 410, "2": 80},
        "places": {"1": 1, "2": 2},
        "winners": ["1"],
        "reason": "bell",
        "made": {"1": {"deal": [1, 410]}, "2": {"deal": [1, 80]}},
        "deals_won": {"1": 1, "2": 0},
        "best_turn": {"1": 0, "2": 0},
        "behind": {"1": 0, "2": 330},
        "deals": 1,
    }
    assert list(matches_to_finalize()) == []


def test_finalising_before_the_end_changes_nothing(match):
    send(match, deal(1, 2))
    services.finalize(match.pk)
    match.refresh_from_db()
    assert match.status == Match.Status.PLAYING


def test_nothing_is_added_to_a_match_that_is_over(match):
    send(match, deal(410, 80))
    with pytest.raises(Refused) as caught:
        send(match, deal(1, 1))
    assert caught.value.code == "match-over"


def test_only_with_leave_is_a_final_match_taken_up_again(match):
    send(match, deal(410, 80))
    services.finalize(match.pk)
    with pytest.raises(Refused) as caught:
        take_back(match)
    assert caught.value.code == "match-final"
    after = take_back(match, may_reopen=True)
    assert (after.status, after.result, after.final_at) == (Match.Status.PLAYING, None, None)


def test_a_tampered_cache_stops_finalising_and_is_not_tried_again(match, caplog):
    send(match, deal(410, 80))
    match.refresh_from_db()
    match.state["deals"] = [[500, 0]]
    match.save()
    services.finalize(match.pk)
    match.refresh_from_db()
    assert match.status == Match.Status.OVER
    assert match.problem == services.PROBLEM_MISMATCH
    assert list(matches_to_finalize()) == []
    assert "differ" in caplog.text


def test_without_its_engine_a_match_is_read_only(match):
    Match.objects.filter(pk=match.pk).update(rules_version="0")
    with pytest.raises(Refused) as caught:
        send(match, deal(1, 2))
    assert caught.value.code == "engine-missing"
