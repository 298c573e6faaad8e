"""An entry costs the same however long the log has grown."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import services
from games.services import NewAction
from rules.triominos.variants.classic import engine as classic
from tests.games.table import open_table, permit, send

pytestmark = pytest.mark.django_db

START = {"do": "start", "depth": "sheet", "starter": "1"}


def statements(match, *actions):
    with CaptureQueriesContext(connection) as seen:
        send(match, *actions)
    return [query["sql"].split()[0] for query in seen]


def deals(count):
    match = open_table(classic, {"limit": 1_000_000})
    for _ in range(count):
        send(match, {"do": "deal", "points": {"1": 10, "2": 20}, "bell": False})
    match.refresh_from_db()
    return match


def test_the_statements_do_not_grow_with_the_log():
    short, long = deals(2), deals(120)
    assert statements(short, START) == statements(long, START)


def test_a_turn_of_many_actions_is_one_statement_more_for_none_of_them():
    one, many = deals(1), deals(1)
    draws = [{"do": "draw", "player": "2"}] * 3
    opening = [START, {"do": "place", "player": "1", "tile": "5-5-5"}]
    assert statements(one, START) == statements(many, *opening, *draws)


def test_they_are_few():
    match, new = deals(1), [NewAction(uuid.uuid4(), START)]
    with CaptureQueriesContext(connection) as seen:
        services.append_actions(permit(match), match.version, new)
    assert verbs(seen) == ["SELECT", "UPDATE", "INSERT"]


def test_a_match_that_was_just_read_is_not_read_again():
    match, new = deals(1), [NewAction(uuid.uuid4(), START)]
    with CaptureQueriesContext(connection) as seen:
        services.append_actions(permit(match), match.version, new, match)
    assert verbs(seen) == ["UPDATE", "INSERT"]


def verbs(seen):
    found = [query["sql"].split()[0] for query in seen]
    return [verb for verb in found if verb not in ("SAVEPOINT", "RELEASE")]
