"""A result is frozen once: run twice, at the same moment, killed anywhere, started too early."""

import uuid

import pytest

from games import services
from games.due import matches_to_finalize
from games.models import Event, Match
from games.services import Entry
from games.signals import match_finalized
from tests.games.hurting import at_once, killed
from tests.games.table import deal, now, open_table, permit, send
from tests.guard import unguarded

pytestmark = pytest.mark.django_db(transaction=True)
RESULT = {
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


@pytest.fixture
def over():
    match = open_table()
    send(match, deal(410, 80))
    return match


@pytest.fixture
def told():
    """The matches that told of being final."""
    heard = []
    match_finalized.connect(hear := lambda match_id, **_: heard.append(match_id))
    yield heard
    match_finalized.disconnect(hear)


def test_at_the_same_moment_it_is_done_once(over, told):
    assert at_once(*[lambda: services.finalize(over.pk)] * 6) == [None] * 6
    assert (now(over).status, now(over).result, told) == (Match.Status.FINAL, RESULT, [over.pk])


def test_started_while_the_last_deal_is_still_coming_it_finds_it_later(told):
    for _ in range(5):
        match = open_table()
        sent = Entry(uuid.uuid4(), 0)
        at_once(
            lambda match=match: services.finalize(match.pk),
            lambda match=match, sent=sent: services.append_action(permit(match), sent, deal(410, 80)),
            lambda match=match: services.finalize(match.pk),
        )
        for due in list(matches_to_finalize()):
            services.finalize(due)
        assert (now(match).status, now(match).result) == (Match.Status.FINAL, RESULT)
    assert len(told) == len(set(told)) == 5


def test_killed_anywhere_it_has_frozen_all_or_nothing(over):
    *deaths, committed, alive = killed("finalize", over)
    assert len(deaths) > 4
    assert {(each["status"], each["result"] is None) for each in deaths} == {("over", True)}
    assert (committed["status"], committed["result"]) == ("final", RESULT)
    assert alive == committed
    assert all(each["well"] for each in [*deaths, committed])


@pytest.mark.parametrize(
    "spoilt",
    [
        {"body": deal(99_999, 0)},
        {"body": {"do": "nothing"}},
        {"body": {"do": "deal"}},
        {"body": {}},
        {"kind": "undo"},
        {"actor": "somebody else"},
        {"seq": 2},
    ],
    ids=str,
)
def test_a_log_that_contradicts_itself_is_a_problem_and_not_tried_for_ever(over, spoilt, caplog):
    with unguarded():
        Event.objects.update(**spoilt)
    services.finalize(over.pk)
    assert (now(over).status, now(over).problem) == (Match.Status.OVER, services.PROBLEM_MISMATCH)
    assert list(matches_to_finalize()) == []
    assert "not frozen" in caplog.text


def test_a_log_that_the_rules_of_today_refuse_is_a_problem_too(caplog):
    """Forged with care, so that its hashes are right."""
    match = open_table()
    send(match, deal(410, 80))
    other = services.open_match(services.engine_of(match), {}, ["Cy", "Di"])
    with unguarded():
        Event.objects.all().delete()
    forged = now(match)
    forged.version, forged.head = 0, other.head
    services.writing.append(forged, permit(match), [(uuid.uuid4(), "action", deal(99_999, 0))])
    forged.save()
    services.finalize(match.pk)
    assert now(match).problem
    assert "cannot be played" in caplog.text
