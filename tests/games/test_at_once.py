"""Phones that send at the same moment, and a server that dies while they do."""

import uuid

import pytest

from games import services
from games.errors import IdReused, Stale
from games.models import Event, Match
from games.services import NewAction
from tests.games.hurting import at_once, killed
from tests.games.table import deal, open_table, permit

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_turn_that_is_killed_anywhere_is_there_whole_or_not_at_all():
    """And sent again by a phone that had no answer, it is there once."""
    ids = [uuid.uuid4() for _ in range(3)]
    *deaths, committed, alive = killed("append", open_table(), *ids)
    assert len(deaths) > 3
    assert {each["events"] for each in deaths} == {0}
    assert committed["events"] == 3
    assert alive == committed
    assert all(each["well"] for each in [*deaths, committed])


def test_one_turn_from_two_phones_at_once_is_counted_once():
    match = open_table()
    turn = [NewAction(uuid.uuid4(), deal(10, 20)), NewAction(uuid.uuid4(), deal(1, 2))]
    answers = at_once(*[lambda: services.append_actions(permit(match), 0, turn)] * 4)
    assert [answer.version for answer in answers] == [2] * 4
    assert Event.objects.count() == 2


def test_two_turns_at_once_do_not_both_count():
    match = open_table()
    turns = [[NewAction(uuid.uuid4(), deal(10, each))] for each in range(4)]
    answers = at_once(*[lambda turn=turn: services.append_actions(permit(match), 0, turn) for turn in turns])
    assert sum(isinstance(answer, Match) for answer in answers) == 1
    assert sum(isinstance(answer, Stale) for answer in answers) == 3
    assert Event.objects.count() == 1


def test_one_id_at_two_tables_at_once_counts_at_one_of_them():
    for _ in range(5):
        new = [NewAction(uuid.uuid4(), deal(10, 20))]
        tables = [open_table() for _ in range(2)]
        answers = at_once(
            *[lambda at=at, new=new: services.append_actions(permit(at), 0, new) for at in tables]
        )
        assert {type(answer) for answer in answers} == {Match, IdReused}
    assert Event.objects.count() == 5
