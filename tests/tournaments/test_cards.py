"""A card opens one table's desk, on the tournament's days, until it is taken out of use."""

import html
import re
import uuid
from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Event
from tests.factories import enter, organiser_of, published_round, tournament_of
from tournaments import dates
from tournaments.access import Actor, NotAllowed
from tournaments.models import JudgeCard
from tournaments.services import cards

pytestmark = pytest.mark.django_db
HIDDEN = re.compile(r'<input type="hidden" name="(?!csrf)([^"]*)" value="([^"]*)">')


@pytest.fixture
def running():
    tournament = tournament_of(8)
    published_round(tournament)
    return tournament


def card_of(tournament, number=1):
    return JudgeCard.objects.get(tournament=tournament, number=number)


def scan(tournament, number=1, client=None):
    client = client or Client()
    return client, client.get(reverse("scan_card", args=[card_of(tournament, number).token]))


def deal(client, tournament, number=1, version=0):
    url = reverse("enter_deal", args=[tournament.slug, 1, number])
    body = {"entry_id": uuid.uuid4(), "version": version} | {f"points_{seat}": 10 for seat in range(1, 5)}
    return client.post(url, body).status_code


def played(tournament, first, last):
    """Move the tournament's days, counted from today."""
    today = timezone.localdate()
    tournament.first_day, tournament.last_day = today + timedelta(first), today + timedelta(last)
    tournament.save()


def test_it_carries_at_least_128_random_bits(running):
    tokens = {card.token for card in running.cards.all()}
    assert len(tokens) == 2
    assert all(len(token) * 6 >= 128 for token in tokens)


@pytest.mark.parametrize(
    ("first", "last", "works"),
    [(0, 0, True), (-5, -1, True), (1, 3, True), (-5, -2, False), (2, 3, False), (-9, 9, True)],
)
def test_it_works_from_the_day_before_to_the_day_after(running, first, last, works):
    client, _ = scan(running)
    played(running, first, last)
    _, answer = scan(running)
    assert answer.status_code == (302 if works else 410)
    assert deal(client, running) == (302 if works else 403)
    assert Event.objects.count() == works
    if not works:
        page = answer.content.decode()
        assert "ask the organiser to change" in page
        assert ("is over" in page) == (last < 0)


def test_the_days_are_those_of_the_hall(running, monkeypatch):
    """At noon in London it is tomorrow in Kiritimati."""
    monkeypatch.setattr(dates.timezone, "now", lambda: datetime(2026, 5, 10, 12, tzinfo=UTC))
    running.first_day = running.last_day = date(2026, 5, 9)
    running.time_zone = "Europe/London"
    assert dates.cards_work_today(running)
    running.time_zone = "Pacific/Kiritimati"
    assert not dates.cards_work_today(running)


def test_a_card_of_another_table_or_tournament_opens_nothing_here(running):
    client, _ = scan(running, number=2)
    assert deal(client, running, number=1) == 403
    other = tournament_of(8)
    published_round(other)
    client, _ = scan(other)
    assert deal(client, running) == 403


def test_out_of_use_until_renewed_and_alone(running):
    judge, other = scan(running)[0], scan(running, number=2)[0]
    old = card_of(running).token
    cards.revoke_card(organiser_of(running), running, 1)
    assert deal(judge, running) == 403
    assert Client().get(reverse("scan_card", args=[old])).status_code == 410
    assert deal(other, running, number=2) == 302
    organiser = Client()
    organiser.force_login(running.organiser)
    assert "Out of use" in organiser.get(reverse("cards", args=[running.slug])).content.decode()
    cards.renew_card(organiser_of(running), running, 1)
    assert Client().get(reverse("scan_card", args=[old])).status_code == 410
    assert deal(judge, running) == 403
    assert deal(scan(running)[0], running) == 302


def test_what_was_typed_waits_for_the_card_where_there_are_no_scripts(running):
    judge, other = scan(running)[0], scan(running, number=2)[0]
    cards.renew_card(organiser_of(running), running, 1)
    url = reverse("enter_deal", args=[running.slug, 1, 1])
    body = {"entry_id": str(uuid.uuid4()), "version": 0, "points_1": "<11>"}
    body |= {f"points_{seat}": seat * 10 for seat in range(2, 5)}
    page = judge.post(url, body).content.decode()
    assert "Scan the table’s card again, then send it." in page
    kept = {html.unescape(name): html.unescape(value) for name, value in HIDDEN.findall(page)}
    assert kept == {name: str(value) for name, value in body.items()}
    scan(running, client=judge)
    kept["points_1"] = "10"
    assert judge.post(url, kept).status_code == 302
    assert Event.objects.get().id == uuid.UUID(body["entry_id"])
    refused = other.post(reverse("take_back", args=[running.slug, 1, 1]), body)
    assert (refused.status_code, HIDDEN.findall(refused.content.decode())) == (403, [])


@pytest.mark.parametrize("actor", [Actor(), Actor(cards=frozenset({"x"}))])
def test_only_the_organiser_takes_a_card_out_of_use(running, actor):
    with pytest.raises(NotAllowed):
        cards.revoke_card(actor, running, 1)


def test_scanning_is_answered_with_a_clean_address_and_tells_no_other_page(running):
    client, answer = scan(running)
    token = card_of(running).token
    assert token not in answer.headers["Location"]
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer.headers["Cache-Control"]
    page = client.get(answer.headers["Location"], follow=True)
    assert token not in page.content.decode()
    assert token not in str(client.cookies)
    guessed = Client().get(reverse("scan_card", args=["x" * 32]))
    assert (guessed.status_code, guessed.headers["Referrer-Policy"]) == (410, "no-referrer")


def test_the_organiser_sees_when_each_was_last_used(running):
    organiser = Client()
    organiser.force_login(running.organiser)
    url = reverse("cards", args=[running.slug])
    assert organiser.get(url).content.decode().count("Not used yet") == 2
    client, _ = scan(running)
    assert organiser.get(url).content.decode().count("Not used yet") == 1
    card = card_of(running)
    JudgeCard.objects.update(scanned_at=timezone.now() - timedelta(hours=2))
    deal(client, running)
    from tournaments.selectors.cards import cards_of

    assert dict(cards_of(running))[card] == Event.objects.get().at
    # What the organiser enters is no use of the card.
    JudgeCard.objects.filter(number=2).update(scanned_at=None)
    enter(running.rounds.get().tables.get(number=2), [1, 2, 3, 4])
    assert dict(cards_of(running))[card_of(running, 2)] is None
