"""Checking in: by the desk, by card, by oneself; PINs; and who is not here is not paired."""

import re
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.errors import Refused
from tests.factories import ClubFactory, draft_round, member_of, organiser_of, published_round, tournament_of
from tests.tournaments.test_entering import opened
from tournaments.access import NotAllowed
from tournaments.models import Door, HistoryLine, Role
from tournaments.services import checking_in, people, planning, rounds
from tournaments.services.pins import check_pin

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}


def check(tournament, number, here=True, actor=None):
    entrant = tournament.entrants.get(number=number)
    return checking_in.check_in(actor or organiser_of(tournament), tournament, entrant.pk, here=here)


@pytest.mark.parametrize("role", [*Role.values, None])
def test_who_may_check_people_in(role):
    tournament = tournament_of(2)
    actor = member_of(tournament.club, role) if role else member_of(ClubFactory.create(), Role.OWNER)
    if role in (Role.OWNER, Role.ORGANISER, Role.DESK):
        assert check(tournament, 1, actor=actor).entrant.checked_in_at
    else:
        with pytest.raises(NotAllowed):
            check(tournament, 1, actor=actor)


def test_the_desk_checks_in_and_does_nothing_else():
    tournament = tournament_of(4)
    desk = member_of(tournament.club, Role.DESK)
    for forbidden in (
        lambda: planning.enter_names(desk, uuid.uuid4(), tournament, "Zoe"),
        lambda: planning.withdraw(desk, tournament, tournament.entrants.get(number=1).pk),
        lambda: rounds.ask_for_pairings(desk, tournament),
        lambda: checking_in.clear_check_in(desk, tournament),
    ):
        with pytest.raises(NotAllowed):
            forbidden()
    client = Client()
    client.force_login(desk.user)
    assert client.get(reverse("check_in", args=[tournament.slug])).status_code == 200
    for name in ("people", "settings", "door", "import_people"):
        assert client.get(reverse(name, args=[tournament.slug])).status_code == 403


def test_said_twice_it_is_so_once_with_one_line_of_history():
    tournament = tournament_of(2)
    for _ in range(2):
        check(tournament, 1)
    check(tournament, 1, here=False)
    assert [line.code for line in HistoryLine.objects.order_by("pk")] == ["checked-in", "checked-out"]
    assert not tournament.entrants.filter(checked_in_at__isnull=False).exists()


def test_a_pin_is_given_once_where_players_sign():
    tournament = tournament_of(2, signing=True)
    seen = check(tournament, 1)
    assert re.fullmatch(r"\d{4}", seen.pin)
    check_pin(seen.entrant.pk, seen.pin)
    check(tournament, 1, here=False)
    assert check(tournament, 1).pin == ""
    assert tournament_of(2).signing is False
    assert check(tournament_of(2), 1).pin == ""


def test_who_is_not_here_is_not_paired_where_one_has_to_check_in():
    tournament = tournament_of(9)
    opened(tournament, check_in=True)
    with pytest.raises(Refused) as refusal:
        rounds.ask_for_pairings(organiser_of(tournament), tournament)
    assert refusal.value.code == "too-few-checked-in"
    for number in range(1, 9):
        check(tournament, number)
    assert set(draft_round(tournament).seating.values_list("entrant__number", flat=True)) == set(range(1, 9))
    opened(tournament, check_in=False)
    assert draft_round(tournament).seating.count() == 9


def test_a_draft_with_somebody_who_went_home_is_not_published():
    tournament = tournament_of(4)
    opened(tournament, check_in=True)
    for number in range(1, 5):
        check(tournament, number)
    round_ = draft_round(tournament)
    check(tournament, 2, here=False)
    with pytest.raises(Refused, match="Player 2 is not there"):
        rounds.publish(organiser_of(tournament), round_)


def test_the_next_day_begins_with_nobody():
    tournament = tournament_of(3)
    check(tournament, 1)
    check(tournament, 2)
    assert checking_in.clear_check_in(organiser_of(tournament), tournament) == 2
    assert not tournament.entrants.filter(checked_in_at__isnull=False).exists()


# -- by card ---------------------------------------------------------------------------------------


def card_of(tournament, number=1):
    return reverse("scan_here", args=[checking_in.card_token(tournament.entrants.get(number=number))])


def test_a_card_checks_in_by_a_press_and_not_by_a_look():
    tournament = tournament_of(2, signing=True)
    client, url = Client(), card_of(tournament)
    assert "I am here" in client.get(url).content.decode()
    assert not tournament.entrants.get(number=1).checked_in_at
    page = client.post(url).content.decode()
    assert "You are checked in" in page
    pin = re.search(r'pins__pin">(\d{4})<', page).group(1)
    check_pin(tournament.entrants.get(number=1).pk, pin)
    again = client.post(url).content.decode()
    assert "You are checked in" in again
    assert pin not in again


def test_a_card_works_on_the_days_of_the_tournament():
    tournament = tournament_of(2)
    tournament.first_day = tournament.last_day = timezone.localdate() + timedelta(days=9)
    tournament.save()
    response = Client().post(card_of(tournament))
    assert response.status_code == 422
    assert "on the days" in response.content.decode()


def test_the_card_of_who_left_or_was_replaced_opens_nothing():
    tournament = tournament_of(4)
    published_round(tournament)
    replaced, left = card_of(tournament, 1), card_of(tournament, 2)
    actor = organiser_of(tournament)
    people.substitute(actor, tournament, tournament.entrants.get(number=1).pk, "Zoe")
    planning.withdraw(actor, tournament, tournament.entrants.get(number=2).pk)
    for url in (replaced, left, reverse("scan_here", args=["x" * 40])):
        assert Client().post(url).status_code == 410


def test_a_card_does_not_tell_the_name_in_its_link():
    tournament = tournament_of(1)
    planning.enter_names(organiser_of(tournament), uuid.uuid4(), tournament, "\u0958" * 26)
    for entrant in tournament.entrants.all():
        token = checking_in.card_token(entrant)
        assert len(token) < 120
        assert checking_in.entrant_of_card(token) == entrant


# -- by oneself ------------------------------------------------------------------------------------


def test_by_oneself_with_the_code_on_the_wall():
    tournament = tournament_of(2, signing=True)
    door = opened(tournament, open=False, by_oneself=True)
    url = reverse("here", args=[tournament.slug])
    client = Client()
    wrong = client.post(url, {"code": "WRONG", "name": "Player 1"})
    assert wrong.status_code == 422
    assert "This is not the code" in wrong.content.decode()
    unknown = client.post(url, {"code": door.code, "name": "Nobody"})
    assert "Nobody of this name" in unknown.content.decode()
    page = client.post(url, {"code": door.code.lower(), "name": " player  1 "}).content.decode()
    assert "You are checked in" in page
    assert "at the desk" in page
    entrant = tournament.entrants.get(number=1)
    assert entrant.checked_in_at
    assert entrant.pin == ""


def test_the_page_is_there_only_while_it_is_switched_on():
    tournament = tournament_of(2)
    url = reverse("here", args=[tournament.slug])
    assert Client().get(url).status_code == 404
    door = opened(tournament, open=False, by_oneself=True)
    assert Client().get(url).status_code == 200
    opened(tournament, open=False)
    published_round(tournament)
    assert Client().post(url, {"code": door.code, "name": "Player 1"}).status_code == 422
    assert not tournament.entrants.get(number=1).checked_in_at


def test_codes_are_not_tried_out_by_the_hundred():
    tournament = tournament_of(1)
    door = opened(tournament, open=False, by_oneself=True)
    for _ in range(checking_in.TRIES):
        with pytest.raises(Refused) as refusal:
            checking_in.check_in_by_code(tournament, "WRONG", "Player 1")
        assert refusal.value.code == "wrong-code"
    with pytest.raises(Refused) as refusal:
        checking_in.check_in_by_code(tournament, door.code, "Player 1")
    assert refusal.value.code == "paused"
    Door.objects.update(code_locked_until=timezone.now())
    assert checking_in.check_in_by_code(tournament, door.code, "Player 1").entrant.checked_in_at


# -- the desk's page ---------------------------------------------------------------------------------


def test_a_tap_turns_a_row_and_brings_the_count():
    tournament = tournament_of(3, signing=True)
    client = Client()
    client.force_login(member_of(tournament.club, Role.DESK).user)
    entrant = tournament.entrants.get(number=2)
    url = reverse("check_one_in", args=[tournament.slug, entrant.pk])
    row = client.post(url, {"here": "1"}, **HTMX).content.decode()
    assert 'aria-pressed="true"' in row
    assert "PIN for signing" in row
    assert "<strong>1</strong> here, 2 not yet" in row
    row = client.post(url, {"here": "0"}, **HTMX).content.decode()
    assert 'aria-pressed="false"' in row
    assert client.post(url, {"here": "1"}).status_code == 302
    plain = client.post(
        reverse("check_one_in", args=[tournament.slug, tournament.entrants.get(number=3).pk]), {"here": "1"}
    )
    assert "PIN for signing" in plain.content.decode()


def test_the_list_is_searched_and_filtered():
    tournament = tournament_of(12)
    check(tournament, 3)
    client = Client()
    client.force_login(tournament.organiser)
    url = reverse("check_in", args=[tournament.slug])
    assert client.get(url, {"show": "here"}, **HTMX).content.decode().count("tap__button") == 1
    assert client.get(url, {"show": "missing"}, **HTMX).content.decode().count("tap__button") == 11
    found = client.get(url, {"q": "player 12"}, **HTMX).content.decode()
    assert found.count("tap__button") == 1


def test_seven_hundred_are_checked_in_with_few_queries(django_assert_max_num_queries):
    tournament = tournament_of(0)
    names = "\n".join(f"Person {n}" for n in range(700))
    planning.enter_names(organiser_of(tournament), uuid.uuid4(), tournament, names)
    client = Client()
    client.force_login(tournament.organiser)
    for name in ("check_in", "check_in_cards"):
        with django_assert_max_num_queries(12):
            assert client.get(reverse(name, args=[tournament.slug])).status_code == 200
    last = client.get(reverse("check_in_cards", args=[tournament.slug]), {"page": "30"}).content.decode()
    assert "Person 699" in last
