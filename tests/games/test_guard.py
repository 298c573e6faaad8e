"""The database itself refuses to change or remove what is in a log."""

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from games import guard, services
from games.models import Event
from games.verifying import broken_links
from tests.games.table import deal, entry, now, open_table, permit, send
from tests.guard import settle, unguarded

pytestmark = pytest.mark.django_db

DEEDS = [
    "UPDATE games_event SET actor = 'somebody else'",
    "UPDATE games_event SET seq = seq",
    "DELETE FROM games_event",
]
ON_SQLITE = [
    "INSERT OR REPLACE INTO games_event SELECT * FROM games_event",
    "UPDATE OR REPLACE games_event SET actor = 'x'",
    "INSERT OR REPLACE INTO games_event (rowid, id, match_id, seq, kind, body, actor, device, at, hash)"
    " SELECT rowid, 'f', match_id, 99, kind, body, actor, device, at, hash FROM games_event",
]
ON_POSTGRESQL = [
    "TRUNCATE games_event CASCADE",
    "TRUNCATE games_match CASCADE",
    "INSERT INTO games_event SELECT * FROM games_event ON CONFLICT (id) DO UPDATE SET actor = 'x'",
]


@pytest.fixture
def event():
    event = send(open_table(), deal(10, 20))
    settle()
    return event


@pytest.mark.parametrize("deed", DEEDS + (ON_SQLITE if connection.vendor == "sqlite" else ON_POSTGRESQL))
def test_an_event_cannot_be_changed(event, deed):
    before = Event.objects.values().get()
    with (
        pytest.raises(DatabaseError, match="never changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(deed)
    assert Event.objects.values().get() == before


def test_nor_through_django(event):
    event.actor = "somebody else"
    for deed in (event.save, event.delete, Event.objects.all().delete):
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            deed()


def test_an_account_can_go_and_its_events_stay_as_they_are():
    user, match = User.objects.create(username="Cy"), open_table()
    services.append_action(permit(match, user=user), entry(match), deal(1, 2))
    number = user.pk
    user.delete()
    assert Event.objects.get().account == number


def test_the_guard_stands_after_all_migrations_and_is_noticed_when_it_does_not():
    assert guard.stands(connection)
    with unguarded():
        assert not guard.stands(connection)
    assert guard.stands(connection)


@pytest.mark.django_db(transaction=True)
def test_logs_from_before_are_chained_when_the_program_is_brought_up_to_date():
    match = open_table()
    send(match, deal(10, 20), deal(1, 2))
    send(match, deal(3, 4))
    try:
        migrate("0001_initial")
        assert not guard.stands(connection)
    finally:
        migrate()
    assert guard.stands(connection)
    assert list(broken_links(match.pk)) == []
    assert {event.hash for event in Event.objects.all()} >= {now(match).head}


def migrate(name=None):
    executor = MigrationExecutor(connection)
    # Back to the newest with all that builds on it, or other tests would miss it.
    executor.migrate([("games", name)] if name else executor.loader.graph.leaf_nodes())
