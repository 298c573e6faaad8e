"""A second person looks each sheet over: who may, what it holds back, and how it goes on when nobody is there."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games import services as games
from games.errors import Refused, Stale
from games.models import Event, Match
from games.rebuilding import rebuild
from games.services import sheet_of_record
from tests.factories import enter, member_of, organiser_of, published_round, tournament_of
from tests.games.hurting import at_once
from tournaments.access import Actor, NotAllowed
from tournaments.models import HistoryLine, JudgeCard, Role, Table
from tournaments.services import signing
from tournaments.services.settings import HallSettings, change_settings

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table():
    """A match that is over, entered by the table's card."""
    tournament = tournament_of(4, double_check=True)
    table = published_round(tournament).tables.get()
    enter(table, [410, 300, 200, 100], actor=by_card(table))
    return again(table)


def by_card(table):
    card = JudgeCard.objects.get(tournament=table.round.tournament, number=table.number)
    return Actor(cards=frozenset({card.token}))


def again(table):
    return Table.objects.select_related("match", "round__tournament").get(pk=table.pk)


def second(table, role=Role.ORGANISER):
    return member_of(table.round.tournament.club, role)


def look(table, actor, *, id_=None, sheet=None):
    return signing.check(actor, table, id_ or uuid.uuid4(), sheet or sheet_of_record(table.match))


def code(call, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value.code


def correct(table, actor, points):
    table = again(table)
    entry = Event.objects.get(match=table.match_id, kind="action")
    deal = {"do": "deal", "points": dict(zip("1234", points, strict=True)), "bell": False}
    change = games.Change(entry.pk, (deal,))
    games.apply_change(actor.permit_for(table), games.Entry(uuid.uuid4(), table.match.version), change)


def address(table, name="check_sheet"):
    return reverse(name, args=[table.round.tournament.slug, 1, table.number])


def test_the_result_waits_for_it_and_then_is_final(table):
    assert table.match.status == Match.Status.SIGNING
    games.finalize(table.match_id)  # too early: nothing happens
    assert again(table).match.status == Match.Status.SIGNING
    id_ = uuid.uuid4()
    assert look(table, second(table), id_=id_).status == Match.Status.OVER
    games.finalize(table.match_id)
    assert again(table).match.status == Match.Status.FINAL
    assert rebuild(table.match_id, write=False) == []
    line = HistoryLine.objects.get(code="sheet-checked")
    assert (line.round_number, line.table_number) == (1, 1)


def test_sent_twice_it_is_said_once(table):
    id_, actor = uuid.uuid4(), second(table)
    sheet = sheet_of_record(table.match)
    at_once(*[lambda: look(table, actor, id_=id_, sheet=sheet)] * 3)
    assert Event.objects.filter(kind="check").count() == 1
    assert HistoryLine.objects.filter(code="sheet-checked").count() == 1


def test_whoever_entered_some_of_it_cannot(table):
    """Not even who put a single entry right."""
    own = organiser_of(table.round.tournament)
    correct(table, own, [420, 300, 200, 100])
    assert code(look, again(table), own) == "own-entries"
    # Where nobody else is there, it is decided, with a reason.
    sheet = sheet_of_record(again(table).match)
    assert signing.decide(own, table, uuid.uuid4(), sheet, "I am alone today.").status == Match.Status.OVER


def test_a_card_has_no_name_and_a_judge_only_their_own_tables(table):
    assert code(look, table, by_card(table)) == "no-account"
    for actor in (Actor(), second(table, Role.VIEWER), second(table, Role.DESK), second(table, Role.JUDGE)):
        with pytest.raises(NotAllowed):
            look(table, actor)


def test_a_sheet_changed_since_is_looked_over_again(table):
    actor, seen = second(table), sheet_of_record(table.match)
    correct(table, by_card(table), [420, 300, 200, 100])
    with pytest.raises(Stale):
        look(again(table), actor, sheet=seen)
    assert look(again(table), actor).status == Match.Status.OVER
    correct(table, by_card(table), [430, 300, 200, 100])
    assert again(table).match.status == Match.Status.SIGNING


def test_it_can_be_switched_off_and_on_while_a_sheet_waits(table):
    tournament = table.round.tournament
    days = {"first_day": tournament.first_day, "last_day": tournament.last_day}
    change_settings(organiser_of(tournament), tournament, HallSettings(**days))
    assert again(table).match.status == Match.Status.OVER
    change_settings(organiser_of(tournament), tournament, HallSettings(**days, double_check=True))
    assert again(table).match.status == Match.Status.SIGNING


def test_both_signatures_and_a_second_look(table):
    tournament = table.round.tournament
    days = {"first_day": tournament.first_day, "last_day": tournament.last_day}
    change_settings(
        organiser_of(tournament), tournament, HallSettings(**days, signing=True, double_check=True)
    )
    assert look(again(table), second(table)).status == Match.Status.SIGNING
    for seat in "1234":
        match = signing.sign(
            by_card(table),
            table,
            uuid.uuid4(),
            seat,
            sheet_of_record(table.match),
            pin="",
            hand=games.Hand(name="X"),
        )
    assert match.status == Match.Status.OVER


def test_the_page_says_who_may_and_takes_the_yes(table):
    client, actor = Client(), second(table)
    client.force_login(actor.user)
    page = client.get(address(table))
    assert "It is right" in page.content.decode()
    form = page.context["form"]
    body = {"entry_id": uuid.uuid4(), "sheet": form.initial["sheet"]}
    assert client.post(address(table), body | {"sheet": "0" * 64}).status_code == 409
    assert client.post(address(table), {}).status_code == 422
    assert client.post(address(table), body).status_code == 302
    shown = client.get(address(table, "table")).content.decode()
    assert f"looked over by {actor.user} at" in shown
    public = Client().get(address(table, "table")).content.decode()
    assert "looked over by a second person" in public
    assert str(actor.user) not in public


def test_the_control_room_says_what_it_waits_for(table):
    client = Client()
    client.force_login(table.round.tournament.organiser)
    page = client.get(reverse("control", args=[table.round.tournament.slug])).content.decode()
    assert "waits for a second look" in page
    assert "signature" not in page
