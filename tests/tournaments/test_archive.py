"""A tournament as a folder: whole, without a server, and able to show that nothing in it was changed."""

import io
import json
import re
import subprocess
import sys
import uuid
import zipfile
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.services import NewAction, Permit, append_actions, finalize
from rules.triominos.record import score
from rules.triominos.variants.classic import engine as classic
from tests.board_deals import board_deal
from tests.factories import draft_round, enter, published_round, tournament_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept(tmp_path):
    """A tournament with a deal on the board at table 1, kept in a folder."""
    tournament = tournament_of(
        8, rules_key=classic.key, rules_version=classic.version, options=classic.settle_options({})
    )
    tables = published_round(tournament).tables.select_related("match")
    for action in board_deal(classic, ["1", "2", "3", "4"], seed=3):
        match = tables.get(number=1).match
        append_actions(Permit(match.pk, "judge"), match.version, [NewAction(uuid.uuid4(), action)])
    call_command("archive", tournament.slug, tmp_path / "kept", stdout=io.StringIO())
    return tournament, tmp_path / "kept"


def verified(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", folder / "verify.py"], capture_output=True, text=True, check=False
    )


def test_every_link_in_it_leads_somewhere_in_it(kept):
    _tournament, folder = kept
    pages = list(folder.rglob("*.html"))
    assert {str(page.relative_to(folder)) for page in pages} == {
        "index.html",
        "rounds/1.html",
        "matches/1-1.html",
        "matches/1-2.html",
    }
    for page in pages:
        text = page.read_text()
        for link in re.findall(r'(?:href|src)="([^"#]+)"', text):
            assert not link.startswith(("/", "http")), link
            assert (page.parent / link).resolve().is_file(), f"{page.name}: {link}"


def test_its_logs_can_be_checked_with_python_alone(kept):
    _tournament, folder = kept
    answer = verified(folder)
    assert answer.returncode == 0, answer.stderr
    assert "2 logs, 0 of them not as they were written" in answer.stdout


@pytest.mark.parametrize(
    "spoil",
    [
        lambda log: log["events"][3].update(actor="somebody else"),
        lambda log: log["events"].pop(2),
        lambda log: log["events"].pop(),
        lambda log: log["options"].update(limit=300),
        lambda log: log["events"][0]["body"].update(starter="3"),
    ],
)
def test_whatever_was_changed_is_found(kept, spoil):
    _tournament, folder = kept
    file = folder / "data/logs/1-1.json"
    log = json.loads(file.read_text())
    spoil(log)
    file.write_text(json.dumps(log))
    answer = verified(folder)
    assert answer.returncode == 1
    assert "1 of them not as they were written" in answer.stdout


def test_the_records_score_as_the_match_did(kept):
    tournament, folder = kept
    record = json.loads((folder / "data/records/1-1.json").read_text())
    assert record["format"] == "triominos-match/1"
    scored = score(record, {classic.key: classic})
    table = tournament.rounds.get().tables.select_related("match").get(number=1)
    assert scored["totals"] == classic.totals(classic.load(table.match.state))


def test_what_is_not_public_is_not_in_it(kept, tmp_path):
    tournament = tournament_of(4)
    table = published_round(tournament).tables.get()
    enter(table, [400, 30, 20, 10])
    finalize(table.match_id)
    draft_round(tournament)
    call_command("archive", tournament.slug, tmp_path / "other", stdout=io.StringIO())
    assert not (tmp_path / "other/rounds/2.html").exists()
    assert "Round 2" not in (tmp_path / "other/index.html").read_text()


def test_the_organiser_downloads_it_as_one_file(kept):
    tournament, folder = kept
    client = Client()
    client.force_login(tournament.organiser)
    answer = client.get(reverse("archive", args=[tournament.slug]))
    packed = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))
    assert packed.testzip() is None
    inside = {name.removeprefix(f"{tournament.slug}/") for name in packed.namelist()}
    assert inside == {str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file()}


def test_wrong_arguments_are_told_plainly(kept, tmp_path):
    tournament, folder = kept
    with pytest.raises(CommandError, match="not empty"):
        call_command("archive", tournament.slug, folder)
    with pytest.raises(CommandError, match="no tournament"):
        call_command("archive", "nowhere", tmp_path / "new")
