"""Entering by the public page: asking, approval, limit, waiting list, moving up, the way out."""

import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.errors import Refused
from tests.factories import ClubFactory, member_of, organiser_of, published_round, tournament_of
from tournaments.access import NotAllowed
from tournaments.models import Application, Door, Entrant, HistoryLine, Player, Role
from tournaments.selectors.entering import asking_in, place_in_queue
from tournaments.services import applications, doors, planning
from tournaments.services.doors import DoorPlan
from tournaments.services.roster import Card

pytestmark = pytest.mark.django_db

State = Application.State


def opened(tournament, **changes):
    usual = {
        "open": True,
        "approval": False,
        "limit": None,
        "closes_at": None,
        "check_in": False,
        "by_oneself": False,
    }
    return doors.change_door(organiser_of(tournament), tournament, DoorPlan(**(usual | changes)))


def ask(tournament, name, sender="phone", **more):
    token = applications.ask_to_enter(tournament, uuid.uuid4(), Card(name, **more), sender)
    return Application.objects.get(digest=applications.digest_of(token)), token


def test_without_approval_one_is_in_at_once():
    tournament = tournament_of(0)
    opened(tournament)
    application, _ = ask(tournament, " ana  ávila ", email="a@b.org", minor=True)
    assert application.state == State.ENTERED
    assert (application.entrant.name, application.entrant.number) == ("ana ávila", 1)
    player = application.entrant.player
    assert (player.email, player.shown) == ("a@b.org", "short")
    assert application.email == ""


def test_with_approval_somebody_has_to_say_yes_or_no():
    tournament = tournament_of(0)
    opened(tournament, approval=True)
    ana, _ = ask(tournament, "Ana", email="a@b.org")
    bo, _ = ask(tournament, "Bo", email="b@b.org")
    assert not tournament.entrants.exists()
    desk = member_of(tournament.club, Role.DESK)
    applications.answer(desk, tournament, ana.pk, yes=True)
    applications.answer(desk, tournament, bo.pk, yes=False)
    ana.refresh_from_db()
    bo.refresh_from_db()
    assert (ana.state, bo.state) == (State.ENTERED, State.REFUSED)
    assert bo.email == ""
    assert not Player.objects.filter(name="Bo").exists()
    with pytest.raises(Refused) as refusal:
        applications.answer(desk, tournament, bo.pk, yes=True)
    assert refusal.value.code == "answered"


@pytest.mark.parametrize("role", [Role.JUDGE, Role.VIEWER, None])
def test_who_may_not_answer(role):
    tournament = tournament_of(0)
    opened(tournament, approval=True)
    ana, _ = ask(tournament, "Ana")
    actor = member_of(tournament.club, role) if role else member_of(ClubFactory.create(), Role.OWNER)
    with pytest.raises(NotAllowed):
        applications.answer(actor, tournament, ana.pk, yes=True)


def test_who_comes_after_the_limit_waits_and_moves_up_in_order():
    tournament = tournament_of(2)
    opened(tournament, limit=3)
    last, _ = ask(tournament, "Last one in")
    first_waiting, _ = ask(tournament, "Ana")
    second_waiting, _ = ask(tournament, "Bo")
    assert [each.state for each in (last, first_waiting, second_waiting)] == [
        State.ENTERED,
        State.WAITING,
        State.WAITING,
    ]
    assert [place_in_queue(each) for each in (first_waiting, second_waiting)] == [1, 2]
    planning.withdraw(organiser_of(tournament), tournament, tournament.entrants.get(number=1).pk)
    first_waiting.refresh_from_db()
    second_waiting.refresh_from_db()
    assert (first_waiting.state, second_waiting.state) == (State.ENTERED, State.WAITING)
    opened(tournament, limit=10)
    second_waiting.refresh_from_db()
    assert second_waiting.state == State.ENTERED


def test_who_takes_the_entry_back_makes_room():
    tournament = tournament_of(0)
    opened(tournament, limit=2)
    entered = [ask(tournament, name) for name in ("Ana", "Bo")]
    waiting, waiting_token = ask(tournament, "Cy")
    applications.leave(entered[0][1])
    waiting.refresh_from_db()
    assert waiting.state == State.ENTERED
    assert set(tournament.entrants.values_list("name", flat=True)) == {"Bo", "Cy"}
    applications.leave(waiting_token)
    applications.leave(waiting_token)
    assert tournament.entrants.count() == 1


def test_once_a_round_is_published_nobody_moves_up_by_themselves():
    tournament = tournament_of(4)
    opened(tournament, limit=4)
    waiting, token = ask(tournament, "Ana")
    published_round(tournament)
    planning.withdraw(organiser_of(tournament), tournament, tournament.entrants.get(number=1).pk)
    waiting.refresh_from_db()
    assert waiting.state == State.WAITING
    applications.answer(organiser_of(tournament), tournament, waiting.pk, yes=True)
    assert Entrant.objects.get(name="Ana").joined_round == 2
    assert token


def test_who_has_a_seat_leaves_by_the_organiser():
    tournament = tournament_of(3)
    opened(tournament)
    _, token = ask(tournament, "Ana")
    published_round(tournament)
    with pytest.raises(Refused, match="Tell the organiser"):
        applications.leave(token)
    assert tournament.entrants.count() == 4


def test_let_in_from_the_waiting_list_only_when_there_is_room():
    tournament = tournament_of(2)
    opened(tournament, limit=2)
    waiting, _ = ask(tournament, "Ana")
    with pytest.raises(Refused, match="Raise the limit"):
        applications.answer(organiser_of(tournament), tournament, waiting.pk, yes=True)


def test_who_was_entered_by_hand_meanwhile_is_entered_once():
    tournament = tournament_of(0)
    opened(tournament, approval=True)
    ana, _ = ask(tournament, "Ana")
    planning.enter_names(organiser_of(tournament), uuid.uuid4(), tournament, "ana")
    applications.answer(organiser_of(tournament), tournament, ana.pk, yes=True)
    ana.refresh_from_db()
    assert tournament.entrants.count() == 1
    assert ana.entrant == tournament.entrants.get()


def test_the_same_form_twice_is_one_entry_with_one_secret_and_one_line():
    tournament = tournament_of(0)
    opened(tournament)
    HistoryLine.objects.all().delete()
    form_id = uuid.uuid4()
    tokens = {applications.ask_to_enter(tournament, form_id, Card("Ana"), "phone") for _ in range(2)}
    assert len(tokens) == 1
    assert tournament.entrants.count() == 1
    assert [line.code for line in HistoryLine.objects.all()] == ["application-entered"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"open": False}, "door-shut"), ({"closes_at": timezone.now() - timedelta(minutes=1)}, "door-shut")],
)
def test_a_shut_door_lets_nobody_in(changes, code):
    tournament = tournament_of(0)
    opened(tournament, **changes)
    with pytest.raises(Refused) as refusal:
        ask(tournament, "Ana")
    assert refusal.value.code == code
    assert not Application.objects.exists()


def test_one_name_asks_once():
    tournament = tournament_of(1)
    opened(tournament, approval=True)
    ask(tournament, "Ana")
    for name in ("ANA", "player 1"):
        with pytest.raises(Refused) as refusal:
            ask(tournament, name)
        assert (refusal.value.code, refusal.value.field) == ("name-taken", "name")


def test_one_sender_cannot_send_hundreds():
    tournament = tournament_of(0)
    opened(tournament, approval=True)
    for number in range(applications.MOST_AN_HOUR):
        ask(tournament, f"Name {number}")
    with pytest.raises(Refused) as refusal:
        ask(tournament, "One more")
    assert refusal.value.code == "too-many"
    ask(tournament, "Somebody else", sender="another phone")
    Application.objects.update(asked_at=timezone.now() - timedelta(hours=2))
    ask(tournament, "One more")


@pytest.mark.parametrize(("limit", "refused"), [(1, True), (2, False), (2_001, True), (None, False)])
def test_limits_of_the_limit(limit, refused):
    tournament = tournament_of(0)
    if refused:
        with pytest.raises(Refused):
            opened(tournament, limit=limit)
        assert not Door.objects.exists()
    else:
        assert opened(tournament, limit=limit).limit == limit


# -- the pages -------------------------------------------------------------------------------------


def typed(name, **more):
    return {"form_id": uuid.uuid4(), "name": name} | more


def test_a_tournament_open_for_entries_is_seen_at_its_entry_page_alone():
    tournament = tournament_of(2)
    client = Client()
    url = reverse("enter", args=[tournament.slug])
    assert client.get(url).status_code == 404
    assert client.post(url, typed("Ana")).status_code == 404
    opened(tournament)
    page = client.get(url).content.decode()
    assert tournament.name in page
    assert "Player 1" not in page
    assert client.get(reverse("standings", args=[tournament.slug])).status_code == 404
    assert tournament.name not in client.get(reverse("home")).content.decode()


def test_from_the_public_page_to_the_status_and_out_again():
    tournament = tournament_of(0)
    opened(tournament, approval=True)
    visitor = Client()
    url = reverse("enter", args=[tournament.slug])
    assert "This field is required" in visitor.post(url, typed("")).content.decode()
    response = visitor.post(url, typed("Ana Ávila", email="a@b.org"))
    mine = response.headers["Location"]
    page = visitor.get(mine)
    assert "Not answered yet" in page.content.decode()
    assert page.headers["Referrer-Policy"] == "same-origin"
    assert "a@b.org" not in page.content.decode()
    desk = Client()
    desk.force_login(member_of(tournament.club, Role.DESK).user)
    entries = desk.get(reverse("applications", args=[tournament.slug])).content.decode()
    assert "a@b.org" in entries
    application = asking_in(tournament).asked[0]
    desk.post(reverse("answer_application", args=[tournament.slug, application.pk]), {"answer": "yes"})
    assert "You are entered" in visitor.get(mine).content.decode()
    visitor.post(mine)
    assert "You are not entered" in visitor.get(mine).content.decode()
    assert not tournament.entrants.exists()


def test_a_guessed_link_shows_nothing():
    assert Client().get(reverse("my_entry", args=["x" * 40])).status_code == 404


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "x" * 81}, "at most 80"),
        ({"email": "nowhere"}, "valid email"),
        ({"phone": "call me"}, "Type a telephone number"),
        ({"form_id": "x"}, "Reload it"),
        ({"name": "Player 1"}, "entered already"),
    ],
)
def test_a_wrong_entry_is_told_and_kept(changes, sentence):
    tournament = tournament_of(1)
    opened(tournament)
    response = Client().post(reverse("enter", args=[tournament.slug]), typed("Ana", home="Lyon") | changes)
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert 'value="Lyon"' in page
    assert tournament.entrants.count() == 1


def test_after_its_time_the_page_says_that_it_is_closed():
    tournament = tournament_of(0)
    opened(tournament, closes_at=timezone.now() - timedelta(minutes=1))
    assert "Entries are closed" in Client().get(reverse("enter", args=[tournament.slug])).content.decode()


def test_the_door_is_set_on_its_page_and_read_back():
    tournament = tournament_of(0)
    client = Client()
    client.force_login(tournament.organiser)
    url = reverse("door", args=[tournament.slug])
    assert client.post(url, {"limit": "1"}).status_code == 422
    client.post(url, {"open": "on", "limit": "12", "closes_at": "2030-01-02T18:30", "by_oneself": "on"})
    door = Door.objects.get()
    assert (door.open, door.approval, door.limit, door.by_oneself) == (True, False, 12, True)
    page = client.get(url).content.decode()
    assert "2030-01-02T18:30" in page
    assert door.code in page
    assert reverse("enter", args=[tournament.slug]) in page
    client.post(url, {"renew": "1"})
    assert Door.objects.get().code != door.code
    client.post(url, {})
    assert not Door.objects.get().open


def test_entry_pages_ask_little_of_the_database(django_assert_max_num_queries):
    tournament = tournament_of(40)
    opened(tournament, approval=True)
    for number in range(20):
        ask(tournament, f"Name {number}")
    client = Client()
    client.force_login(tournament.organiser)
    for name in ("enter", "door", "applications"):
        with django_assert_max_num_queries(12):
            assert client.get(reverse(name, args=[tournament.slug])).status_code == 200
