"""A clock that jumps by hours while people play: what counts is the order of entries, and no page shows a time below nought."""

import re
import uuid
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from config.backups.due import rounds_to_back_up
from config.backups.models import Backup
from games.errors import Refused
from games.models import Match
from games.services import Entry, finalize
from tests.factories import enter, organiser_of, published_round, tournament_of
from tests.odd.clock import SetClock
from tournaments.models import Call, Door, HistoryLine, Phone, Round, Table
from tournaments.selectors.control import control_room
from tournaments.selectors.phones import phone_reports
from tournaments.services import phones, pins, scoring
from tournaments.services.calls import call_organiser
from tournaments.services.checking_in import check_in_by_code
from tournaments.services.history import record

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 9, 12, tzinfo=UTC)
JUMPS = {"back by five hours": -5, "ahead by five hours": 5, "back by a year": -365 * 24}


@pytest.mark.parametrize("hours", JUMPS.values(), ids=list(JUMPS))
def test_entries_stand_in_the_order_in_which_they_were_made(hours, set_clock: SetClock):
    clock = set_clock(NOON)
    tournament = tournament_of(4, round_minutes=60)
    table = published_round(tournament).tables.get()
    for points in ([10, 0, 0, 0], [0, 20, 0, 0], [0, 0, 30, 0]):
        enter(table, points)
        clock.jump(hours=hours)
    current = Table.objects.select_related("match", "round__tournament").get(pk=table.pk)
    assert current.match
    scoring.take_back_deal(organiser_of(tournament), current, Entry(uuid.uuid4(), current.match.version))
    enter(table, [390, 380, 5, 0])
    match = Match.objects.get()
    assert [event.body.get("points", {}).get("1") for event in match.events.order_by("seq")] == [
        10,
        0,
        0,
        None,
        390,
    ]
    finalize(match.pk)
    match.refresh_from_db()
    assert match.result
    assert match.result["totals"] == {"1": 400, "2": 400, "3": 5, "4": 0}
    for command in ("verify_log", "rebuild"):
        call_command(command, stdout=StringIO(), stderr=StringIO())


@pytest.mark.parametrize("hours", JUMPS.values(), ids=list(JUMPS))
def test_no_page_of_the_hall_breaks_or_counts_below_nought(hours, set_clock: SetClock):
    clock = set_clock(NOON)
    tournament = tournament_of(8, round_minutes=60, turn_seconds=60)
    first = published_round(tournament)
    for table in first.tables.all():
        enter(table, [400, 3, 2, 1])
        clock.jump(hours=hours)
        finalize(table.match_id or 0)
    second = published_round(tournament)
    tables = list(second.tables.select_related("round__tournament", "match").order_by("number"))
    call_organiser(organiser_of(tournament), tables[0], uuid.uuid4(), "Rules")
    phones.hear_from(organiser_of(tournament), tables[0], "phone-1", 3)
    for points in ([100, 3, 2, 1], [50, 60, 2, 1]):
        enter(tables[0], points)
        clock.jump(hours=hours)
    client = Client()
    client.force_login(tournament.organiser)
    for name, *numbers in (
        ("control",),
        ("round", 2),
        ("table", 2, 1),
        ("standings",),
        ("wall",),
        ("history",),
        ("calls",),
        ("pictures",),
    ):
        answer = client.get(reverse(name, args=[tournament.slug, *numbers]))
        assert answer.status_code == 200
        words = re.sub(r"<[^>]*>", " ", answer.content.decode())
        assert not re.search(r"[-−]\d+\s*(min|h|s)\b", words), name
    room = control_room(tournament, [second])
    assert all((card.quiet or 0) >= 0 for card in room.cards)
    assert all(report.minutes >= 0 for report in phone_reports(tournament).values())


def test_history_stands_as_it_was_written(set_clock: SetClock):
    clock = set_clock(NOON)
    tournament = tournament_of(2)
    for code in ("settings-changed", "prizes-changed", "door-changed"):
        record(organiser_of(tournament), tournament, code)
        clock.jump(hours=-2)
    client = Client()
    client.force_login(tournament.organiser)
    page = client.get(reverse("history", args=[tournament.slug])).content.decode()
    places = [page.index(words) for words in ("how people come in", "list of prizes", "changed the settings")]
    assert places == sorted(places)
    assert HistoryLine.objects.filter(tournament=tournament)[0].code == "door-changed"


def test_nobody_is_locked_out_for_hours_by_a_clock_that_was_put_back(set_clock: SetClock):
    clock = set_clock(NOON)
    tournament = tournament_of(2)
    entrant = tournament.entrants.get(number=1)
    pins.set_pin(organiser_of(tournament), tournament, entrant.pk, "7391")
    Door.objects.create(
        tournament=tournament, by_oneself=True, code="ABCDEF", code_locked_until=NOON + timedelta(minutes=5)
    )
    for _try in range(pins.IN_A_ROW):
        with pytest.raises(Refused):
            pins.check_pin(entrant.pk, "0000")
    with pytest.raises(Refused) as caught:
        pins.check_pin(entrant.pk, "7391")
    assert caught.value.code == "pin-paused"
    clock.jump(hours=-3)
    pins.check_pin(entrant.pk, "7391")
    assert check_in_by_code(tournament, "ABCDEF", entrant.name).entrant == entrant


def test_a_phone_is_heard_of_again_after_the_clock_was_put_back(set_clock: SetClock):
    clock = set_clock(NOON)
    tournament = tournament_of(4)
    table = published_round(tournament).tables.select_related("round__tournament").get()
    phones.hear_from(organiser_of(tournament), table, "phone-1", 2)
    clock.jump(hours=-3)
    phones.hear_from(organiser_of(tournament), table, "phone-1", 2)
    assert Phone.objects.get().seen_at == clock.now


def test_backups_go_on_after_the_clock_was_put_back(set_clock: SetClock):
    clock = set_clock(NOON)
    tournament = tournament_of(4)
    round_ = published_round(tournament)
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
    Backup.objects.create(at=clock.now, problem="The disk is full.")
    assert not list(rounds_to_back_up())
    clock.jump(hours=-3)
    assert list(rounds_to_back_up()) == [round_.pk]


def test_a_call_waits_from_when_it_came(set_clock: SetClock):
    clock = set_clock(NOON)
    tournament = tournament_of(4)
    round_ = published_round(tournament)
    Call.objects.create(id=uuid.uuid4(), table=round_.tables.get(), reason="x", caller="y", called_at=NOON)
    clock.jump(hours=-1)
    room = control_room(tournament, [round_])
    assert "-" not in room.cards[0].reasons[0].text
