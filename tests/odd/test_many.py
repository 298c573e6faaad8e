"""A hundred thousand rows: a page asks as many questions as it does for a hundred, and shows one page of them."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Event
from tests.factories import enter, organiser_of, published_round, tournament_of
from tournaments.models import HistoryLine, Player
from tournaments.services.history import record

pytestmark = pytest.mark.django_db

MANY = 100_000
COUNTED = "WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < %s)"


def multiplied(row, **other: str) -> None:
    """As many rows as that one, made by the database; other values by what SQL makes of n."""
    model = type(row)
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(other.get(field.name, f'"{field.column}"') for field in fields)
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{model._meta.db_table}" ({columns}) {COUNTED} '  # noqa: S608 - all of it our own
            f'SELECT {values} FROM counted, "{model._meta.db_table}" WHERE id = %s',
            [MANY, row.pk],
        )


def visit(client, url, **asked):
    with CaptureQueriesContext(connection) as seen:
        answer = client.get(url, asked)
    assert answer.status_code == 200
    return len(seen), len(answer.content)


def test_the_clubs_list_of_people():
    tournament = tournament_of(2)
    player = Player.objects.create(club=tournament.club, name="Ana 0", name_key="ana 0")
    for number in range(1, 100):
        Player.objects.create(club=tournament.club, name=f"Ana {number}", name_key=f"ana {number}")
    client = Client()
    client.force_login(tournament.organiser)
    url = reverse("club_people", args=[tournament.club.slug])
    few = [visit(client, url), visit(client, url, q="ana"), visit(client, url, page=2)]
    uid = "lpad(to_hex(n), 32, '0')::uuid" if connection.vendor == "postgresql" else "printf('%%032x', n)"
    multiplied(player, uid=uid, name="'Ana ' || n", name_key="'ana ' || n")
    many = [visit(client, url), visit(client, url, q="ana"), visit(client, url, page=1_900)]
    assert [queries for queries, _size in many] == [queries for queries, _size in few]
    assert max(size for _queries, size in many) < 1.2 * max(size for _queries, size in few)


def test_the_history_of_a_tournament():
    tournament = tournament_of(2)
    for _number in range(100):
        record(organiser_of(tournament), tournament, "settings-changed")
    client = Client()
    client.force_login(tournament.organiser)
    url = reverse("history", args=[tournament.slug])
    few = [visit(client, url), visit(client, url, q="settings")]
    multiplied(HistoryLine.objects.filter(tournament=tournament)[0])
    many = [visit(client, url), visit(client, url, q="settings")]
    assert [queries for queries, _size in many] == [queries for queries, _size in few]
    assert max(size for _queries, size in many) < 1.2 * max(size for _queries, size in few)
    newest = HistoryLine.objects.filter(tournament=tournament).order_by("-pk")[:50]
    plan = newest.explain().upper()
    assert not plan.startswith("SCAN"), plan  # SQLite
    assert "SEQ SCAN" not in plan  # PostgreSQL


def test_entries_of_other_matches_cost_an_entry_nothing():
    tournament = tournament_of(8)
    one, other = published_round(tournament).tables.order_by("number")
    enter(one, [1, 2, 3, 4])

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            enter(one, [1, 2, 3, 4])
        return len(seen)

    few = queries()
    enter(other, [1, 2, 3, 4])
    event = Event.objects.get(match=other.match_id)
    id_ = "lpad(to_hex(n), 32, '0')::uuid" if connection.vendor == "postgresql" else "printf('%%032x', n)"
    fields = list(Event._meta.concrete_fields)
    columns = ", ".join(f'"{field.column}"' for field in fields)
    said = {"id": id_, "seq": "n + 1"}
    values = ", ".join(said.get(field.name, f'"{field.column}"') for field in fields)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_event ({columns}) {COUNTED} SELECT {values} FROM counted, games_event "  # noqa: S608
            "WHERE match_id = %s AND seq = 1",
            [MANY, event.match_id],
        )
    assert Event.objects.count() > MANY
    assert queries() == few
