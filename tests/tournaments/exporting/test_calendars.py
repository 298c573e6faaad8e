"""Calendars: right by RFC 5545, the same event under the same name, and nothing that the public may not see."""

import uuid
from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import draft_round, organiser_of, published_round, tournament_of
from tournaments.exporting.ics_file import Event, calendar, escaped, folded
from tournaments.models import Player
from tournaments.services import clocks, holds, planning

MOMENT = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)


def unfolded(body: bytes) -> list[str]:
    assert body.endswith(b"\r\n")
    assert all(len(line) <= 75 for line in body.split(b"\r\n"))
    return body.replace(b"\r\n ", b"").decode().splitlines()


def events(body: bytes) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    for line in unfolded(body):
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found:
            name, _colon, value = line.partition(":")
            found[-1].setdefault(name, value)
    return found


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a; b, c\\d", "a\\; b\\, c\\\\d"),
        ("two\r\nlines\rof\nit", "two\\nlines\\nof\\nit"),
        ("END:VEVENT\nBEGIN:VALARM", "END:VEVENT\\nBEGIN:VALARM"),
        ("bell\x07tab\tdel\x7f", "bell tab del "),
    ],
)
def test_what_people_typed_stays_within_its_line(text, written):
    assert escaped(text) == written


@pytest.mark.parametrize("text", ["", "x" * 75, "x" * 76, "é" * 100, "x" + "é" * 100, "👩‍👩‍👧" * 30])
def test_long_lines_are_folded_and_no_character_is_broken(text):
    body = folded(text)
    assert all(len(line) <= 75 and line.decode() is not None for line in body.split(b"\r\n"))
    assert body.replace(b"\r\n ", b"").decode() == text + "\r\n"


def test_a_whole_calendar_reads_as_it_was_meant():
    days = Event(
        "d@t", 0, MOMENT, date(2026, 3, 1), date(2026, 3, 3), "Cup, the", place="Hall; 2", cancelled=True
    )
    hours = Event("r@t", 3, MOMENT, MOMENT, MOMENT + timedelta(minutes=50), "Round 1", url="https://hall/x")
    lines = unfolded(calendar("Cup", [days, hours]))
    assert lines[:3] == ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Triomphe//Triomphe//EN"]
    assert lines[-1] == "END:VCALENDAR"
    first, second = events(calendar("Cup", [days, hours]))
    assert (first["DTSTART;VALUE=DATE"], first["DTEND;VALUE=DATE"]) == ("20260301", "20260303")
    assert (first["SUMMARY"], first["LOCATION"], first["STATUS"]) == ("Cup\\, the", "Hall\\; 2", "CANCELLED")
    assert (second["DTSTART"], second["DTEND"]) == ("20260301T183000Z", "20260301T192000Z")
    assert (second["UID"], second["SEQUENCE"], second["STATUS"]) == ("r@t", "3", "CONFIRMED")


@pytest.mark.django_db
def test_a_tournament_and_a_person_as_their_evening_goes_on():
    tournament = tournament_of(4, place="Hall, Main Street", round_minutes=50)
    round_ = published_round(tournament)
    entrant = tournament.entrants.get(number=1)
    entrant.player = Player.objects.create(
        club=tournament.club, name="Player 1", name_key="player 1", shown="number"
    )
    entrant.save()
    whole = reverse("calendar", args=[tournament.slug])
    mine = reverse("player_calendar", args=[tournament.slug, entrant.pk])
    client = Client()
    answer = client.get(whole)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    days, first = events(answer.content)
    assert (days["SUMMARY"], days["LOCATION"]) == ("Autumn Cup", "Hall\\, Main Street")
    assert first["SUMMARY"] == "Autumn Cup: Round 1"
    assert first["DTSTART"] == f"{round_.published_at:%Y%m%dT%H%M%SZ}"
    days_of_mine, seat = events(client.get(mine).content)
    assert seat["SUMMARY"] == "Round 1: table 1 · Autumn Cup"
    assert (seat["DESCRIPTION"], seat["LOCATION"]) == ("No. 1", "Hall\\, Main Street")
    assert "Player 1" not in client.get(mine).content.decode()
    assert len({each["UID"] for each in (days, first, days_of_mine, seat)}) == 4
    # Asked again, nothing is sent that is known; changed, the same event has a higher number.
    again = client.get(whole, headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    clocks.start_clock(organiser_of(tournament), uuid.uuid4(), round_)
    clocks.add_time(organiser_of(tournament), uuid.uuid4(), round_, 10)
    changed = client.get(whole, headers={"if-none-match": answer["ETag"]})
    assert changed.status_code == 200
    later = events(changed.content)[1]
    assert later["UID"] == first["UID"]
    assert int(later["SEQUENCE"]) == int(first["SEQUENCE"]) + 2
    # Who has left is cancelled; while results are held, that is not told.
    planning.withdraw(organiser_of(tournament), tournament, entrant.pk)
    assert events(client.get(mine).content)[0]["STATUS"] == "CANCELLED"
    holds.begin_hold(organiser_of(tournament), tournament)
    assert events(client.get(mine).content)[0]["STATUS"] == "CONFIRMED"


@pytest.mark.django_db
def test_a_draft_is_in_no_calendar_whoever_asks():
    tournament = tournament_of(4)
    published_round(tournament).tables.get()
    tournament.rounds.update(state="closed")
    draft = draft_round(tournament)
    client = Client()
    client.force_login(tournament.organiser)
    assert draft.number == 2
    assert len(events(client.get(reverse("calendar", args=[tournament.slug])).content)) == 2
    person = tournament.entrants.get(number=1).pk
    assert len(events(client.get(reverse("player_calendar", args=[tournament.slug, person])).content)) == 2
