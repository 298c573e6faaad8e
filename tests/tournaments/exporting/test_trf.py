"""The report for programs for chess: each field at its columns, and read by one of those programs."""

import uuid
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from py4swiss.trf import TrfParser

from games.services import Entry, finalize
from tests.factories import enter, organiser_of, published_round, tournament_of
from tournaments.exporting.trf import Game, Player, Report, Result, as_trf
from tournaments.models import Place, Stage, Table
from tournaments.services import holds, scoring

COLUMNS = {
    # FIDE handbook, C.04 annex 2 (TRF16): where each field of a player's line stands, counted from 1.
    "code": (1, 3),
    "number": (5, 8),
    "sex": (10, 10),
    "title": (11, 13),
    "name": (15, 47),
    "rating": (49, 52),
    "federation": (54, 56),
    "fide number": (58, 68),
    "birthday": (70, 79),
    "points": (81, 84),
    "rank": (86, 89),
}
GAMES_FROM, A_GAME = 92, 10
OF_A_GAME = {"opponent": (0, 4), "colour": (5, 6), "result": (7, 8)}


def fields(line):
    found = {name: line[first - 1 : last] for name, (first, last) in COLUMNS.items()}
    games = [
        tuple(line[at + first : at + last] for first, last in OF_A_GAME.values())
        for at in range(GAMES_FROM - 1, len(line), A_GAME)
    ]
    return {name: text.strip() for name, text in found.items()}, games


def players_in(text):
    return [fields(line) for line in text.split("\r\n") if line.startswith("001")]


def test_every_field_stands_at_its_columns():
    games = [Game(Result.WIN, 12, "w"), Game(Result.TIE, 1999, "b"), Game(Result.HALF_BYE)]
    report = Report(
        *("Autumn\nCup", "Bergen", date(2026, 11, 7), date(2026, 11, 8), 5, "Swiss"),
        players=[Player(1234, "Áge  Ødegård " + "x" * 40, 7, games), Player(2, "王秀英", 10, [])],
    )
    text = as_trf(report)
    assert text.split("\r\n")[:6] == [
        "012 Autumn Cup",
        "022 Bergen",
        "042 2026/11/07",
        "052 2026/11/08",
        "062 2",
        "092 Swiss",
    ]
    assert text.endswith("XXR 5\r\n")
    (first, played), (second, none) = players_in(text)
    empty = dict.fromkeys(("sex", "title", "rating", "federation", "fide number", "birthday"), "")
    name = ("Áge Ødegård " + "x" * 40)[:33]
    about = {"code": "001", "number": "1234", "name": name, "points": "2.0", "rank": "7"}
    assert first == empty | about
    assert played == [("0012", "w", "1"), ("1999", "b", "="), ("0000", "-", "H")]
    assert second == empty | {"code": "001", "number": "2", "name": "王秀英", "points": "0.0", "rank": "10"}
    assert none == []


# -- of a tournament -------------------------------------------------------------------------------

pairs = pytest.mark.django_db


def play(round_, results):
    for table, points in zip(round_.tables.order_by("number"), results, strict=True):
        enter(table, points)
        finalize(table.match_id)


def pairs_of(people, rounds, **kwargs):
    """A tournament in which nobody ever sits at a table of three."""
    tournament = tournament_of(people, table_size=2, rounds_planned=rounds, **kwargs)
    Stage.objects.create(tournament=tournament, number=1, rounds=rounds, table_size=2, allow=[2])
    return tournament


@pytest.fixture
def two_rounds(db):
    """Five people: a win, a tie and who sits out; then a win by decision, and one who is not there."""
    tournament = pairs_of(5, 3)
    play(published_round(tournament), [[400, 100], [400, 400]])
    entrant = tournament.entrants.get(number=5)
    entrant.withdrawn = True
    entrant.save()
    second = published_round(tournament)
    one, other = second.tables.order_by("number")
    table = Table.objects.select_related("match", "round__tournament").get(pk=one.pk)
    places = {"1": 1, "2": 2}
    scoring.abandon_match(organiser_of(tournament), table, Entry(uuid.uuid4(), 0), "nobody came", places)
    finalize(one.match_id)
    enter(other, [3, 400])
    finalize(other.match_id)
    return tournament


def downloaded(tournament, client=None):
    return (client or Client()).get(reverse("report", args=[tournament.slug]))


def test_a_program_for_chess_reads_it(two_rounds, tmp_path):
    answer = downloaded(two_rounds)
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="{two_rounds.slug}.trf"'
    path = tmp_path / "report.trf"
    path.write_bytes(answer.content)
    parsed = TrfParser.parse(path, strict=True)  # refuses points, opponents or colours that do not agree
    assert parsed.x_section.number_of_rounds == 3
    assert parsed.tournament_section.tournament_name == "Autumn Cup"
    assert [each.name for each in parsed.player_sections] == [f"Player {n}" for n in range(1, 6)]
    for section in parsed.player_sections:
        seats = Place.objects.filter(entrant__number=section.starting_number, entrant__tournament=two_rounds)
        colours = {1: "w", 2: "b", None: "-"}
        expected = [colours[each] for each in seats.order_by("round").values_list("position", flat=True)]
        expected += ["-"] * (2 - len(expected))
        assert [each.color.value for each in section.results] == expected
    tokens = sorted(each.result.value for section in parsed.player_sections for each in section.results)
    assert sorted(["1", "0", "=", "=", "H", "+", "-", "0", "1", "Z"]) == tokens
    points = {section.starting_number: section.points_times_ten for section in parsed.player_sections}
    assert sum(points.values()) == 10 + 10 + 5 + 10 + 10
    # Who has most points stands first.
    ranks = {section.starting_number: section.rank for section in parsed.player_sections}
    assert points[min(ranks, key=lambda each: ranks[each])] == max(points.values())


@pairs
def test_a_round_that_is_being_played_is_not_in_it(two_rounds):
    published_round(two_rounds)
    assert {len(games) for _, games in players_in(downloaded(two_rounds).content.decode())} == {2}


@pairs
def test_gaps_in_the_numbers_are_closed(two_rounds, tmp_path):
    two_rounds.entrants.filter(number=2).update(number=77)
    path = tmp_path / "report.trf"
    path.write_bytes(downloaded(two_rounds).content)
    names = [section.name for section in TrfParser.parse(path, strict=True).player_sections]
    assert names == ["Player 1", "Player 3", "Player 4", "Player 5", "Player 2"]


@pairs
def test_names_are_those_that_everybody_may_read(two_rounds):
    from tournaments.models import Player as Person

    entrant = two_rounds.entrants.get(number=1)
    made = {"name": "Ana Ávila", "name_key": "ana avila", "shown": Person.Shown.SHORT, "minor": True}
    entrant.player = Person.objects.create(club=two_rounds.club, **made)
    entrant.name = "Ana Ávila"
    entrant.save()
    organiser = Client()
    organiser.force_login(two_rounds.organiser)
    assert "Ávila" not in downloaded(two_rounds).content.decode()
    assert "Ana Ávila" in downloaded(two_rounds, organiser).content.decode()


@pairs
def test_there_is_none_for_others_while_results_are_held(two_rounds):
    holds.begin_hold(organiser_of(two_rounds), two_rounds)
    two_rounds.refresh_from_db()
    organiser = Client()
    organiser.force_login(two_rounds.organiser)
    assert downloaded(two_rounds).status_code == 404
    assert downloaded(two_rounds, organiser).status_code == 200


@pairs
def test_there_is_none_of_tables_of_more_than_two_nor_before_a_round_is_over():
    large, young = tournament_of(8), pairs_of(4, 3)
    play(published_round(large), [[400, 3, 2, 1]] * 2)
    published_round(young)
    for tournament, why in ((large, "more than two"), (young, "first round is over")):
        organiser = Client()
        organiser.force_login(tournament.organiser)
        assert downloaded(tournament, organiser).status_code == 404
        page = organiser.get(reverse("files", args=[tournament.slug])).content.decode()
        assert why in page
        assert reverse("report", args=[tournament.slug]) not in page


@pytest.mark.parametrize(
    ("worth", "token"), [(None, "H"), (1, "U"), (0, "Z"), ("0.75", "H"), ("0.25", "Z"), (3, "U")]
)
@pairs
def test_sitting_out_is_the_bye_that_is_worth_it(worth, token):
    tournament = pairs_of(3, 2, sit_out_points=worth)
    play(published_round(tournament), [[400, 1]])
    games = [game for _, games in players_in(downloaded(tournament).content.decode()) for game in games]
    assert sorted(result for _, _, result in games) == sorted(["1", "0", token])
