"""What the organiser decides about the hall: days, signing, clocks; and the clocks themselves."""

import uuid
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.errors import Refused
from games.models import Match
from games.services import NewAction, Permit, append_actions
from rules.triominos.variants.classic import engine as classic
from tests.factories import UserFactory, enter, organiser_of, published_round, tournament_of
from tests.games.hurting import at_once
from tournaments.access import Actor, NotAllowed
from tournaments.models import Round, Table, Tournament
from tournaments.selectors.clocks import round_clock, table_clock
from tournaments.selectors.versions import live_token
from tournaments.services import clocks
from tournaments.services.settings import HallSettings, change_settings

pytestmark = pytest.mark.django_db(transaction=True)
TODAY = timezone.localdate()


def settings(**kwargs):
    return HallSettings(**({"first_day": TODAY, "last_day": TODAY} | kwargs))


def client_of(tournament):
    client = Client()
    client.force_login(tournament.organiser)
    return client


def form(**kwargs):
    return {
        "first_day": "2026-05-09",
        "last_day": "2026-05-10",
        "time_zone": "Europe/Prague",
        "signing": "on",
        "round_minutes": "45",
        "turn_seconds": "60",
    } | kwargs


def the_table(round_, number=1):
    return Table.objects.select_related("match", "round__tournament").get(round=round_, number=number)


# -- settings ------------------------------------------------------------------------------------------


def test_a_new_tournament_is_today_and_asks_for_nothing():
    tournament = tournament_of(4)
    assert (tournament.first_day, tournament.last_day) == (TODAY, TODAY)
    assert (tournament.signing, tournament.turn_seconds, tournament.round_minutes) == (False, 0, 0)


def test_they_are_kept_and_shown_again():
    tournament = tournament_of(4)
    url = reverse("settings", args=[tournament.slug])
    client = client_of(tournament)
    for _ in range(2):
        assert client.post(url, form()).status_code == 302
    saved = Tournament.objects.get(pk=tournament.pk)
    assert (saved.first_day, saved.last_day) == (date(2026, 5, 9), date(2026, 5, 10))
    assert (saved.time_zone, saved.signing) == ("Europe/Prague", True)
    assert (saved.round_minutes, saved.turn_seconds) == (45, 60)
    page = client.get(url).content.decode()
    assert 'value="2026-05-09"' in page
    assert "PINs for signing" in page


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"last_day": "2026-05-08"}, "cannot come before"),
        ({"last_day": "2027-05-08"}, "60 days at most"),
        ({"first_day": "soon"}, "valid date"),
        ({"first_day": "9999-12-30", "last_day": "9999-12-31"}, "Give a day of the years 2000 to 2100."),
        ({"first_day": "0001-01-01"}, "Give a day of the years 2000 to 2100."),
        ({"time_zone": "Mars/Olympus"}, "valid choice"),
        ({"round_minutes": "9999"}, "less than or equal"),
        ({"round_minutes": "-1"}, "greater than or equal"),
        ({"turn_seconds": "45"}, "valid choice"),
    ],
    ids=str,
)
def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_changed(wrong, said):
    tournament = tournament_of(4)
    answer = client_of(tournament).post(reverse("settings", args=[tournament.slug]), form(**wrong))
    assert (answer.status_code, said in answer.content.decode()) == (422, True)
    assert Tournament.objects.get(pk=tournament.pk).round_minutes == 0


@pytest.mark.parametrize(
    "wrong",
    [{"time_zone": "Mars/Olympus"}, {"turn_seconds": 45}, {"round_minutes": 601}],
    ids=str,
)
def test_the_service_checks_what_no_form_has_checked(wrong):
    tournament = tournament_of(4)
    with pytest.raises(Refused):
        change_settings(organiser_of(tournament), tournament, settings(**wrong))


def test_they_are_the_organisers_alone():
    tournament = tournament_of(4)
    for actor in (Actor(), Actor(UserFactory.create())):
        with pytest.raises(NotAllowed):
            change_settings(actor, tournament, settings(signing=True))


def test_signing_holds_for_what_is_not_final_yet():
    tournament = tournament_of(8)
    change_settings(organiser_of(tournament), tournament, settings(signing=True))
    round_ = published_round(tournament)
    enter(the_table(round_), [410, 1, 2, 3])
    assert the_table(round_).match.status == Match.Status.SIGNING
    change_settings(organiser_of(tournament), tournament, settings(signing=False))
    assert the_table(round_).match.status == Match.Status.OVER
    assert not the_table(round_, 2).match.needs_signatures


def test_published_while_signing_is_switched_on_every_match_is_signed():
    from tests.factories import draft_round
    from tournaments.services import rounds

    for _ in range(3):
        tournament = tournament_of(8)
        draft = draft_round(tournament)
        at_once(
            lambda t=tournament, r=draft: rounds.publish(organiser_of(t), Round.objects.get(pk=r.pk)),
            lambda t=tournament: change_settings(organiser_of(t), t, settings(signing=True)),
        )
        matches = Match.objects.filter(table__round=draft)
        assert [match.needs_signatures for match in matches] == [True, True]


@pytest.mark.parametrize(("first", "last", "then"), [(-9, -7, (-9, 0)), (5, 6, (0, 6)), (-1, 1, (-1, 1))])
def test_a_round_published_on_another_day_belongs_to_the_tournaments_days(first, last, then):
    """Made a week before and published tonight: its cards work tonight."""
    tournament = tournament_of(
        8, first_day=TODAY + timedelta(days=first), last_day=TODAY + timedelta(days=last)
    )
    published_round(tournament)
    tournament.refresh_from_db()
    days = (tournament.first_day, tournament.last_day)
    assert days == tuple(TODAY + timedelta(days=each) for each in then)


# -- clocks --------------------------------------------------------------------------------------------


@pytest.fixture
def clocked():
    """A round by the classic rules, 45 minutes long, a minute a turn."""
    tournament = tournament_of(
        8, rules_key=classic.key, rules_version=classic.version, options=classic.settle_options({})
    )
    change_settings(organiser_of(tournament), tournament, settings(round_minutes=45, turn_seconds=60))
    return published_round(Tournament.objects.get(pk=tournament.pk))


def fresh(round_):
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def test_the_round_runs_from_publication_or_from_when_it_is_started(clocked):
    organiser = organiser_of(clocked.tournament)
    assert round_clock(clocked).round_end == clocked.published_at + timedelta(minutes=45)
    token = live_token(clocked.tournament)
    clocks.start_clock(organiser, uuid.uuid4(), clocked)
    started = fresh(clocked)
    assert started.clock_at > clocked.published_at
    assert round_clock(started).round_end == started.clock_at + timedelta(minutes=45)
    assert live_token(clocked.tournament) != token


def test_extra_time_for_one_table_and_for_all_counts_once(clocked):
    organiser, sent = organiser_of(clocked.tournament), uuid.uuid4()
    end = round_clock(clocked).round_end
    for _ in range(2):
        clocks.add_time(organiser, sent, clocked, 5)
    other = uuid.uuid4()
    at_once(*[lambda: clocks.add_time(organiser, other, clocked, 10, 1)] * 2)
    assert round_clock(fresh(clocked)).round_end == end + timedelta(minutes=5)
    assert table_clock(the_table(clocked)).round_end == end + timedelta(minutes=15)
    assert table_clock(the_table(clocked, 2)).round_end == end + timedelta(minutes=5)
    with pytest.raises(Refused):
        clocks.add_time(organiser, sent, clocked, 6)


@pytest.mark.parametrize(("minutes", "table"), [(0, None), (61, None), (-5, None), (5, 99)])
def test_what_is_no_extra_time_is_refused(clocked, minutes, table):
    with pytest.raises(Refused):
        clocks.add_time(organiser_of(clocked.tournament), uuid.uuid4(), clocked, minutes, table)


def test_only_the_organiser_sets_the_clock(clocked):
    for actor in (Actor(), Actor(UserFactory.create())):
        with pytest.raises(NotAllowed):
            clocks.start_clock(actor, uuid.uuid4(), clocked)
        with pytest.raises(NotAllowed):
            clocks.add_time(actor, uuid.uuid4(), clocked, 5)


def test_the_turns_clock_starts_again_with_every_turn(clocked):
    table = the_table(clocked)
    assert table_clock(table).turn_end is None
    start = {"do": "start", "depth": "sheet", "starter": "1"}
    append_actions(Permit(table.match_id, "judge"), 0, [NewAction(uuid.uuid4(), start)])
    first = table_clock(the_table(clocked))
    event = table.match.events.get()
    assert first.turn_end == event.at + timedelta(seconds=60)
    place = {"do": "place", "player": "1", "tile": "5-5-5"}
    append_actions(Permit(table.match_id, "judge"), 1, [NewAction(uuid.uuid4(), place)])
    assert table_clock(the_table(clocked)).turn_end > first.turn_end


def test_a_clock_that_has_run_out_keeps_nobody_from_entering(clocked):
    Round.objects.update(clock_at=timezone.now() - timedelta(hours=3))
    table = the_table(clocked)
    assert table_clock(table).round_left < 0
    start = {"do": "start", "depth": "sheet", "starter": "1"}
    assert append_actions(Permit(table.match_id, "judge"), 0, [NewAction(uuid.uuid4(), start)]).version == 1


def test_the_pages_say_when_it_ends_and_what_time_the_server_has(clocked):
    table = the_table(clocked)
    page = Client().get(table.get_absolute_url()).content.decode()
    assert f'data-end="{table_clock(table).round_end.timestamp():.3f}"' in page
    assert 'data-now="' in page
    assert f'data-end="{round_clock(clocked).round_end.timestamp():.3f}"' in (
        Client().get(clocked.get_absolute_url()).content.decode()
    )


def test_the_organiser_starts_it_and_adds_time_on_the_rounds_page(clocked):
    client = client_of(clocked.tournament)
    url = reverse("round_clock", args=[clocked.tournament.slug, 1])
    assert "Start the clock now" in client.get(clocked.get_absolute_url()).content.decode()
    extra = {"do": "extra", "minutes": "7", "table": "2", "form_id": uuid.uuid4()}
    for _ in range(2):
        client.post(url, extra)
    client.post(url, {"do": "extra", "minutes": "x", "form_id": uuid.uuid4()})
    client.post(url, {"do": "extra", "minutes": "", "form_id": uuid.uuid4()})
    assert (the_table(clocked, 2).extra_minutes, fresh(clocked).extra_minutes) == (7, 0)
    client.post(url, {"do": "start", "form_id": uuid.uuid4()})
    assert fresh(clocked).clock_at


def test_without_a_clock_nothing_stands_there():
    round_ = published_round(tournament_of(8))
    assert 'class="clocks"' not in Client().get(the_table(round_).get_absolute_url()).content.decode()
    with pytest.raises(Refused):
        clocks.start_clock(organiser_of(round_.tournament), uuid.uuid4(), round_)
