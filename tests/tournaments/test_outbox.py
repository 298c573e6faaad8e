"""What the outbox of a phone is answered, and what the organiser is told of phones."""

import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.models import Event
from tests.tournaments.test_desk import desk_of
from tournaments.models import JudgeCard, Phone
from tournaments.services.phones import MOST_PHONES

pytestmark = pytest.mark.django_db

JSON = {"HTTP_ACCEPT": "application/json", "HTTP_X_DEVICE": "phone-1a2b3c4d"}
MOST_STATEMENTS = 6


@pytest.fixture
def desk():
    desk = desk_of(people=2)
    desk.start()
    return desk


def send(desk, name="enter_turn", **data):
    data = {"entry_id": uuid.uuid4(), "version": desk.match.version, "player": "1"} | data
    return desk.client.post(desk.url(name), data, **JSON)


# -- taken ---------------------------------------------------------------------------------------------


def test_an_entry_that_is_taken_is_answered_with_where_the_match_is(desk):
    answer = send(desk, tile="555")
    assert (answer.status_code, answer.json()) == (200, {"version": 2})
    assert desk.totals == {"1": 25, "2": 0}


def test_an_entry_takes_few_statements(desk):
    """The table, the session, the card, and the two that write: whatever is added here, every judge waits for."""
    url = desk.url("enter_turn")
    data = {"entry_id": uuid.uuid4(), "version": 1, "player": "1", "tile": "555"}
    with CaptureQueriesContext(connection) as seen:
        assert desk.client.post(url, data, **JSON).status_code == 200
    verbs = [query["sql"].split()[0] for query in seen]
    assert len([verb for verb in verbs if verb not in ("SAVEPOINT", "RELEASE")]) <= MOST_STATEMENTS, verbs


def test_sent_again_it_is_taken_again_and_counts_once(desk):
    entry = {"entry_id": uuid.uuid4(), "version": 1, "tile": "555"}
    send(desk, **entry)
    send(desk, player="2", tile="455")
    assert send(desk, **entry).json() == {"version": 3}
    assert desk.match.version == 3


def test_the_log_says_from_which_phone(desk):
    send(desk, tile="555")
    assert Event.objects.get(seq=2).device == "phone-1a2b3c4d"


@pytest.mark.parametrize("name", ["", "x", "<b>bold</b>", "phone " * 30])
def test_a_phone_that_calls_itself_something_odd_has_no_name(desk, name):
    answer = desk.client.post(
        desk.url("enter_turn"),
        {"entry_id": uuid.uuid4(), "version": 1, "player": "1", "tile": "555"},
        HTTP_ACCEPT="application/json",
        HTTP_X_DEVICE=name,
    )
    assert answer.status_code == 200
    assert Event.objects.get(seq=2).device == ""


@pytest.mark.parametrize("accept", ["text/html", "*/*", "text/html,application/json;q=0.9"])
def test_whoever_does_not_ask_for_it_alone_gets_the_page(desk, accept):
    data = {"entry_id": uuid.uuid4(), "version": 1, "player": "1", "tile": "555"}
    assert desk.client.post(desk.url("enter_turn"), data, HTTP_ACCEPT=accept).status_code == 302


# -- refused -------------------------------------------------------------------------------------------


def test_a_stale_entry_is_answered_with_both_sides(desk):
    send(desk, tile="555")
    answer = send(desk, version=1, tile="444")
    assert answer.status_code == 409
    assert answer.json()["code"] == "stale"
    assert "5-5-5" in answer.json()["now"]
    assert desk.match.version == 2


def test_an_id_that_stands_for_something_else_is_refused(desk):
    entry = uuid.uuid4()
    send(desk, entry_id=entry, tile="555")
    answer = send(desk, entry_id=entry, tile="444")
    assert (answer.status_code, answer.json()["code"]) == (409, "id-reused")
    assert desk.totals["1"] == 25


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"tile": "999"}, "no-such-tile"),
        ({"tile": "555", "player": "2"}, "not-your-turn"),
        ({"tile": "5"}, "unfit"),
        ({"tile": "555", "entry_id": "x"}, "unfit"),
    ],
)
def test_what_cannot_be_is_refused_with_its_code(desk, data, code):
    answer = send(desk, **data)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["message"]
    assert desk.match.version == 1


def test_the_end_of_a_deal_and_the_next_start(desk):
    desk.out()
    loser = "2" if desk.turn == "1" else "1"
    assert send(desk, "close_deal", **{f"sum_{loser}": "x"}).status_code == 422
    assert send(desk, "close_deal", **{f"sum_{loser}": 31}).json() == {"version": desk.match.version}
    assert send(desk, "start_deal", starter="2").json() == {"version": desk.match.version}


def test_odd_points_are_asked_about_once():
    desk = desk_of(people=2)
    points = {"points_1": 330, "points_2": 20}
    answer = send(desk, "enter_deal", **points)
    assert (answer.status_code, answer.json()["code"]) == (422, "doubts")
    assert "330" in answer.json()["message"]
    entry = uuid.uuid4()
    assert send(desk, "enter_deal", entry_id=entry, **points, **answer.json()["also"]).status_code == 200
    # The answer was lost: it is in the log, so nobody is asked again.
    again = {"entry_id": entry, "version": 0, **points}
    assert send(desk, "enter_deal", **again).json() == {"version": 1}
    assert send(desk, "enter_deal", version=0, **points, **answer.json()["also"]).json()["code"] == "stale"
    assert send(desk, "enter_deal", points_1="", points_2="").json()["code"] == "unfit"


@pytest.mark.parametrize("name", ["enter_turn", "start_deal", "close_deal", "enter_deal", "take_back"])
def test_a_phone_whose_card_was_renewed_is_told_to_scan_again(desk, name):
    JudgeCard.objects.update(token="another-token-for-this-table")
    answer = send(desk, name, tile="555")
    assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
    assert "Scan" in answer.json()["message"]


def test_without_the_csrf_token_the_answer_is_no_refusal_of_ours(desk):
    """The phone keeps it and tries again with a newer token."""
    client = Client(enforce_csrf_checks=True)
    answer = client.post(desk.url("enter_turn"), {}, **JSON)
    assert answer.status_code == 403
    assert not answer.headers["Content-Type"].startswith("application/json")


# -- phones --------------------------------------------------------------------------------------------


def report(desk, unsent, device="phone-1a2b3c4d", client=None):
    headers = {"HTTP_X_DEVICE": device, "HTTP_X_UNSENT": str(unsent), "HTTP_HX_REQUEST": "true"}
    return (client or desk.client).get(desk.url("table"), **headers)


def round_page(desk, client=None):
    organiser = Client()
    organiser.force_login(desk.tournament.organiser)
    return (client or organiser).get(reverse("round", args=[desk.tournament.slug, 1])).content.decode()


def test_the_organiser_sees_what_a_phone_has_not_sent(desk):
    assert "unsent" not in round_page(desk)
    report(desk, 3)
    assert "3 unsent" in round_page(desk)
    assert "unsent" not in round_page(desk, Client())
    report(desk, 0)
    assert "unsent" not in round_page(desk)


def test_what_several_phones_hold_is_added_up(desk):
    report(desk, 3)
    report(desk, 2, "phone-other")
    Phone.objects.update(seen_at=timezone.now() - timedelta(minutes=12))
    assert "5 unsent, last heard 12 min ago" in round_page(desk)


def test_a_phone_that_fell_silent_is_told_of_while_the_table_plays(desk):
    report(desk, 0)
    Phone.objects.update(seen_at=timezone.now() - timedelta(minutes=4))
    assert "not heard of" not in round_page(desk)
    Phone.objects.update(seen_at=timezone.now() - timedelta(minutes=7))
    assert "not heard of for 7 min" in round_page(desk)
    report(desk, 0, "phone-other")
    assert "not heard of" not in round_page(desk)


def test_the_organisers_page_refreshes_when_a_phone_reports(desk):
    organiser = Client()
    organiser.force_login(desk.tournament.organiser)
    url = reverse("round", args=[desk.tournament.slug, 1])
    seen = organiser.get(url).context["token"]
    assert organiser.get(url, {"seen": seen}, HTTP_HX_REQUEST="true").status_code == 204
    report(desk, 1)
    assert organiser.get(url, {"seen": seen}, HTTP_HX_REQUEST="true").status_code == 200


@pytest.mark.parametrize("unsent", ["-1", "many", "", "1" * 20])
def test_a_report_that_is_no_number_is_no_report(desk, unsent):
    report(desk, unsent)
    assert not Phone.objects.exists()


def test_only_who_judges_the_table_reports(desk):
    report(desk, 3, client=Client())
    assert not Phone.objects.exists()


def test_the_same_again_is_not_written_down(desk):
    report(desk, 3)
    first = Phone.objects.get().seen_at
    report(desk, 3)
    assert Phone.objects.get().seen_at == first
    Phone.objects.update(seen_at=first - timedelta(minutes=1))
    report(desk, 3)
    assert Phone.objects.get().seen_at > first - timedelta(minutes=1)


def test_phones_can_be_made_up_but_not_without_end(desk):
    for number in range(MOST_PHONES + 3):
        report(desk, 1, f"phone-{number:08}")
    assert Phone.objects.count() == MOST_PHONES


# -- the page ------------------------------------------------------------------------------------------


def test_only_a_judges_page_may_be_kept_on_the_phone(desk):
    assert desk.client.get(desk.url("table")).headers["X-Desk"] == "keep"
    assert "X-Desk" not in Client().get(desk.url("table")).headers


def test_a_spectators_page_holds_no_model_and_no_spare_panels(desk):
    page = Client().get(desk.url("table")).content.decode()
    assert 'id="model"' not in page
    assert "spare-turn" not in page


def test_the_page_is_sent_compressed(desk):
    answer = desk.client.get(desk.url("table"), HTTP_ACCEPT_ENCODING="gzip")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.content) < 12_000
