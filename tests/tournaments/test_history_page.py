"""The history of a tournament: readable, searched, turned over; and nobody else's."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.services import finalize
from tests.factories import enter, member_of, organiser_of, published_round, tournament_of
from tournaments.history_words import SENTENCES, codes_saying, in_words
from tournaments.models import HistoryLine, Role
from tournaments.selectors.history import history_of, told
from tournaments.services import calls, cards, clocks, penalties, pins, settings, standings
from tournaments.services.history import record
from tournaments.services.penalties import PenaltyPlan

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def told_of():
    tournament = tournament_of(4, round_minutes=30)
    round_ = published_round(tournament)
    actor = organiser_of(tournament)
    clocks.add_time(actor, uuid.uuid4(), round_, 5, 1)
    cards.renew_card(actor, tournament, 1)
    pins.make_missing_pins(actor, tournament)
    call = calls.call_organiser(actor, round_.tables.get(), uuid.uuid4(), "Gibt es einen Größenvorteil?")
    calls.answer_call(actor, tournament, call.pk)
    enter(round_.tables.get(), [400, 1, 2, 3])
    finalize(round_.tables.get().match_id)
    entrant = tournament.entrants.get(number=1)
    plan = PenaltyPlan(entrant.pk, "warning", "Too loud")
    penalties.give_penalty(actor, uuid.uuid4(), tournament, plan)
    return tournament


def codes(tournament, **asked):
    return [line.code for line in history_of(tournament, **asked)]


def test_everything_stands_there_the_newest_first(told_of):
    assert codes(told_of) == [
        "penalty-warning",
        "call-answered",
        "called",
        "pins-made",
        "card-renewed",
        "time-added",
        "round-published",
        "pairings-asked",
    ]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("too LOUD", ["penalty-warning"]),
        ("größenVORTEIL", ["called"]),
        ("Player 1", ["penalty-warning"]),
        ("warned", ["penalty-warning"]),
        ("warned nobody", []),
        ("%", []),
        ("  ", None),
    ],
)
def test_it_is_searched_by_name_reason_and_deed(told_of, search, found):
    assert codes(told_of, search=search) == (codes(told_of) if found is None else found)


def test_it_is_narrowed_to_a_round_or_a_table(told_of):
    assert codes(told_of, table=1) == ["call-answered", "called", "card-renewed", "time-added"]
    assert codes(told_of, round_number=1, table=1) == ["call-answered", "called", "time-added"]
    assert codes(told_of, round_number=9) == []


def test_the_page_can_be_turned_over(told_of):
    for number in range(90):
        record(organiser_of(told_of), told_of, "card-renewed", table=number, table_number=number)
    client = Client()
    client.force_login(told_of.organiser)
    url = reverse("history", args=[told_of.slug])
    first = client.get(url).content.decode()
    assert "98 lines" in first
    assert "Page 1 of 3" in first
    part = client.get(url, {"page": 3, "q": "renewed"}, **HTMX).content.decode()
    assert "Page 3 of 3" in part
    assert "<html" not in part
    assert "q=renewed&amp;page=2" in part
    # What cannot be read is passed over.
    for asked in ({"page": "x"}, {"round": "x", "table": "-1"}, {"q": "y" * 5000}, {"page": "99999999999"}):
        assert client.get(url, asked).status_code == 200


def test_what_is_told_is_escaped(told_of):
    record(organiser_of(told_of), told_of, "person-left", name="<script>", reason="<b>bold</b>")
    client = Client()
    client.force_login(told_of.organiser)
    page = client.get(reverse("history", args=[told_of.slug])).content.decode()
    assert "&lt;script&gt;" in page
    assert "<b>bold" not in page


def test_another_clubs_members_see_nothing_of_it(told_of):
    client = Client()
    client.force_login(member_of(tournament_of(2).club, Role.OWNER).user)
    assert client.get(reverse("history", args=[told_of.slug])).status_code == 403


def test_settings_and_rules_of_the_standings_leave_a_line(told_of):
    actor = organiser_of(told_of)
    now = {name: getattr(told_of, name) for name in settings.HallSettings.__dataclass_fields__}
    settings.change_settings(actor, told_of, settings.HallSettings(**now | {"turn_seconds": 30}))
    standings.plan_standings(actor, told_of, standings.StandingsPlan(["points"], {}, True, None))
    assert codes(told_of)[:2] == ["standings-rules-changed", "settings-changed"]
    settings.change_settings(actor, told_of, settings.HallSettings(**now | {"turn_seconds": 30}))
    assert codes(told_of)[0] == "standings-rules-changed"


class Anything(dict[str, str]):
    def __missing__(self, key):
        return key


@pytest.mark.parametrize("code", SENTENCES)
def test_every_sentence_can_be_said(code):
    assert in_words(code, Anything())
    with translation.override("en"):
        first = next(word for word in SENTENCES[code].split() if "%" not in word)
        assert code in codes_saying(first.casefold())


def test_a_line_is_told_in_words(told_of):
    line = HistoryLine.objects.filter(code="time-added").get()
    assert told(line).what == "gave 5 more minutes"
