"""The document by command and by page: whole files, kept to those whom they concern."""

import json
import stat
import threading
import uuid
from io import BytesIO, StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory, enter, member_of, published_round, tournament_of
from tests.tournaments.document.carrying import bring_in
from tournaments.document.writing import pieces
from tournaments.models import Club, Member, Role, Tournament
from tournaments.selectors.documents import write_document
from tournaments.selectors.moment import one_moment

pytestmark = pytest.mark.django_db


def run(command, *arguments):
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


def test_out_by_one_command_and_in_by_the_other(originals, elsewhere, tmp_path):
    brought = bring_in(elsewhere, originals["held"].content)
    file = tmp_path / "cup.json"
    assert "addresses" in run("export_tournament", brought.slug, file)
    assert file.read_bytes() == originals["held"].content
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file]
    Tournament.objects.filter(pk=brought.pk).update(slug="moved-away")
    with pytest.raises(CommandError, match="already, in another tournament"):
        run("import_tournament", file, "--user", elsewhere.user.username)


def test_into_an_installation_where_there_is_an_account_and_no_more(originals, tmp_path):
    user = UserFactory.create()
    file = tmp_path / "cup.json"
    file.write_bytes(originals["closed"].content)
    assert "Autumn Cup" in run("import_tournament", file)
    tournament = Tournament.objects.get()
    assert (tournament.organiser, tournament.club) == (user, Club.objects.get())
    assert Member.objects.get().role == Role.OWNER


def test_into_a_club_that_is_named_by_who_may_plan_there(originals, elsewhere, tmp_path):
    file = tmp_path / "cup.json"
    file.write_bytes(originals["closed"].content)
    club = elsewhere.user.memberships.get().club
    judge = member_of(club, Role.JUDGE).user.username
    for arguments, sentence in (
        (("--user", judge, "--club", club.slug), "may not plan"),
        (("--user", "nobody"), "no account"),
        (("--user", judge, "--club", "nowhere"), "no club"),
        ((), "--user"),
    ):
        with pytest.raises(CommandError, match=sentence):
            run("import_tournament", file, *arguments)
    assert not Tournament.objects.filter(name="Autumn Cup", club=club).exists()
    run("import_tournament", file, "--user", elsewhere.user.username, "--club", club.slug)
    assert Tournament.objects.filter(name="Autumn Cup", club=club).exists()


def test_what_a_command_cannot_do_it_says(elsewhere, tmp_path):
    tournament = tournament_of(2)
    there = tmp_path / "there.json"
    there.write_text("[]")
    for command, arguments, sentence in (
        ("export_tournament", ("nowhere", tmp_path / "x.json"), "no tournament"),
        ("export_tournament", (tournament.slug, there), "there already"),
        ("export_tournament", (tournament.slug, tmp_path / "no" / "folder.json"), "cannot be written"),
        ("import_tournament", (tmp_path / "none.json",), "cannot be read"),
        ("import_tournament", (there, "--user", elsewhere.user.username), "not a whole tournament document"),
    ):
        with pytest.raises(CommandError, match=sentence):
            run(command, *arguments)
    tournament.rehearsal = True
    tournament.save()
    with pytest.raises(CommandError, match="rehearsal"):
        run("export_tournament", tournament.slug, tmp_path / "x.json")
    assert list(tmp_path.iterdir()) == [there]


def test_by_the_pages(originals, elsewhere):
    client = Client()
    client.force_login(elsewhere.user)
    club = elsewhere.user.memberships.get().club
    page = reverse("import_tournament", args=[club.slug])
    assert page in client.get(reverse("club", args=[club.slug])).content.decode()
    sent = {"form_id": uuid.uuid4()}
    places = []
    for _twice in (1, 2):
        file = SimpleUploadedFile("cup.json", originals["playing"].content)
        places.append(client.post(page, sent | {"file": file}).headers["Location"])
    assert places[0] == places[1]
    assert "every log as it was written" in client.get(places[0]).content.decode()
    tournament = Tournament.objects.get(slug=originals["playing"].slug)
    out = reverse("export_tournament", args=[tournament.slug])
    settings = client.get(reverse("wall_settings", args=[tournament.slug])).content.decode()
    assert out in settings
    assert "telephone numbers" in settings
    answer = client.get(out)
    assert b"".join(answer) == originals["playing"].content
    assert "no-store" in answer.headers["Cache-Control"]
    assert f"{tournament.slug}.json" in answer.headers["Content-Disposition"]


def test_without_a_file_the_page_asks_for_one(elsewhere):
    client = Client()
    client.force_login(elsewhere.user)
    club = elsewhere.user.memberships.get().club
    answer = client.post(reverse("import_tournament", args=[club.slug]), {"form_id": uuid.uuid4()})
    assert (answer.status_code, "Choose the file." in answer.content.decode()) == (422, True)


@pytest.mark.django_db(transaction=True)
def test_a_document_is_of_one_moment_and_nobody_waits_for_it():
    tournament = tournament_of(8)
    tables = list(published_round(tournament).tables.order_by("number"))
    before = BytesIO()
    write_document(tournament, before)

    def score() -> None:
        try:
            enter(tables[1], [10, 20, 30, 40])
        finally:
            connection.close()

    with one_moment():
        written = pieces(Tournament.objects.get(pk=tournament.pk))
        begun = next(written)
        judge = threading.Thread(target=score)
        judge.start()
        judge.join(10)
        assert not judge.is_alive(), "whoever enters a score had to wait"
        whole = begun + b"".join(written)
    assert whole == before.getvalue()
    after = BytesIO()
    write_document(tournament, after)
    events = [match["events"] for match in json.loads(after.getvalue())["body"]["matches"]]
    assert [len(each) for each in events] == [0, 1]
