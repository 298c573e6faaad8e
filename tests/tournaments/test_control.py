"""The control room: what each card says, which stands first, and what it costs to ask."""

import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Event, Match
from games.services import finalize
from tests.factories import enter, member_of, published_round, tournament_of
from tests.guard import unguarded
from tournaments.models import Call, JudgeCard, Phone, Role, Round, Table
from tournaments.selectors.control import control_room
from tournaments.selectors.versions import rounds_of

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def running():
    tournament = tournament_of(12, round_minutes=60)
    published_round(tournament)
    return tournament


def table(tournament, number):
    return Table.objects.select_related("match", "round__tournament").get(
        round__tournament=tournament, number=number
    )


def room_of(tournament):
    tournament.refresh_from_db()
    return control_room(tournament, rounds_of(tournament))


def card(tournament, number):
    return next(each for each in room_of(tournament).cards if each.table.number == number)


def started(tournament, minutes):
    """The round began so long ago."""
    Round.objects.filter(tournament=tournament).update(
        published_at=timezone.now() - timedelta(minutes=minutes)
    )


def aged(which, minutes):
    """What was entered, so long ago."""
    with unguarded():
        which.update(at=timezone.now() - timedelta(minutes=minutes))


def entered(tournament, number, points, ago):
    enter(table(tournament, number), points)
    newest = Event.objects.filter(match__table__number=number).order_by("-seq")[:1]
    aged(Event.objects.filter(pk__in=list(newest.values_list("pk", flat=True))), ago)


def texts(found):
    return [reason.text for reason in found.reasons]


def test_a_card_says_who_plays_how_it_stands_and_who_judges(running):
    entered(running, 1, [120, 80, 40, -10], ago=3)
    found = card(running, 1)
    assert [(total, leads) for _name, total, leads in found.people] == [
        (120, True),
        (80, False),
        (40, False),
        (-10, False),
    ]
    assert (found.deal, found.quiet, found.bell) == (2, 3, False)
    assert found.judge == str(running.organiser)
    assert card(running, 2).judge == ""
    JudgeCard.objects.filter(tournament=running, number=2).update(scanned_at=timezone.now())
    assert card(running, 2).judge.startswith("card scanned")
    judge = member_of(running.club, Role.JUDGE)
    running.duties.create(user=judge.user, number=2)
    assert card(running, 2).judge == str(judge.user)


def test_who_waits_stands_first_then_what_is_late_then_the_rest(running):
    started(running, 20)
    for number in (1, 2, 3):
        entered(running, number, [100, 50, 20, 10], ago=1)
    Call.objects.create(
        id=uuid.uuid4(),
        table=table(running, 3),
        reason="Rules",
        called_at=timezone.now() - timedelta(minutes=2),
    )
    Phone.objects.create(table=table(running, 2), device="phone", unsent=3, seen_at=timezone.now())
    room = room_of(running)
    assert [each.table.number for each in room.cards] == [3, 2, 1]
    assert texts(room.cards[0]) == ["calls, 2 min", "will hold the round up by 16 minutes"]
    assert texts(room.cards[1])[0] == "3 entries not sent"
    assert [each.level for each in room.cards] == ["alarm", "warn", "warn"]


def test_a_slow_table_is_foreseen(running):
    """Tables 1 and 2 got 200 in 10 minutes, table 3 got 100 in 19: 10, 10 and 19 for a deal, 10 the usual one.

    At table 3 a deal takes (19 + 2 × 10) ÷ 3 = 13, and its leader, with 100 of 400, needs three more:
    it is done at 19 + 3 × 13 = 58, when the clock of 50 has been over for 8.
    """
    running.round_minutes = 50
    running.save()
    started(running, 20)
    for number in (1, 2):
        entered(running, number, [200, 50, 20, 10], ago=10)
    entered(running, 3, [100, 50, 20, 10], ago=1)
    assert texts(card(running, 3)) == ["will hold the round up by 8 minutes"]
    assert texts(card(running, 1)) == []


def test_the_rounds_before_tell_how_long_a_deal_takes():
    """Round 1 took 40 minutes for one deal each; in round 2 nothing is entered yet."""
    tournament = tournament_of(4, round_minutes=30)
    first = published_round(tournament)
    enter(first.tables.get(), [400, 1, 2, 3])
    finalize(first.tables.get().match_id)
    started(tournament, 50)
    Match.objects.update(final_at=timezone.now() - timedelta(minutes=10))
    published_round(tournament)
    (found,) = room_of(tournament).cards
    assert texts(found) == ["will hold the round up by 10 minutes"]


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(7, []), (9, ["not begun for 9 min"]), (64, ["4 min over time", "not begun for 64 min"])],
)
def test_time_that_passes_without_an_entry_is_told(running, minutes, said):
    started(running, minutes)
    assert texts(card(running, 1)) == said


def test_extra_time_is_time(running):
    started(running, 64)
    Table.objects.filter(number=1).update(extra_minutes=10)
    assert "4 min over time" not in texts(card(running, 1))
    assert "4 min over time" in texts(card(running, 2))


def test_signatures_and_appeals_are_on_the_card(running):
    Match.objects.update(needs_signatures=True)
    enter(table(running, 1), [400, 1, 2, 3])
    assert card(running, 1).signed == "0 of 4 signed"
    Match.objects.filter(table__number=1).update(signoffs={"signed": {"1": "x"}, "appeals": {"2": "y"}})
    found = card(running, 1)
    assert (found.signed, texts(found)) == ("1 of 4 signed", ["a player does not agree"])


def test_a_round_that_was_taken_up_again_shows_its_open_tables():
    from tests.tournaments.test_corrections import correct, correction, play, table_of

    tournament = tournament_of(8)
    play(published_round(tournament))
    published_round(tournament)
    first = table_of(tournament)
    actor = member_of(tournament.club, Role.OWNER)
    correct(actor, first, change=correction(first, [1, 2, 3, 4]))
    room = room_of(tournament)
    assert room.round.number == 2
    assert sorted((each.table.round.number, each.table.number) for each in room.cards) == [
        (1, 1),
        (2, 1),
        (2, 2),
    ]


def test_the_page_asks_again_and_hears_only_of_what_is_new(running):
    client = Client()
    client.force_login(running.organiser)
    url = reverse("control", args=[running.slug])
    page = client.get(url).content.decode()
    token = room_of(running).token
    assert f"seen={token}" in page
    assert client.get(url, {"seen": token}, **HTMX).status_code == 204
    enter(table(running, 2), [10, 20, 30, 40])
    fresh = client.get(url, {"seen": token}, **HTMX)
    assert fresh.status_code == 200
    assert "<html" not in fresh.content.decode()


def test_time_is_given_from_here(running):
    client = Client()
    client.force_login(running.organiser)
    url = reverse("round_clock", args=[running.slug, 1])
    body = {"form_id": uuid.uuid4(), "do": "extra", "minutes": 5, "table": 2, "back": "control"}
    answer = client.post(url, body)
    assert answer["Location"] == reverse("control", args=[running.slug])
    assert table(running, 2).extra_minutes == 5
    assert "(5 so far)" in client.get(answer["Location"]).content.decode()


@pytest.mark.parametrize("role", Role)
def test_everybody_who_works_for_the_club_may_look_but_only_some_act(running, role):
    client = Client()
    client.force_login(member_of(running.club, role).user)
    answer = client.get(reverse("control", args=[running.slug]))
    assert answer.status_code == 200
    acts = role in (Role.OWNER, Role.ORGANISER)
    assert ("+5 min" in answer.content.decode()) == acts
    assert client.get(reverse("history", args=[running.slug])).status_code == 200


def test_with_no_round_in_play_it_says_so():
    tournament = tournament_of(4)
    client = Client()
    client.force_login(tournament.organiser)
    assert (
        "No round is being played" in client.get(reverse("control", args=[tournament.slug])).content.decode()
    )


@pytest.mark.parametrize("people", [8, 60])
def test_however_many_tables_there_are_the_queries_are_few(people, django_assert_max_num_queries):
    tournament = tournament_of(people, round_minutes=60)
    for each in published_round(tournament).tables.all():
        enter(each, [400, 1, 2, 3])
        finalize(each.match_id)
    for each in published_round(tournament).tables.all():
        enter(each, [10, 20, 30, 40])
        Phone.objects.create(table=each, device="phone", unsent=1, seen_at=timezone.now())
        Call.objects.create(id=uuid.uuid4(), table=each, reason="Rules", called_at=timezone.now())
    client = Client()
    client.force_login(tournament.organiser)
    with django_assert_max_num_queries(12):
        assert client.get(reverse("control", args=[tournament.slug])).status_code == 200
    for name in ("history", "penalties", "changes"):
        with django_assert_max_num_queries(12):
            assert client.get(reverse(name, args=[tournament.slug])).status_code == 200
