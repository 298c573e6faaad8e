"""Signing at a table: who may, by PIN or by hand, on which phone; appeals, and what the organiser decides."""

import uuid
from datetime import timedelta

import pytest
from django.core import signing as django_signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import services as games
from games.errors import Refused
from games.models import Event, Match
from games.services import Hand, NewAction, sheet_of_record
from tests.digits import stands_in
from tests.factories import UserFactory, enter, organiser_of, published_round, tournament_of
from tests.games.hurting import at_once
from tournaments.access import Actor, NotAllowed
from tournaments.models import Entrant, JudgeCard, Table
from tournaments.selectors.standings import standings_of
from tournaments.services import corrections, pins, scoring, signing

pytestmark = pytest.mark.django_db(transaction=True)
INK = "10,10 20,20 30,10 40,20 50,10 60,20"
SEATS = ["1", "2", "3", "4"]


@pytest.fixture
def table():
    """A match that is over and waits to be signed."""
    tournament = tournament_of(4, signing=True)
    round_ = published_round(tournament)
    enter(round_.tables.get(), [410, 300, 200, 100])
    return again(round_.tables.get())


def again(table):
    return Table.objects.select_related("match", "round__tournament").get(pk=table.pk)


def judge_of(table):
    card = JudgeCard.objects.get(tournament=table.round.tournament, number=table.number)
    return Actor(cards=frozenset({card.token}))


def client_for(table, who):
    client = Client()
    if who == "judge":
        card = JudgeCard.objects.get(tournament=table.round.tournament, number=table.number)
        client.get(reverse("scan_card", args=[card.token]))
    if who == "organiser":
        client.force_login(table.round.tournament.organiser)
    return client


def entrant(table, seat):
    return table.seating.get(position=int(seat)).entrant


def give_pin(table, seat, pin="4711"):
    return pins.set_pin(
        organiser_of(table.round.tournament), table.round.tournament, entrant(table, seat).pk, pin
    )


def sign(table, seat, *, actor=None, pin="", hand=None, id_=None):
    sheet = sheet_of_record(table.match)
    return signing.sign(
        actor or judge_of(table),
        table,
        id_ or uuid.uuid4(),
        seat,
        sheet,
        pin=pin,
        hand=hand or Hand(drawn=INK),
    )


def address(name, table, *more):
    return reverse(name, args=[table.round.tournament.slug, table.round.number, table.number, *more])


def said(table, **kwargs):
    return {"entry_id": uuid.uuid4(), "sheet": sheet_of_record(table.match)} | kwargs


def code(call, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value.code


# -- PINs ------------------------------------------------------------------------------------------------


def test_who_has_a_pin_signs_with_it_and_with_nothing_else(table):
    give_pin(table, "1")
    assert code(sign, table, "1") == "pin-missing"
    assert code(sign, table, "1", pin="4712") == "wrong-pin"
    sign(table, "1", pin=" 4711 ")
    assert Event.objects.get(kind="sign").body["how"] == "pin"
    assert code(sign, table, "2", hand=Hand()) == "no-hand"
    sign(table, "2", pin="4711")  # has none: what counts is the drawing
    assert Event.objects.filter(kind="sign").last().body["how"] == "drawn"


def test_only_a_keyed_hash_is_kept(table):
    give_pin(table, "1")
    assert not stands_in("4711", str(Entrant.objects.filter(pin__gt="").values()))
    give_pin(table, "2")
    assert entrant(table, "1").pin != entrant(table, "2").pin


def test_tries_are_counted_whatever_comes_of_them(table):
    give_pin(table, "1")
    for _ in range(pins.IN_A_ROW):
        assert code(sign, table, "1", pin="0815") == "wrong-pin"
    assert code(sign, table, "1", pin="4711") == "pin-paused"
    Entrant.objects.update(pin_locked_until=timezone.now() - timedelta(seconds=1))
    sign(table, "1", pin="4711")
    assert entrant(table, "1").pin_failures == 0


def test_after_many_it_is_shut_until_the_organiser_gives_another(table):
    give_pin(table, "1")
    Entrant.objects.filter(pk=entrant(table, "1").pk).update(pin_failures=pins.MOST_FAILURES)
    assert code(sign, table, "1", pin="4711") == "pin-shut"
    give_pin(table, "1", "9182")
    sign(table, "1", pin="9182")


def test_many_tries_at_once_are_all_counted(table):
    give_pin(table, "1")
    answers = at_once(*[lambda: pins.check_pin(entrant(table, "1").pk, "0815")] * 8)
    codes = [each.code for each in answers]
    assert codes.count("wrong-pin") == pins.IN_A_ROW
    assert codes.count("pin-paused") == 3


@pytest.mark.parametrize(
    ("pin", "refused"),
    [
        ("123", "bad-pin"),
        ("1234567", "bad-pin"),
        ("12a4", "bad-pin"),
        ("٤٧١١", "bad-pin"),
        ("0000", "weak-pin"),
    ],
)
def test_what_is_no_pin_is_refused(table, pin, refused):
    assert code(give_pin, table, "1", pin) == refused


def test_pins_are_made_for_those_without_and_said_once(table):
    tournament = table.round.tournament
    give_pin(table, "1")
    client = client_for(table, "organiser")
    url = reverse("pins", args=[tournament.slug])
    page = client.post(url).content.decode()
    assert page.count("pins__pin") == 3
    assert Entrant.objects.filter(pin="").count() == 0
    assert "pins__pin" not in client.get(url).content.decode()
    again_ = client.post(url, follow=True).content.decode()
    assert "Everybody has a PIN already" in again_
    one = reverse("pin", args=[tournament.slug, entrant(table, "2").pk])
    assert "0815" in client.post(one, {"pin": "0815"}).content.decode()
    assert client.post(one, {"pin": "12"}).status_code == 422
    client.post(one, {"pin": "", "clear": "1"})
    assert entrant(table, "2").pin == ""


def test_only_the_organiser_gives_pins(table):
    tournament = table.round.tournament
    for actor in (judge_of(table), Actor(), Actor(UserFactory.create())):
        for call in (pins.make_missing_pins, lambda a, t: pins.set_pin(a, t, entrant(table, "1").pk)):
            with pytest.raises(NotAllowed):
                call(actor, tournament)


# -- who may ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("actor", [Actor(), Actor(seats=frozenset({(0, "1")}))])
def test_nobody_else_signs(table, actor):
    with pytest.raises(NotAllowed):
        sign(table, "1", actor=actor)
    with pytest.raises(NotAllowed):
        signing.object_to(actor, table, uuid.uuid4(), "1", sheet_of_record(table.match), "No.")
    with pytest.raises(NotAllowed):
        signing.decide(actor, table, uuid.uuid4(), sheet_of_record(table.match), "Yes.")


def test_on_the_own_phone_for_the_own_seat_and_nothing_else(table):
    own = Actor(seats=frozenset({(table.pk, "2")}))
    with pytest.raises(NotAllowed):
        sign(table, "1", actor=own)
    with pytest.raises(NotAllowed):
        scoring.enter_turn(own, table, 1, [NewAction(uuid.uuid4(), {})])
    with pytest.raises(NotAllowed):
        scoring.take_back_deal(own, table, games.Entry(uuid.uuid4(), 1))
    sign(table, "2", actor=own)
    event = Event.objects.get(kind="sign")
    assert (event.actor, event.device) == ("player at seat 2", "own phone")


def test_the_judge_does_not_decide(table):
    with pytest.raises(NotAllowed):
        signing.decide(judge_of(table), table, uuid.uuid4(), sheet_of_record(table.match), "Yes.")


# -- on pages ----------------------------------------------------------------------------------------------


def test_everybody_signs_on_the_judges_phone_and_it_is_final(table):
    judge = client_for(table, "judge")
    give_pin(table, "1")
    assert "4 signatures missing" in judge.get(table.get_absolute_url()).content.decode()
    for seat in SEATS:
        page = judge.get(address("sign", table, seat)).content.decode()
        assert ("Sign with your finger" in page) == (seat != "1")
        hand = {"pin": "4711"} if seat == "1" else {"drawn": INK} if seat == "2" else {"name": f"P{seat}"}
        body = said(table, **hand)
        for _ in range(2):
            assert judge.post(address("sign", table, seat), body).status_code == 302
    assert Event.objects.filter(kind="sign").count() == 4
    assert again(table).match.status == Match.Status.OVER
    games.finalize(table.match_id)
    page = Client().get(table.get_absolute_url()).content.decode()
    assert "signed with PIN" in page
    assert 'd="M10 10L20 20' in page
    assert "P3" in page


def test_what_was_typed_is_kept_and_said_what_is_wrong(table):
    judge = client_for(table, "judge")
    give_pin(table, "1")
    wrong = judge.post(address("sign", table, 1), said(table, pin="0815"))
    assert (wrong.status_code, "not the PIN of this player" in wrong.content.decode()) == (422, True)
    assert not stands_in("0815", wrong.content.decode())  # but a PIN is never written back
    wrong = judge.post(address("sign", table, 2), said(table, name="x" * 81))
    assert (wrong.status_code, "x" * 81 in wrong.content.decode()) == (422, True)
    wrong = judge.post(address("sign", table, 2), said(table, drawn="<svg>"))
    assert (wrong.status_code, "cannot be read" in wrong.content.decode()) == (422, True)
    wrong = judge.post(address("sign", table, 2), said(table, object="1", why=""))
    assert wrong.status_code == 422
    broken = judge.post(address("sign", table, 2), {"entry_id": "x", "sheet": "y"})
    assert (broken.status_code, "Reload it" in broken.content.decode()) == (422, True)
    assert judge.get(address("sign", table, 9)).status_code == 404
    assert not Event.objects.filter(kind="sign").exists()


def test_a_sheet_that_was_changed_meanwhile_is_shown_again(table):
    judge, seen = client_for(table, "judge"), said(table, name="Ana")
    scoring.take_back_deal(judge_of(table), table, games.Entry(uuid.uuid4(), 1))
    enter(table, [500, 1, 2, 3])
    answer = judge.post(address("sign", table, 1), seen)
    assert (answer.status_code, "was changed after you saw it" in answer.content.decode()) == (409, True)
    assert "500" in answer.content.decode()


def test_signatures_that_a_correction_left_void_are_asked_for_again(table):
    for seat in SEATS[:2]:
        sign(table, seat)
    change = games.Change(
        Event.objects.get(kind="action").pk,
        ({"do": "deal", "points": {"1": 420, "2": 3, "3": 2, "4": 1}, "bell": False},),
    )
    corrections.apply_change(judge_of(table), table, games.Entry(uuid.uuid4(), 3), change)
    page = client_for(table, "judge").get(table.get_absolute_url()).content.decode()
    assert page.count("signed before the sheet was changed") == 2
    assert "Sign again" in page


def test_an_appeal_holds_the_result_is_decided_and_is_published(table):
    judge, organiser = client_for(table, "judge"), client_for(table, "organiser")
    for seat in SEATS[1:]:
        sign(table, seat)
    judge.post(address("sign", table, 1), said(table, object="1", why="A bridge is missing."))
    games.finalize(table.match_id)
    tournament = table.round.tournament
    assert not any(line.standing.matches for line in standings_of(tournament))
    assert "Appeal" in organiser.get(table.round.get_absolute_url()).content.decode()
    calls = organiser.get(reverse("calls", args=[tournament.slug])).content.decode()
    assert "does not agree on the result" in calls
    assert "A bridge is missing." in organiser.get(address("decide", table)).content.decode()
    empty = organiser.post(address("decide", table), said(table, why=" "))
    assert empty.status_code == 422
    body = said(table, why="There was no bridge.")
    for _ in range(2):
        assert organiser.post(address("decide", table), body).status_code == 302
    games.finalize(table.match_id)
    page = Client().get(table.get_absolute_url()).content.decode()
    assert "A bridge is missing." in page
    assert "There was no bridge." in page
    assert any(line.standing.matches for line in standings_of(tournament))
    assert Event.objects.filter(kind="decide").count() == 1


def test_the_organiser_lets_it_count_when_somebody_has_left(table):
    organiser = client_for(table, "organiser")
    sign(table, "1")
    organiser.post(address("decide", table), said(table, why="The others had a train to catch."))
    games.finalize(table.match_id)
    page = Client().get(table.get_absolute_url()).content.decode()
    assert "The others had a train to catch." in page
    assert again(table).match.status == Match.Status.FINAL


def test_a_decision_on_a_sheet_that_has_changed_is_not_made(table):
    organiser = client_for(table, "organiser")
    seen = said(table, why="It is right.")
    scoring.take_back_deal(judge_of(table), table, games.Entry(uuid.uuid4(), 1))
    enter(table, [500, 1, 2, 3])
    answer = organiser.post(address("decide", table), seen)
    assert (answer.status_code, "It is right." in answer.content.decode()) == (409, True)


# -- the own phone -------------------------------------------------------------------------------------------


def link_for(table, seat):
    return reverse("scan_seat", args=[signing.seat_link_token(judge_of(table), table, seat)])


def test_a_player_signs_on_their_own_phone(table):
    give_pin(table, "3")
    page = client_for(table, "judge").get(address("sign", table, 3)).content.decode()
    assert "QR code to sign on your own phone" in page
    phone = Client()
    answer = phone.get(link_for(table, "3"))
    assert answer.headers["Location"] == address("sign", table, 3)
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "QR code" not in phone.get(address("sign", table, 3)).content.decode()
    assert phone.post(address("sign", table, 3), said(table, pin="4711")).status_code == 302
    assert phone.get(address("sign", table, 4)).status_code == 403
    assert phone.post(address("sign", table, 4), said(table, name="Di")).status_code == 403
    assert [event.body["seat"] for event in Event.objects.filter(kind="sign")] == ["3"]


@pytest.mark.parametrize(
    "spoil", [lambda token: token[:-1] + "x", lambda token: "x" * 40, lambda token: "::" * 20]
)
def test_a_link_that_was_guessed_or_bent_is_refused(table, spoil):
    token = signing.seat_link_token(judge_of(table), table, "1")
    answer = Client().get(reverse("scan_seat", args=[spoil(token)]))
    assert answer.status_code == 410
    assert "Scan the code" in answer.content.decode()


def test_a_link_that_is_too_old_is_refused(table, monkeypatch):
    url = link_for(table, "1")
    monkeypatch.setattr(signing, "LINK_SECONDS", -1)
    assert Client().get(url).status_code == 410


def test_only_the_judges_phone_makes_such_links(table):
    with pytest.raises(NotAllowed):
        signing.seat_link_token(Actor(), table, "1")
    forged = django_signing.dumps([table.pk, "1"], salt="another")
    assert Client().get(reverse("scan_seat", args=[forged])).status_code == 410


def test_the_leave_of_a_phone_runs_out(table):
    phone = Client()
    phone.get(link_for(table, "1"))
    assert phone.get(address("sign", table, 1)).status_code == 200
    session = phone.session
    session["seats_to_sign"] = [[table.pk, "1", 1.0]]
    session.save()
    assert phone.get(address("sign", table, 1)).status_code == 403
