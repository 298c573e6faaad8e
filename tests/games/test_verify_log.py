"""Whoever tampers with a log is found out."""

import uuid
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from games import services
from games.chain import genesis, link
from games.models import Event, Match
from games.verifying import broken_links
from tests.games.table import correct, deal, entry, now, open_table, organiser, send, undo
from tests.guard import unguarded

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    """A log with something of every kind in it, and another match beside it."""
    send(open_table(), deal(5, 5))
    match = open_table()
    first = send(match, deal(100, 50))
    second = send(match, deal(20, 30))
    correct(match, first, deal(110, 50))
    undo(match, second)
    services.stop_match(organiser(match), entry(match), "Time is over.")
    return now(match)


def verify(*arguments):
    """The exit code, and what was said."""
    out = StringIO()
    try:
        call_command("verify_log", *arguments, stdout=out, stderr=StringIO())
    except CommandError as error:
        return error.returncode, out.getvalue()
    return 0, out.getvalue()


@contextmanager
def tampered(statement, *values):
    """As somebody would who opens the database with a tool of their own; undone afterwards."""
    with transaction.atomic():
        with unguarded():
            execute(statement, *values)
        yield
        transaction.set_rollback(True)


def execute(statement, *values):
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        assert cursor.rowcount == 1


def raw(id_):
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM games_event WHERE match_id = %s ORDER BY seq", [id_])
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def test_a_log_that_nobody_touched_is_well(match):
    assert verify() == (0, "Every log is as it was written.\n")


def test_what_is_hashed_is_hashed_for_good():
    at = datetime.fromisoformat("2026-11-16T12:00:00.000120+02:00")
    who = {"actor": "judge", "account": None, "device": "phone", "at": at}
    event = Event(
        id=uuid.UUID(int=7), match_id=3, seq=1, kind="action", body={"é": [1, True], "a": None}, **who
    )
    start = sha256(b'["points","1",{"limit":400},[1,2]]').hexdigest()
    assert genesis("points", "1", {"limit": 400}, [2, 1]) == start
    said = (
        '[3,1,"00000000-0000-0000-0000-000000000007","action",{"a":null,"\\u00e9":[1,true]},'
        '"judge",null,"phone","2026-11-16T10:00:00.000120+00:00"]'
    )
    assert link(start, event) == sha256((start + said).encode()).hexdigest()


def spoilt(value):
    """Everything that one changed byte, or the least change to what is no text, can make of a value."""
    match value:
        case str():
            for at, character in enumerate(value):
                yield value[:at] + chr(ord(character) ^ 1) + value[at + 1 :]
            yield value[:-1]
        case int():
            yield value + 1
        case uuid.UUID():
            yield uuid.UUID(int=value.int + 1)
        case datetime():
            yield value + timedelta(microseconds=1)
        case None:
            yield 7


def test_every_changed_byte_is_found(match):
    before = {event.pk: event for event in Event.objects.filter(match=match)}
    tried = 0
    with unguarded():
        for row in raw(match.pk):
            for column, value in row.items():
                for other in spoilt(value):
                    tried += is_found(match, before, row, column, other)
    assert tried > 500


def is_found(match, before, row, column, other):
    """False where the database did not take the change at all."""
    try:
        with transaction.atomic():
            execute(f"UPDATE games_event SET {column} = %s WHERE seq = %s AND match_id = %s", other, row["seq"], match.pk)  # noqa: S608  # fmt: skip
            assert list(broken_links(match.pk)) or reads_the_same(match, before), (column, other)
            transaction.set_rollback(True)
    except DatabaseError:
        return False
    return True


def reads_the_same(match, before):
    """SQLite keeps ids and times as text; “a” and “A” in an id are one and the same."""
    return all(
        vars(event) | {"_state": None} == vars(before[event.pk]) | {"_state": None}
        for event in Event.objects.filter(match=match)
    )


@pytest.mark.parametrize("seq", [1, 2, 3, 4, 5])
def test_every_missing_row_is_found(match, seq):
    with tampered("DELETE FROM games_event WHERE match_id = %s AND seq = %s", match.pk, seq):
        code, said = verify()
    assert code == 1
    assert said.startswith(f"match {match.pk}: ")


def test_a_row_that_was_added_is_found(match):
    row = raw(match.pk)[0] | {
        "seq": 6,
        "id": (uuid.uuid4() if connection.vendor == "postgresql" else "f" * 32),
    }
    places = ", ".join(["%s"] * len(row))
    with tampered(f"INSERT INTO games_event ({', '.join(row)}) VALUES ({places})", *row.values()):  # noqa: S608
        assert verify("--match", str(match.pk))[0] == 1


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games_match SET version = version - 1 WHERE id = %s",
        "UPDATE games_match SET head = '' WHERE id = %s",
        "UPDATE games_match SET rules_key = 'other' WHERE id = %s",
        "UPDATE games_match SET rules_version = '2' WHERE id = %s",
        "UPDATE games_match SET options = '{}' WHERE id = %s",
        "UPDATE games_seat SET position = 3 WHERE position = 2 AND match_id = %s",
        "DELETE FROM games_seat WHERE position = 2 AND match_id = %s",
        "DELETE FROM games_match WHERE id = %s",
    ],
)
def test_a_match_that_is_not_the_one_that_was_played_is_found(match, change):
    with tampered(change, match.pk):
        code, said = verify()
    assert (code, said.count(f"match {match.pk}: ")) in [(1, 1), (1, 2)]


def test_a_name_may_be_erased(match):
    match.seats.update(name="–")
    assert verify()[0] == 0


def test_missing_triggers_are_found(match):
    with unguarded():
        code, said = verify()
    assert code == 1
    assert "triggers" in said


def test_one_match_can_be_looked_at_alone(match):
    other = Match.objects.exclude(pk=match.pk).get()
    with tampered("UPDATE games_event SET actor = 'x' WHERE seq = 1 AND match_id = %s", match.pk):
        assert verify("--match", str(other.pk))[0] == 0
        assert verify("--match", str(match.pk))[0] == 1
    assert verify("--match", "999999")[0] == 2
