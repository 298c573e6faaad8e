"""A rehearsal is played by bots through the real services, never counts, and leaves nothing when it is thrown away."""

import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import services as games
from games.due import matches_to_finalize
from games.errors import Refused
from games.models import Event, Match, Seat
from games.verifying import broken_links
from rules.triominos.variants.compact import engine as compact
from tests.factories import UserFactory, enter, organiser_of, published_round, tournament_of
from tournaments.access import Actor, NotAllowed
from tournaments.bots import can_play
from tournaments.due import rehearsals_to_play, rounds_to_pair
from tournaments.models import Entrant, HistoryLine, KeepApart, Rehearsal, Round, Spot, Tournament
from tournaments.selectors.pages import overview_of, visible_tournaments
from tournaments.services import bot_play, rehearsals, rounds
from tournaments.services.demo import make_demo

pytestmark = pytest.mark.django_db

FAST = Rehearsal.Speed.FAST


def made(tournament, speed=FAST):
    return rehearsals.make_rehearsal(organiser_of(tournament), uuid.uuid4(), tournament, speed)


def as_the_worker(rehearsal):
    """One look of the worker: everything that is due, once."""
    Rehearsal.objects.filter(pk=rehearsal.pk).update(due_at=timezone.now())
    for pk in list(rehearsals_to_play()):
        bot_play.play_on(pk)
    for pk in list(rounds_to_pair()):
        rounds.compute_pairings(pk)
    for pk in list(matches_to_finalize()):
        games.finalize(pk)
    rehearsal.refresh_from_db()


def played_out(copy, most=400):
    rehearsal = copy.bots
    for _look in range(most):
        as_the_worker(rehearsal)
        if not rehearsal.playing:
            return rehearsal
    raise AssertionError("the rehearsal does not end")


def of_triominos(people, **kwargs):
    return tournament_of(
        people,
        rules_key=compact.key,
        rules_version=compact.version,
        options=compact.settle_options({}),
        **kwargs,
    )


@pytest.mark.parametrize("signing", [False, True])
def test_bots_play_a_small_tournament_to_its_end_by_the_real_rules(signing):
    tournament = of_triominos(5, table_size=2, rounds_planned=2, signing=signing)
    copy = made(tournament)
    played_out(copy)
    assert list(copy.rounds.order_by("number").values_list("state", flat=True)) == [Round.State.CLOSED] * 2
    copy.refresh_from_db()
    assert overview_of(organiser_of(copy), copy).winners
    for match in Match.objects.all():
        assert match.status == Match.Status.FINAL
        assert not list(broken_links(match.pk))
    assert set(Event.objects.values_list("device", flat=True)) == {"bot"}
    assert not tournament.rounds.exists()


def test_the_copy_has_the_people_and_the_settings_and_nobodys_contacts_or_results():
    tournament = tournament_of(8, round_minutes=40, turn_seconds=30)
    one, other = tournament.entrants.order_by("number")[:2]
    KeepApart.objects.create(one=one, other=other)
    Entrant.objects.filter(pk=one.pk).update(pin="secret", club="Hattem")
    Entrant.objects.filter(tournament=tournament, number=8).update(withdrawn=True)
    Spot.objects.create(tournament=tournament, number=1, label="Window")
    published_round(tournament)
    copy = made(tournament)
    assert copy.rehearsal
    assert (copy.round_minutes, copy.turn_seconds) == (40, 30)
    assert copy.entrants.count() == 7
    assert not copy.entrants.exclude(pin="").exists()
    assert copy.entrants.get(number=1).club == "Hattem"
    assert KeepApart.objects.filter(one__tournament=copy).count() == 1
    assert copy.spots.get().label == "Window"
    assert copy.slug != tournament.slug
    assert not copy.rounds.exists()


def test_it_is_in_no_public_list_and_says_on_every_page_what_it_is():
    tournament = tournament_of(4)
    copy = made(tournament)
    published = published_round(copy)
    assert published.is_public
    assert copy not in visible_tournaments(Actor())
    assert copy in visible_tournaments(organiser_of(tournament))
    for name, args in (("standings", []), ("round", [1]), ("table", [1, 1]), ("print", [])):
        page = Client().get(reverse(name, args=[copy.slug, *args])).content.decode()
        assert "rehearsal-bar" in page, name
    page = Client().get(reverse("standings", args=[published_round(tournament).tournament.slug]))
    assert "rehearsal-bar" not in page.content.decode()


def test_the_same_form_sent_twice_makes_one_rehearsal():
    tournament = tournament_of(4)
    form = uuid.uuid4()
    first, second = (
        rehearsals.make_rehearsal(organiser_of(tournament), form, tournament, FAST) for _ in range(2)
    )
    assert first == second
    assert Rehearsal.objects.count() == 1
    assert HistoryLine.objects.filter(tournament=tournament, code="rehearsal-made").count() == 1


def test_bots_keep_to_their_pace():
    copy = made(of_triominos(4, table_size=4), Rehearsal.Speed.CALM)
    rehearsal = copy.bots
    for _look in range(3):
        as_the_worker(rehearsal)
    assert copy.rounds.get().state == Round.State.PUBLISHED
    now = timezone.now()
    Rehearsal.objects.filter(pk=rehearsal.pk).update(played_until=now - timedelta(seconds=16))
    as_the_worker(rehearsal)
    match = Match.objects.get()
    turns = Event.objects.filter(match=match).exclude(body__do="draw").count()
    assert turns == 3
    as_the_worker(rehearsal)
    assert Event.objects.filter(match=match).exclude(body__do="draw").count() == 3


def test_a_table_that_is_taken_over_waits_for_people_and_a_pause_stops_all():
    copy = made(tournament_of(8, rounds_planned=1))
    organiser, rehearsal = organiser_of(copy), copy.bots
    rehearsals.take_over(organiser, copy, 1, people=True)
    for _look in range(6):
        as_the_worker(rehearsal)
    one, other = copy.rounds.get().tables.order_by("number")
    assert (one.match.version, other.match.status) == (0, Match.Status.FINAL)
    enter(one, [10, 20, 30, 40], actor=organiser)
    rehearsals.change_pace(organiser, copy, speed=FAST, playing=False, directing=True)
    assert list(rehearsals_to_play()) == []
    rehearsals.take_over(organiser, copy, 1, people=False)
    rehearsals.change_pace(organiser, copy, speed=FAST, playing=True, directing=True)
    assert played_out(copy).taken_over == []
    assert Event.objects.filter(match=one.match).order_by("seq").values_list("device", flat=True)[0] == ""


def test_thrown_away_nothing_stays_that_anybody_could_find():
    tournament = tournament_of(6, table_size=3)
    copy = made(tournament)
    for _look in range(4):
        as_the_worker(copy.bots)
    events = Event.objects.count()
    assert events
    rehearsals.throw_away(organiser_of(copy), copy)
    assert list(Tournament.objects.all()) == [tournament]
    assert not Round.objects.exists()
    assert not Rehearsal.objects.exists()
    assert Entrant.objects.count() == 6
    assert set(Seat.objects.values_list("name", flat=True)) <= {"–"}
    assert Event.objects.count() == events
    assert all(not list(broken_links(match.pk)) for match in Match.objects.all())
    assert HistoryLine.objects.get(code="rehearsal-thrown-away").tournament == tournament


def test_what_counts_is_never_thrown_away_nor_played_by_bots():
    tournament = tournament_of(4)
    published_round(tournament)
    organiser = organiser_of(tournament)
    for call in (
        lambda: rehearsals.throw_away(organiser, tournament),
        lambda: rehearsals.take_over(organiser, tournament, 1, people=True),
        lambda: rehearsals.change_pace(organiser, tournament, speed=FAST, playing=True, directing=True),
    ):
        with pytest.raises(Refused) as caught:
            call()
        assert caught.value.code == "no-rehearsal"
    assert Tournament.objects.filter(pk=tournament.pk).exists()


def test_strangers_make_and_throw_away_nothing():
    tournament = tournament_of(4)
    copy = made(tournament)
    for stranger in (Actor(), Actor(UserFactory.create())):
        with pytest.raises(NotAllowed):
            rehearsals.make_rehearsal(stranger, uuid.uuid4(), tournament, FAST)
        with pytest.raises(NotAllowed):
            rehearsals.throw_away(stranger, copy)
    assert Rehearsal.objects.count() == 1


@pytest.mark.parametrize(
    ("people", "speed", "code"), [(1, "fast", "too-few-players"), (4, "dizzy", "bad-speed")]
)
def test_what_cannot_be_rehearsed_is_told(people, speed, code):
    tournament = tournament_of(people)
    with pytest.raises(Refused) as caught:
        made(tournament, speed)
    assert caught.value.code == code
    assert not Rehearsal.objects.exists()


def test_bots_know_the_rules_that_are_built_in():
    from rules.registry import registry

    known = {key for key, engine in registry().engines.items() if can_play(engine)}
    assert {"points", compact.key} <= known


def test_the_demonstration_has_48_people_in_play_and_is_made_once():
    copy = make_demo()
    assert make_demo() == copy
    assert (copy.entrants.count(), copy.rehearsal) == (48, True)
    for _look in range(3):
        as_the_worker(copy.bots)
    assert copy.rounds.get().tables.count() == 12
    Rehearsal.objects.update(played_until=timezone.now() - timedelta(seconds=3))
    as_the_worker(copy.bots)
    assert Event.objects.count() >= 24
