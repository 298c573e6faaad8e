"""People in motion: late entries, absences, substitutes, fixed tables, who is kept apart."""

import uuid
from decimal import Decimal
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from games import services as games
from games.errors import Refused
from rules.points import engine
from tests.factories import UserFactory, draft_round, enter, organiser_of, published_round, tournament_of
from tournaments.access import Actor, NotAllowed
from tournaments.models import Absence, KeepApart, Place
from tournaments.selectors.pages import round_view
from tournaments.selectors.pairing import pairing_request
from tournaments.selectors.standings import standings_of
from tournaments.selectors.versions import live_token
from tournaments.services import people, planning, rounds
from tournaments.services.people import PersonPlan

pytestmark = pytest.mark.django_db


def plan(**changes):
    usual = {"club": "", "fixed_table": None, "late_points": Decimal(0), "absent": [], "apart": []}
    return PersonPlan(**(usual | changes))


def change(tournament, number, **changes):
    entrant = tournament.entrants.get(number=number)
    return people.change_person(organiser_of(tournament), tournament, entrant.pk, plan(**changes))


def play(tournament):
    round_ = published_round(tournament)
    for table in round_.tables.all():
        enter(table, [400, 300, 200, 100][: table.seating.count()])
        games.finalize(table.match_id)
    return round_


def request_of(tournament):
    round_ = rounds.ask_for_pairings(organiser_of(tournament), tournament)
    return pairing_request(round_, engine)


# -- what the pairing is told ----------------------------------------------------------------------


def test_the_pairing_is_told_of_clubs_fixed_tables_and_who_is_kept_apart():
    tournament = tournament_of(8)
    one, two = (tournament.entrants.get(number=number) for number in (1, 2))
    change(tournament, 2, club="Hattem", fixed_table=2, apart=["player 1"])
    request = request_of(tournament)
    contenders = {each.id: each for each in request.contenders}
    assert contenders[str(two.pk)].club == "Hattem"
    assert request.fixed == {str(two.pk): 2}
    assert request.apart == {tuple(sorted((str(one.pk), str(two.pk))))}
    assert (request.round, request.rounds, request.past) == (1, 3, ())
    assert request.seeding == tuple(str(each.pk) for each in tournament.entrants.order_by("number"))


def test_the_pairing_is_told_what_has_been():
    tournament = tournament_of(7)
    first = play(tournament)
    request = request_of(tournament)
    assert request.round == 2
    (past,) = request.past
    assert sorted(len(table.seats) for table in past.tables) == [3, 4]
    assert sorted(sorted(table.places.values()) for table in past.tables) == [[1, 2, 3], [1, 2, 3, 4]]
    assert [each.points for each in request.contenders] == [3, 3, 2, 1.5, 1, 0, 0]
    by_size = sorted(first.tables.all(), key=lambda table: table.seating.count())
    short = {place.entrant_id for place in by_size[0].seating.all()}
    assert {int(each.id) for each in request.contenders if each.short} == short
    assert sum(request.met.values()) == 6 + 3
    assert all(sum(each.seats) == 1 for each in request.contenders)


def test_who_sat_out_is_remembered_and_gets_the_points_for_it():
    tournament = tournament_of(5)
    change(tournament, 5, absent=[1])
    out = tournament.entrants.get(number=5)
    Place.objects.create(round=play(tournament), entrant=out)  # as if there had been no seat
    line = next(line for line in standings_of(tournament) if line.entrant == out)
    assert line.standing.placing == Fraction(3, 2)
    request = request_of(tournament)
    assert [each.sat_out for each in request.contenders if each.id == str(out.pk)] == [1]
    assert request.past[0].out == (str(out.pk),)


# -- absences --------------------------------------------------------------------------------------


def test_who_has_announced_to_be_away_is_not_paired_and_has_not_sat_out():
    tournament = tournament_of(9)
    change(tournament, 3, absent=[1])
    round_ = play(tournament)
    away = tournament.entrants.get(number=3)
    assert not round_.seating.filter(entrant=away).exists()
    line = next(line for line in standings_of(tournament) if line.entrant == away)
    assert (line.standing.placing, line.standing.matches) == (0, 0)
    request = request_of(tournament)
    assert [each.sat_out for each in request.contenders if each.id == str(away.pk)] == [0]


def test_a_draft_with_somebody_who_will_be_away_cannot_be_published():
    tournament = tournament_of(8)
    round_ = draft_round(tournament)
    change(tournament, 3, absent=[1])
    with pytest.raises(Refused) as caught:
        rounds.publish(organiser_of(tournament), round_)
    assert caught.value.code == "draft-out-of-date"


def test_who_is_away_is_not_said_to_be_missing_from_the_draft():
    tournament = tournament_of(9)
    change(tournament, 3, absent=[1])
    assert round_view(draft_round(tournament)).missing == []
    change(tournament, 3)
    assert [each.number for each in round_view(draft_round(tournament)).missing] == []


def test_an_absence_can_be_taken_back_and_a_round_that_was_is_not_announced():
    tournament = tournament_of(8)
    change(tournament, 3, absent=[1, 2])
    change(tournament, 3, absent=[2])
    assert list(Absence.objects.values_list("round_number", flat=True)) == [2]
    published_round(tournament)
    with pytest.raises(Refused) as caught:
        change(tournament, 3, absent=[1])
    assert (caught.value.code, caught.value.field) == ("round-over", "absent")
    change(tournament, 3)
    assert not Absence.objects.exists()


def test_the_search_is_done_again_when_somebody_announces_to_be_away_meanwhile():
    tournament = tournament_of(9)
    round_ = rounds.ask_for_pairings(organiser_of(tournament), tournament)
    change(tournament, 3, absent=[1])
    rounds.compute_pairings(round_.pk)
    assert round_.seating.count() == 8


# -- late entries ----------------------------------------------------------------------------------


def test_a_late_entry_comes_in_the_next_round_with_the_points_it_is_given():
    tournament = tournament_of(4)
    play(tournament)
    planning.enter_names(organiser_of(tournament), uuid.uuid4(), tournament, "Zoe")
    late = tournament.entrants.get(name="Zoe")
    assert (late.joined_round, late.late_points) == (2, 0)
    assert standings_of(tournament)[-1].entrant == late
    change(tournament, late.number, late_points=Decimal("3.5"))
    first = standings_of(tournament)[0]
    assert (first.entrant, first.standing.placing) == (late, Fraction(7, 2))


# -- substitutes -----------------------------------------------------------------------------------


def test_a_substitute_plays_on_with_number_and_points_and_the_past_is_kept():
    tournament = tournament_of(4)
    round_ = play(tournament)
    entrant = standings_of(tournament)[0].entrant
    before = entrant.name
    token = live_token(tournament)
    people.substitute(organiser_of(tournament), tournament, entrant.pk, "  Cleo ")
    line = standings_of(tournament)[0]
    assert (line.entrant.pk, line.entrant.name, line.standing.placing) == (entrant.pk, "Cleo", 3)
    (kept,) = entrant.substitutions.all()
    assert (kept.before, kept.after, kept.round_number) == (before, "Cleo", 2)
    assert before in [seat.name for seat in round_.tables.get().match.seats.all()]
    (table,) = round_view(round_).tables
    assert before in [each.name for each, _total in table.people]
    (table,) = round_view(draft_round(tournament)).tables
    assert "Cleo" in [each.name for each, _total in table.people]
    tournament.refresh_from_db()
    assert live_token(tournament) != token


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "bad-name"), ("\u202e", "bad-name"), ("x" * 81, "bad-name"), ("player 2", "name-taken")],
)
def test_a_substitute_needs_a_name_of_their_own(name, code):
    tournament = tournament_of(4)
    entrant = tournament.entrants.get(number=1)
    with pytest.raises(Refused) as caught:
        people.substitute(organiser_of(tournament), tournament, entrant.pk, name)
    assert (caught.value.code, caught.value.field) == (code, "name")
    assert not entrant.substitutions.exists()


def test_the_same_substitute_twice_is_one():
    tournament = tournament_of(4)
    entrant = tournament.entrants.get(number=1)
    for _ in range(2):
        people.substitute(organiser_of(tournament), tournament, entrant.pk, "Cleo")
    assert entrant.substitutions.count() == 1


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"club": "x" * 81}, "bad-club", "club"),
        ({"fixed_table": 0}, "bad-table", "fixed_table"),
        ({"fixed_table": 501}, "bad-table", "fixed_table"),
        ({"late_points": Decimal(-1)}, "bad-points", "late_points"),
        ({"late_points": Decimal("0.001")}, "bad-points", "late_points"),
        ({"late_points": Decimal("NaN")}, "bad-points", "late_points"),
        ({"absent": [4]}, "round-over", "absent"),
        ({"apart": ["Nobody"]}, "unknown-name", "apart"),
        ({"apart": ["Player 1"]}, "apart-from-oneself", "apart"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_kept(changes, code, field):
    tournament = tournament_of(4)
    with pytest.raises(Refused) as caught:
        change(tournament, 1, **({"club": "Kept?"} | changes))
    assert (caught.value.code, caught.value.field) == (code, field)
    assert tournament.entrants.get(number=1).club == ""


def test_pairs_kept_apart_are_one_thing_seen_from_both():
    tournament = tournament_of(4)
    change(tournament, 3, apart=["Player 1", "Player 2"])
    change(tournament, 1, apart=["Player 3", "Player 4"])
    assert KeepApart.objects.count() == 3
    change(tournament, 3, apart=[])
    assert KeepApart.objects.count() == 1


@pytest.mark.parametrize("signed_in", [True, False])
def test_only_the_organiser_changes_people(signed_in):
    tournament = tournament_of(4)
    outsider = Actor(UserFactory.create() if signed_in else None)
    entrant = tournament.entrants.get(number=1)
    with pytest.raises(NotAllowed):
        people.change_person(outsider, tournament, entrant.pk, plan(club="Mine"))
    with pytest.raises(NotAllowed):
        people.substitute(outsider, tournament, entrant.pk, "Me")


# -- the page --------------------------------------------------------------------------------------


@pytest.fixture
def client_and_url():
    tournament = tournament_of(4)
    client = Client()
    client.force_login(tournament.organiser)
    return client, reverse("person", args=[tournament.slug, tournament.entrants.get(number=1).pk])


def test_the_page_keeps_what_is_sent_and_shows_it_again(client_and_url):
    client, url = client_and_url
    sent = {"club": "Bueil", "fixed_table": "3", "late_points": "1.5", "absent": ["1"], "apart": "Player 2\n"}
    assert client.post(url, sent).status_code == 302
    page = client.get(url).content.decode()
    assert 'value="Bueil"' in page
    assert 'value="1.5' in page
    assert "Player 2</textarea>" in page


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"fixed_table": "far"}, "whole number"),
        ({"late_points": "much"}, "Enter a number"),
        ({"apart": "Nobody"}, "Nobody of that name is entered"),
        ({"absent": ["99"]}, "not one of the available choices"),
    ],
)
def test_what_is_wrong_is_told_beside_its_field_with_what_was_typed(client_and_url, sent, sentence):
    client, url = client_and_url
    response = client.post(url, {"club": "Bueil"} | sent)
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert 'value="Bueil"' in page


def test_somebody_of_another_tournament_is_not_found(client_and_url):
    client, url = client_and_url
    other = tournament_of(1).entrants.get()
    assert client.get(url.rsplit("/", 2)[0] + f"/{other.pk}/").status_code == 404
