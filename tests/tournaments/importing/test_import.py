"""Importing: what the preview says is what happens, all of it or nothing."""

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.errors import Refused
from tests.factories import member_of, organiser_of, published_round, tournament_of
from tests.tournaments.importing.test_reading import workbook
from tournaments.access import NotAllowed
from tournaments.importing.reading import read_people
from tournaments.importing.sheets import read_text
from tournaments.models import HistoryLine, KeepApart, Player, Role
from tournaments.selectors.importing import preview_of
from tournaments.services import importing, planning

pytestmark = pytest.mark.django_db


def preview(tournament, text):
    return preview_of(tournament, read_people(read_text(text)))


def do_import(tournament, text, actor=None, form_id=None):
    people = read_people(read_text(text))
    seen = preview_of(tournament, people).token
    return importing.import_people(
        actor or organiser_of(tournament), form_id or uuid.uuid4(), tournament, importing.pack(people), seen
    )


def test_each_line_is_told_what_becomes_of_it():
    tournament = tournament_of(2)
    Player.objects.create(club=tournament.club, name="Known", name_key="known", home="Lyon")
    shown = preview(tournament, "New One\nknown\nPLAYER 1\nnew one\n=1+1")
    assert [(line.person.line, line.fate.value) for line in shown.lines] == [
        (1, "new"),
        (2, "known"),
        (3, "entered"),
        (4, "double"),
        (5, "unreadable"),
    ]
    assert "from Lyon" in shown.lines[1].says
    assert "number 1" in shown.lines[2].says
    assert "line 1" in shown.lines[3].says
    assert do_import(tournament, "New One\nknown\nPLAYER 1\nnew one\n=1+1") == 2
    assert list(tournament.entrants.order_by("number").values_list("name", flat=True)) == [
        "Player 1",
        "Player 2",
        "New One",
        "known",
    ]


def test_what_the_list_knows_is_filled_in_and_not_overwritten():
    tournament = tournament_of(0)
    Player.objects.create(club=tournament.club, name="Ana", name_key="ana", email="old@example.org")
    do_import(tournament, "name;club;e-mail;phone;minor\nAna;Lyon;new@example.org;0123;yes\nBo;;;;yes")
    ana, bo = (Player.objects.get(name_key=key) for key in ("ana", "bo"))
    assert (ana.email, ana.home, ana.phone, ana.minor, ana.shown) == (
        "old@example.org",
        "Lyon",
        "0123",
        True,
        "short",
    )
    assert (bo.minor, bo.shown) == (True, "short")
    assert tournament.entrants.get(name="Ana").player == ana
    assert tournament.entrants.get(name="Ana").club == "Lyon"


def test_two_of_one_name_are_told_apart_by_their_club():
    tournament = tournament_of(0)
    lyon, oslo = (
        Player.objects.create(club=tournament.club, name="Ana", name_key="ana", home=home)
        for home in ("Lyon", "Oslo")
    )
    do_import(tournament, "name;club\nAna;Oslo")
    assert tournament.entrants.get().player == oslo
    other = tournament_of(0, club=tournament.club)
    do_import(other, "name;club\nAna;Rome")
    assert other.entrants.get().player not in (lyon, oslo)


def test_people_are_kept_apart_as_the_list_says():
    tournament = tournament_of(1)
    text = "name;keep apart\nAna;Bo/Nobody\nBo;Ana\nCy;Player 1"
    assert preview(tournament, text).lines[0].notes == (
        "Nobody is called “Nobody”, so they are not kept apart.",
    )
    do_import(tournament, text)
    pairs = {tuple(sorted((pair.one.name, pair.other.name))) for pair in KeepApart.objects.all()}
    assert pairs == {("Ana", "Bo"), ("Cy", "Player 1")}


def test_sent_twice_it_is_done_once_with_one_line_of_history():
    tournament = tournament_of(0)
    form_id = uuid.uuid4()
    people = importing.pack(read_people(read_text("Ana\nBo")))
    seen = preview(tournament, "Ana\nBo").token
    counts = [
        importing.import_people(organiser_of(tournament), form_id, tournament, people, seen) for _ in range(2)
    ]
    assert counts == [2, 2]
    assert tournament.entrants.count() == 2
    (line,) = HistoryLine.objects.filter(tournament=tournament)
    assert (line.code, line.args) == ("people-imported", {"count": 2})


def test_when_something_changed_since_the_preview_nothing_is_done():
    tournament = tournament_of(0)
    people = read_people(read_text("Ana\nBo"))
    seen = preview_of(tournament, people).token
    planning.enter_names(organiser_of(tournament), uuid.uuid4(), tournament, "Bo")
    with pytest.raises(Refused) as refusal:
        importing.import_people(
            organiser_of(tournament), uuid.uuid4(), tournament, importing.pack(people), seen
        )
    assert refusal.value.code == "stale-preview"
    assert tournament.entrants.count() == 1


def test_more_than_a_tournament_holds_is_refused_whole():
    tournament = tournament_of(1)
    text = "\n".join(f"P{n}" for n in range(2_000))
    assert "room for 2000" in preview(tournament, text).problem
    with pytest.raises(Refused, match="room for 2000"):
        do_import(tournament, text)
    assert tournament.entrants.count() == 1


def test_late_ones_join_the_next_round():
    tournament = tournament_of(4)
    published_round(tournament)
    do_import(tournament, "Late")
    assert tournament.entrants.get(name="Late").joined_round == 2


@pytest.mark.parametrize("role", [Role.JUDGE, Role.DESK, Role.VIEWER])
def test_only_who_runs_the_tournament_imports(role):
    tournament = tournament_of(0)
    with pytest.raises(NotAllowed):
        do_import(tournament, "Ana", actor=member_of(tournament.club, role))
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "packed",
    [
        "",
        "x",
        "{}",
        "[]",
        "[1]",
        '[["1","Ana","","","","",""]]',
        "[[1]]",
        '[[1,"Ana",2,"","","",""]]',
        "[" * 9000,
    ],
)
def test_a_form_that_says_anything_is_refused(packed):
    with pytest.raises(Refused) as refusal:
        importing.unpack(packed)
    assert refusal.value.code == "broken-list"


# -- the pages -----------------------------------------------------------------------------------------


@pytest.fixture
def tournament():
    return tournament_of(2)


@pytest.fixture
def client(tournament):
    client = Client()
    client.force_login(tournament.organiser)
    return client


def hidden(response):
    form = response.context["form"]
    return {"form_id": uuid.uuid4(), "rows": form.initial["rows"], "seen": form.initial["seen"]}


def test_from_a_file_to_people(tournament, client):
    url = reverse("import_people", args=[tournament.slug])
    file = SimpleUploadedFile("people.xlsx", workbook(["Name", "Verein"], ["Ana Ávila", "Köln"], ["=A1", ""]))
    response = client.post(url, {"file": file})
    page = response.content.decode()
    assert "Ana Ávila" in page
    assert "holds a formula" in page
    assert "Enter 1 person" in page
    assert tournament.entrants.count() == 2
    assert client.post(url, hidden(response)).headers["Location"] == reverse("people", args=[tournament.slug])
    assert tournament.entrants.get(number=3).club == "Köln"


def test_a_changed_list_shows_the_preview_again(tournament, client):
    url = reverse("import_people", args=[tournament.slug])
    response = client.post(url, {"names": "Ana\nBo"})
    planning.enter_names(organiser_of(tournament), uuid.uuid4(), tournament, "Bo")
    again = client.post(url, hidden(response))
    assert again.status_code == 422
    assert "Something has changed" in again.content.decode()
    assert client.post(url, hidden(again)).status_code == 302
    assert tournament.entrants.count() == 4


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({}, "Choose a file, or paste a list"),
        ({"names": "Verein;E-Mail\nLyon;a@b.org"}, "No column is headed “name”"),
        ({"names": "\n".join(f"P{n}" for n in range(20_000))}, "more than 5000 rows"),
    ],
)
def test_a_wrong_list_is_told_beside_its_field_and_kept(tournament, client, typed, sentence):
    response = client.post(reverse("import_people", args=[tournament.slug]), typed)
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert typed.get("names", "")[:200] in page


def test_a_file_that_is_too_large_is_told(tournament, client):
    file = SimpleUploadedFile("people.csv", b"x" * (2 * 1024 * 1024 + 1))
    response = client.post(reverse("import_people", args=[tournament.slug]), {"file": file})
    assert response.status_code == 422
    assert "larger than 2 MB" in response.content.decode()


def test_html_in_a_file_is_shown_not_run(tournament, client):
    response = client.post(
        reverse("import_people", args=[tournament.slug]), {"names": "<script>alert(1)</script>"}
    )
    assert "<script>alert" not in response.content.decode()


def test_the_list_of_seven_hundred_is_searched_not_sent_whole(django_assert_max_num_queries):
    big = tournament_of(0)
    do_import(big, "\n".join(f"Person {n:03}" for n in range(700)))
    client = Client()
    client.force_login(big.organiser)
    url = reverse("people", args=[big.slug])
    with django_assert_max_num_queries(13):
        page = client.get(url).content.decode()
    assert "700 people entered" in page
    assert page.count('scope="row"') == 50
    found = client.get(url, {"q": "person 69"}, HTTP_HX_REQUEST="true").content.decode()
    assert found.count('scope="row"') == 18  # 690 to 699, 069 to 669, and number 69
    assert "<html" not in found
    assert "Person 041" in client.get(url, {"q": "42"}).content.decode()
