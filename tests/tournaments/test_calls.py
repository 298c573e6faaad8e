"""A table calls, the organiser answers; the same call sent twice is one."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.errors import IdReused, Refused
from tests.factories import UserFactory, organiser_of, published_round, tournament_of
from tests.games.hurting import at_once
from tournaments.access import Actor, NotAllowed
from tournaments.models import Call, JudgeCard, Table
from tournaments.selectors.calls import waiting_in
from tournaments.services import calls

pytestmark = pytest.mark.django_db(transaction=True)
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def table():
    round_ = published_round(tournament_of(8))
    return Table.objects.select_related("match", "round__tournament").get(round=round_, number=1)


def judge_of(table):
    card = JudgeCard.objects.get(tournament=table.round.tournament, number=table.number)
    return Actor(cards=frozenset({card.token}))


def at_the_table(table):
    client = Client()
    card = JudgeCard.objects.get(tournament=table.round.tournament, number=table.number)
    client.get(reverse("scan_card", args=[card.token]))
    return client


def organiser_client(table):
    client = Client()
    client.force_login(table.round.tournament.organiser)
    return client


def address(name, table, *more):
    tournament = table.round.tournament
    where = [] if name in ("calls", "answer_call") else [1, table.number]
    return reverse(name, args=[tournament.slug, *where, *more])


def test_a_call_is_made_heard_and_closed(table):
    tournament = table.round.tournament
    call = calls.call_organiser(judge_of(table), table, uuid.uuid4(), "  A question \n about a bridge ")
    assert call.reason == "A question about a bridge"
    assert [each.pk for each in waiting_in(tournament).calls] == [call.pk]
    before = waiting_in(tournament).token
    answered = calls.answer_call(organiser_of(tournament), tournament, call.pk)
    assert (answered.answered_by, waiting_in(tournament).token != before) == (str(tournament.organiser), True)
    first = answered.answered_at
    assert calls.answer_call(organiser_of(tournament), tournament, call.pk).answered_at == first
    calls.close_call(organiser_of(tournament), tournament, call.pk)
    assert waiting_in(tournament).count == 0


def test_who_may(table):
    tournament, judge = table.round.tournament, judge_of(table)
    for actor in (Actor(), Actor(UserFactory.create())):
        with pytest.raises(NotAllowed):
            calls.call_organiser(actor, table, uuid.uuid4(), "Help")
    call = calls.call_organiser(judge, table, uuid.uuid4(), "Help")
    for actor in (judge, Actor(), Actor(UserFactory.create())):
        with pytest.raises(NotAllowed):
            calls.answer_call(actor, tournament, call.pk)
    with pytest.raises(NotAllowed):
        calls.close_call(Actor(), tournament, call.pk)
    other = tournament_of(4)
    with pytest.raises(Refused):
        calls.close_call(organiser_of(other), other, call.pk)
    calls.close_call(judge, tournament, call.pk)


def test_sent_twice_it_is_one_and_with_another_reason_none(table):
    judge, id_ = judge_of(table), uuid.uuid4()
    calls.call_organiser(judge, table, id_, "Help")
    calls.call_organiser(judge, table, id_, "Help")
    with pytest.raises(IdReused):
        calls.call_organiser(judge, table, id_, "Another")
    with pytest.raises(Refused) as second:
        calls.call_organiser(judge, table, uuid.uuid4(), "Help")
    assert second.value.code == "already-called"
    assert Call.objects.count() == 1


def test_two_phones_that_call_at_once_make_one_call(table):
    judge, id_ = judge_of(table), uuid.uuid4()
    answers = at_once(
        *[lambda: calls.call_organiser(judge, table, id_, "Help")] * 2,
        lambda: calls.call_organiser(judge, table, uuid.uuid4(), "Help"),
    )
    assert Call.objects.count() == 1
    assert all(isinstance(each, Call | Refused) for each in answers)


@pytest.mark.parametrize(("reason", "code"), [(" \n", "reason-missing"), ("x" * 201, "reason-too-long")])
def test_it_needs_a_short_reason(table, reason, code):
    with pytest.raises(Refused) as caught:
        calls.call_organiser(judge_of(table), table, uuid.uuid4(), reason)
    assert caught.value.code == code


def test_the_desk_and_the_organisers_page_show_it_without_a_reload(table):
    judge, organiser = at_the_table(table), organiser_client(table)
    empty = organiser.get(address("calls", table)).content.decode()
    assert "known=none" in empty
    assert organiser.get(address("calls", table) + "?known=none").status_code == 204
    sent = {"call_id": uuid.uuid4(), "ready": "Somebody is missing", "reason": ""}
    made = judge.post(address("call", table), sent, **HTMX)
    assert "The organiser has been called" in made.content.decode()
    assert judge.post(address("call", table), sent, **HTMX).status_code == 200
    shown = organiser.get(address("calls", table) + "?known=none").content.decode()
    assert "Somebody is missing" in shown
    assert "Table 1" in shown
    call = Call.objects.get()
    organiser.post(address("answer_call", table, call.pk), {"do": "coming"}, **HTMX)
    assert "The organiser is coming" in judge.get(address("hall", table)).content.decode()
    judge.post(address("answer_call", table, call.pk), {"do": "done", "at": "table"}, **HTMX)
    assert Call.objects.get().closed_at


def test_what_was_typed_is_kept_when_it_is_refused(table):
    judge = at_the_table(table)
    answer = judge.post(
        address("call", table), {"call_id": uuid.uuid4(), "ready": "", "reason": "y" * 201}, **HTMX
    )
    assert answer.status_code == 422
    assert "y" * 201 in answer.content.decode()
    assert judge.post(address("call", table), {"call_id": "no", "reason": "Help"}, **HTMX).status_code == 422
    assert Call.objects.count() == 0


def test_without_scripts_it_is_an_ordinary_form(table):
    judge = at_the_table(table)
    answer = judge.post(address("call", table), {"call_id": uuid.uuid4(), "reason": "Help"}, follow=True)
    assert "The organiser has been called" in answer.content.decode()
    call = Call.objects.get()
    answer = judge.post(address("answer_call", table, call.pk), {"do": "done"}, follow=True)
    assert answer.redirect_chain[-1][0] == table.get_absolute_url()


def test_a_spectator_sees_no_call(table):
    calls.call_organiser(judge_of(table), table, uuid.uuid4(), "A secret matter")
    for url in (table.get_absolute_url(), address("hall", table)):
        assert "A secret matter" not in Client().get(url).content.decode()
