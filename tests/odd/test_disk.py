"""A disk that is full, or that nobody may write to any more: the score is refused in words, kept on the phone, and goes in
when there is room again. Nothing that was acknowledged is lost, and no log is spoilt."""

import resource
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.models import Event, Match
from tests.factories import published_round, tournament_of
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.brings_its_own]


def pragma(statement: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {statement}")
        row = cursor.fetchone()
    return int(row[0]) if row else 0


@contextmanager
def no_more_pages() -> Iterator[None]:
    """The database may not grow: what SQLite says of a full disk."""
    pragma("wal_checkpoint(TRUNCATE)")
    most = pragma(f"max_page_count = {pragma('page_count')}")
    assert most == pragma("page_count")
    try:
        yield
    finally:
        pragma("max_page_count = 4294967294")


@contextmanager
def no_more_bytes() -> Iterator[None]:
    """The system refuses to let any file grow, in the middle of a write."""
    pragma("wal_checkpoint(TRUNCATE)")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2048, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def read_only() -> Iterator[None]:
    pragma("query_only = 1")
    try:
        yield
    finally:
        pragma("query_only = 0")


TROUBLES = {
    "no more pages": (no_more_pages, "is full"),
    "no more bytes": (no_more_bytes, "not kept"),
    "read-only": (read_only, "cannot be written"),
}


@pytest.fixture
def tournament() -> Tournament:
    if connection.vendor != "sqlite":
        pytest.fail("run once, with the database that is a file")
    tournament = tournament_of(4)
    published_round(tournament)
    return tournament


def send(client: Client, tournament: Tournament, entry: uuid.UUID, version: int, **headers: str):
    deal = {f"points_{seat}": seat for seat in range(1, 5)}
    url = reverse("enter_deal", args=[tournament.slug, 1, 1])
    return client.post(url, deal | {"entry_id": entry, "version": version}, headers=headers)


@pytest.mark.parametrize("name", TROUBLES)
def test_a_score_that_cannot_be_kept_is_not_acknowledged_and_goes_in_later(name, tournament):
    trouble, words = TROUBLES[name]
    client = Client(raise_request_exception=False)
    client.force_login(tournament.organiser)
    assert send(client, tournament, uuid.uuid4(), 0).status_code == 302
    version, waiting = 1, uuid.uuid4()
    with trouble():
        for _entry in range(200):  # until what room is left is used up
            answer = send(client, tournament, waiting, version)
            if answer.status_code != 302:
                break
            version, waiting = version + 1, uuid.uuid4()
        assert answer.status_code == 503
        assert words in answer.content.decode()
        assert "Traceback" not in answer.content.decode()
        assert answer.headers["Retry-After"]
        again = send(client, tournament, waiting, version, accept="application/json")
        assert (again.status_code, again.json()["code"]) == (503, "not-kept")
        # Reading goes on all the while.
        assert client.get(reverse("standings", args=[tournament.slug])).status_code == 200
        assert client.get(reverse("table", args=[tournament.slug, 1, 1])).status_code == 200
    match = Match.objects.get()
    assert (match.version, Event.objects.count()) == (version, version)
    assert not Event.objects.filter(pk=waiting).exists()
    assert send(client, tournament, waiting, version).status_code == 302
    assert Event.objects.filter(pk=waiting, seq=version + 1).exists()
    for command in ("verify_log", "rebuild"):
        call_command(command, stdout=StringIO(), stderr=StringIO())
