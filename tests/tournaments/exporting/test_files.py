"""What is in each file, for whom, and that it comes back by an import as it was."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.services import finalize
from tests.factories import (
    TournamentFactory,
    draft_round,
    enter,
    member_of,
    organiser_of,
    published_round,
    tournament_of,
)
from tests.tournaments.exporting.reading import csv_rows, xlsx_rows
from tournaments.cells import as_it_was
from tournaments.exporting.csv_file import as_csv
from tournaments.models import Entrant, KeepApart, Player, Role, Spot
from tournaments.selectors.people_sheets import people_sheet
from tournaments.services import holds

pytestmark = pytest.mark.django_db

HELD = [617, 483, 359, 271]


def client_of(tournament):
    client = Client()
    client.force_login(tournament.organiser)
    return client


def rows(client, name, *args, separator=","):
    """As CSV and as a workbook; both have to say the same."""
    text = csv_rows(client.get(reverse(f"{name}_csv", args=args)).content, separator)
    book = xlsx_rows(client.get(reverse(f"{name}_xlsx", args=args)).content)
    assert [["" if each is None else str(each) for each in row] for row in book] == [
        [as_it_was(cell) for cell in row] for row in text
    ]
    return book


@pytest.fixture
def played():
    """A round that is over, and one of which the second table is not."""
    tournament = tournament_of(8)
    first = published_round(tournament)
    for table in first.tables.all():
        enter(table, [100, 33, 22, -11])
        enter(table, [312, 1, 2, 3])
        finalize(table.match_id)
    second = published_round(tournament)
    table = second.tables.get(number=1)
    enter(table, [405, 44, 55, 66])
    finalize(table.match_id)
    enter(second.tables.get(number=2), [10, 20, 30, 40])
    return tournament


def test_pairings_say_who_sits_where_and_who_does_not():
    tournament = tournament_of(5)
    Spot.objects.create(tournament=tournament, number=1, label="by the window")
    published_round(tournament)
    head, *seats = rows(Client(), "pairings", tournament.slug, 1)
    assert head == ["Table", "Where", "Seat", "No.", "Name"]
    assert sorted(name for *_, name in seats) == [f"Player {number}" for number in range(1, 6)]
    placed = [row for row in seats if row[0] is not None]
    assert {where for _, where, *_ in placed} <= {"by the window", None}
    assert all(row[1] == "sits out" for row in seats if row[0] is None)


def test_results_say_every_deal(played):
    head, *found = rows(Client(), "results", played.slug)
    assert head[:9] == ["Round", "Table", "Seat", "No.", "Name", "Points", "Place", "Final", "Bell"]
    assert head[9:] == ["Deal 1", "Deal 2"]
    first = [row for row in found if row[:2] == [1, 1]]
    assert [row[5:] for row in first] == [
        [412, 1, "yes", 2, 100, 312],
        [34, 2, "yes", 2, 33, 1],
        [24, 3, "yes", 2, 22, 2],
        [-8, 4, "yes", 2, -11, 3],
    ]
    going_on = [row for row in found if row[:2] == [2, 2]]
    assert [row[5:] for row in going_on] == [
        [each, None, None, None, each, None] for each in (10, 20, 30, 40)
    ]
    of_round = rows(Client(), "round_results", played.slug, 2)
    assert of_round[0] == [*head[1:9], "Deal 1"]
    assert [row[4] for row in of_round[1:]] == [405, 44, 55, 66, 10, 20, 30, 40]


def test_the_standings_are_those_of_the_page(played):
    told = Client().get(reverse("standings_json", args=[played.slug])).json()
    head, *found = rows(Client(), "standings", played.slug)
    assert head == ["Rank", "No.", "Name", "Club", "Matches", *(each["name"] for each in told["columns"])]
    assert [row[:3] for row in found] == [
        [each["rank"], each["number"], each["name"]] for each in told["standings"]
    ]
    for row, each in zip(found, told["standings"], strict=True):
        for value, text in zip(row[5:], each["values"].values(), strict=True):
            number = text.replace("\N{MINUS SIGN}", "-").replace(",", "").replace(" %", "")
            number = "" if number == "–" else number
            assert ("" if value is None else f"{value * (100 if '%' in text else 1):g}") == number


def test_the_crosstable_says_against_whom(played):
    head, *found = rows(Client(), "crosstable", played.slug)
    assert head[5:8] == ["Round 1: against", "Round 1: place", "Round 1: points"]
    by_number = {str(row[1]): row for row in found}
    for row in found:
        others = row[5].split()
        assert len(others) == 3
        assert all(str(row[1]) in by_number[other][5].split() for other in others)
    assert sorted(row[6] for row in found) == [1, 1, 2, 2, 3, 3, 4, 4]
    # Of the table that goes on nothing is told but who sits there.
    assert sorted(str(row[10]) for row in found) == sorted(["405", "44", "55", "66", *["None"] * 4])


def test_people_are_for_who_runs_it_with_addresses_and_come_back():
    tournament = tournament_of(0)
    names = ["Ana Ávila", "=Bo", "Cy, the third", 'Dee "D"', "王秀英"]
    for number, name in enumerate(names, start=1):
        made = {"name_key": name.casefold(), "email": f"p{number}@example.org", "phone": "+47 22 33 44"}
        player = Player.objects.create(
            club=tournament.club, name=name, minor=number == 1, home="Bergen; N", **made
        )
        Entrant.objects.create(
            tournament=tournament,
            number=number,
            name=name,
            name_key=name.casefold(),
            club="Bergen; N",
            player=player,
        )
    one, other = tournament.entrants.filter(number__lt=3)
    KeepApart.objects.create(one=one, other=other)
    head = rows(client_of(tournament), "people", tournament.slug)[0]
    assert head[:7] == ["No.", "Name", "Club", "E-mail", "Telephone", "Minor", "Keep apart from"]
    for kind in ("csv", "xlsx"):
        again = TournamentFactory.create()
        data = client_of(tournament).get(reverse(f"people_{kind}", args=[tournament.slug])).content
        answer = send(client_of(again), "import_people", [again.slug], data)
        assert answer.status_code == 200
        agree(client_of(again), "import_people", [again.slug], answer)
        assert list(people(again)) == list(people(tournament))
        assert KeepApart.objects.filter(one__tournament=again).count() == 1


def people(tournament):
    told = ("number", "name", "club", "player__email", "player__phone", "player__minor")
    return tournament.entrants.order_by("number").values_list(*told)


def send(client, name, args, data):
    file = SimpleUploadedFile("list", data)
    return client.post(reverse(name, args=args), {"file": file, "names": ""})


def agree(client, name, args, answer):
    form = answer.context["form"]
    told = {field: form[field].value() for field in ("form_id", "rows", "seen")}
    return client.post(reverse(name, args=args), told)


def test_a_german_list_comes_back_too():
    tournament = tournament_of(3)
    with translation.override("de"):
        data = as_csv(people_sheet(tournament))
    again = TournamentFactory.create()
    answer = send(client_of(again), "import_people", [again.slug], data)
    agree(client_of(again), "import_people", [again.slug], answer)
    assert [each[:3] for each in people(again)] == [each[:3] for each in people(tournament)]


def test_the_clubs_list_is_for_those_who_see_addresses():
    tournament = tournament_of(1)
    Player.objects.create(club=tournament.club, name="Zoe", name_key="zoe", email="z@example.org")
    Player.objects.create(club=tournament.club, name="ána", name_key="ana", shown=Player.Shown.NUMBER)
    head, *found = rows(client_of(tournament), "club_people", tournament.club.slug)
    assert head[:3] == ["Name", "Club", "E-mail"]
    assert [row[0] for row in found] == ["ána", "Zoe"]
    for role, status in ((Role.DESK, 200), (Role.JUDGE, 403), (Role.VIEWER, 403)):
        client = Client()
        client.force_login(member_of(tournament.club, role).require_account())
        assert client.get(reverse("club_people_csv", args=[tournament.club.slug])).status_code == status, role


def test_others_read_the_names_that_people_wish(played):
    entrant = played.entrants.get(number=1)
    made = {"name": "Ana Ávila", "name_key": "ana avila", "shown": Player.Shown.NUMBER}
    entrant.player = Player.objects.create(club=played.club, **made)
    entrant.name = "Ana Ávila"
    entrant.save()
    for name, args in (("standings", []), ("crosstable", []), ("results", []), ("pairings", [1])):
        seen = [cell for row in rows(Client(), name, played.slug, *args) for cell in row]
        assert "No. 1" in seen, name
        assert "Ana Ávila" not in seen, name
        whole = [cell for row in rows(client_of(played), name, played.slug, *args) for cell in row]
        assert "Ana Ávila" in whole, name
    # And at once, when they wish otherwise.
    Player.objects.update(shown=Player.Shown.SHORT)
    assert "Ana Á." in [row[2] for row in rows(Client(), "standings", played.slug)]


def test_what_is_held_is_in_no_file_for_others(played):
    holds.begin_hold(organiser_of(played), played)
    table = played.rounds.get(number=2).tables.get(number=2)
    enter(table, HELD)
    finalize(table.match_id)
    for name, args in (("standings", []), ("crosstable", []), ("results", []), ("round_results", [2])):
        others = {cell for row in rows(Client(), name, played.slug, *args) for cell in row}
        organiser = {cell for row in rows(client_of(played), name, played.slug, *args) for cell in row}
        secret = {10 + HELD[0], 20 + HELD[1], *HELD}
        assert not others & secret, name
        if name != "standings":
            assert organiser & secret, name
    held = [row for row in rows(Client(), "round_results", played.slug, 2) if row[0] == 2]
    assert {row[6] for row in held} == {"held"}


def test_a_draft_is_for_who_made_it(played):
    tournament = tournament_of(8)
    draft_round(tournament)
    assert Client().get(reverse("pairings_csv", args=[tournament.slug, 1])).status_code == 404
    assert len(rows(client_of(tournament), "pairings", tournament.slug, 1)) == 9


def test_the_page_links_what_its_reader_may_have(played):
    seen, own = (each.get(reverse("files", args=[played.slug])) for each in (Client(), client_of(played)))
    for name in ("standings_csv", "standings_xlsx", "crosstable_csv", "results_xlsx", "standings_json"):
        assert reverse(name, args=[played.slug]).encode() in seen.content
        assert reverse(name, args=[played.slug]).encode() in own.content
    for name in ("people_csv", "people_xlsx", "archive", "export_tournament"):
        assert reverse(name, args=[played.slug]).encode() not in seen.content
        assert reverse(name, args=[played.slug]).encode() in own.content
    assert reverse("round_results_csv", args=[played.slug, 2]).encode() in seen.content


def test_all_who_only_look_share_one_making(played, django_assert_max_num_queries):
    url = reverse("crosstable_xlsx", args=[played.slug])
    first = Client().get(url).content
    with django_assert_max_num_queries(8):
        assert Client().get(url).content == first
    enter(played.rounds.get(number=2).tables.get(number=2), [400, 1, 2, 3])
    finalize(played.rounds.get(number=2).tables.get(number=2).match_id)
    assert Client().get(url).content != first
