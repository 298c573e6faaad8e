"""Daylight saving in the middle of a round, and halls at the other ends of the world."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from games.errors import Refused
from tests.factories import enter, published_round, tournament_of
from tests.odd.clock import Clock, SetClock
from tournaments.dates import cards_work_today, today_in
from tournaments.models import JudgeCard, Round
from tournaments.selectors.clocks import round_clock
from tournaments.selectors.control import control_room
from tournaments.services.cards import card_for

pytestmark = pytest.mark.django_db

# In Berlin the clocks go back from 3 to 2 on this night, and ahead from 2 to 3 on the other.
AUTUMN, SPRING = datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 3, 29, 0, 30, tzinfo=UTC)


def left(round_: Round, clock: Clock) -> timedelta:
    end = round_clock(round_).round_end
    assert end
    return end - clock.now


@pytest.mark.parametrize("night", [AUTUMN, SPRING], ids=["back", "ahead"])
@override_settings(TIME_ZONE="Europe/Berlin")
def test_an_hour_is_an_hour_when_the_clocks_change(night, set_clock: SetClock):
    timezone.get_default_timezone.cache_clear()  # type: ignore[attr-defined]
    try:
        clock = set_clock(night)
        tournament = tournament_of(4, round_minutes=60, time_zone="Europe/Berlin")
        round_ = published_round(tournament)
        table = round_.tables.get()
        clock.jump(minutes=20)
        enter(table, [100, 1, 2, 3])
        clock.jump(minutes=25)
        enter(table, [100, 1, 2, 3])
        assert left(round_, clock) == timedelta(minutes=15)
        card = control_room(tournament, [round_]).cards[0]
        assert (card.quiet, card.deal) == (0, 3)
        clock.jump(minutes=20)
        assert left(round_, clock) == -timedelta(minutes=5)
        client = Client()
        client.force_login(tournament.organiser)
        for name, *numbers in (("control",), ("round", 1), ("table", 1, 1), ("history",)):
            assert client.get(reverse(name, args=[tournament.slug, *numbers])).status_code == 200
    finally:
        timezone.get_default_timezone.cache_clear()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("zone", "moment", "today"),
    [
        ("Pacific/Kiritimati", datetime(2026, 5, 9, 11, tzinfo=UTC), date(2026, 5, 10)),
        ("Pacific/Honolulu", datetime(2026, 5, 9, 9, tzinfo=UTC), date(2026, 5, 8)),
        ("Asia/Kathmandu", datetime(2026, 5, 9, 18, 20, tzinfo=UTC), date(2026, 5, 10)),
        ("Europe/Berlin", datetime(2026, 10, 25, 22, 59, tzinfo=UTC), date(2026, 10, 25)),
        ("Europe/Berlin", datetime(2026, 10, 25, 23, 0, tzinfo=UTC), date(2026, 10, 26)),
        ("No/Such", datetime(2026, 5, 9, 12, tzinfo=UTC), date(2026, 5, 9)),
    ],
)
def test_a_day_is_the_day_of_the_hall(zone, moment, today, set_clock: SetClock):
    set_clock(moment)
    tournament = tournament_of(4, time_zone=zone, first_day=today, last_day=today)
    assert today_in(tournament) == today
    assert cards_work_today(tournament)


def test_a_card_opens_its_desk_by_the_days_of_its_hall(set_clock: SetClock):
    clock = set_clock(datetime(2026, 5, 9, 9, tzinfo=UTC))
    days = {"first_day": date(2026, 5, 9), "last_day": date(2026, 5, 9)}
    tournament = tournament_of(4, time_zone="Pacific/Kiritimati", **days)
    published_round(tournament)
    tournament.first_day = tournament.last_day = date(2026, 5, 9)
    tournament.save()
    token = JudgeCard.objects.get().token
    assert card_for(token).number == 1
    clock.jump(hours=25)  # the tenth in London, and past the day after in Kiritimati
    with pytest.raises(Refused) as caught:
        card_for(token)
    assert caught.value.code == "card-not-today"
