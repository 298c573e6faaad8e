"""Everything copied while people play, lost, and brought back: nothing that was acknowledged before is missing."""

import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.backups.due import rounds_to_back_up
from config.backups.keeping import LAST, moment_of, name_for, superfluous
from config.backups.models import Backup
from config.backups.problems import BackupProblem
from config.backups.taking import take_and_note
from config.backups.tasks import after_round
from games import services as games
from tests.conftest import StartHall
from tests.factories import enter, published_round, tournament_of
from tests.hall import ROOT, Hall, environment, eventually
from tests.load.judge import Judge
from tests.load.phone import Phone
from tests.prepared import put_database_into
from tests.services import own_database

TABLES = 4
NOW = datetime(2026, 11, 16, 20, 0, tzinfo=UTC)


def manage(data: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        env=environment(data) | variables,
        capture_output=True,
        text=True,
        check=False,
    )


# -- which are kept --------------------------------------------------------------------------------


def taken(*ages: timedelta, why: str = "round") -> list[str]:
    return [name_for(NOW - age, why) for age in ages]


def test_the_last_ten_are_kept_whatever_their_age() -> None:
    names = taken(*(timedelta(days=800, hours=number) for number in range(12)))
    assert superfluous(names, NOW) == sorted(names)[: 12 - LAST]


def test_one_a_day_then_one_a_month_then_none() -> None:
    hourly = taken(*(timedelta(hours=number) for number in range(24 * 500)))
    kept = set(hourly) - set(superfluous(hourly, NOW))
    ages = sorted((NOW - moment).days for name in kept if (moment := moment_of(name)))
    assert len([age for age in ages if age <= 30]) == LAST + 30
    assert 11 <= len([age for age in ages if 31 < age <= 31 * 12]) <= 12
    assert max(ages) <= 31 * 12


def test_the_last_before_an_upgrade_is_kept_and_what_is_not_ours_is_left_alone() -> None:
    upgrades = taken(timedelta(days=900), timedelta(days=901), why="migration")
    others = taken(*(timedelta(days=1, minutes=number) for number in range(20)))
    gone = superfluous([*upgrades, *others, "holiday.zip", "triomphe-x-round.zip"], NOW)
    assert upgrades[1] in gone
    assert upgrades[0] not in gone
    assert not {"holiday.zip", "triomphe-x-round.zip"} & set(gone)


# -- the drill -------------------------------------------------------------------------------------


@contextmanager
def another_place(hall: Hall, data: Path) -> Iterator[dict[str, str]]:
    """Where there is nothing yet: a new folder, and on servers a new database."""
    if "DATABASE_URL" not in hall.variables:
        yield hall.variables
        return
    with own_database() as url:
        yield hall.variables | {"DATABASE_URL": url}


def events_of(hall: Hall) -> set[tuple[int, str]]:
    told = json.loads(hall.run("-m", "tests.load.audit"))
    assert told["complaints"] == []
    return {(match, event) for match, event in told["events"]}


def sent_by(judges: list[Judge]) -> set[tuple[int, str]]:
    return {(sent.match, str(event)) for judge in judges for sent in judge.journal for event in sent.events}


def acknowledged_by(judges: list[Judge]) -> set[tuple[int, str]]:
    return {
        (sent.match, str(event))
        for judge in judges
        for sent in judge.journal
        if sent.acknowledged
        for event in sent.events
    }


def test_backed_up_during_play_destroyed_restored_and_played_on(
    start_hall: StartHall, tmp_path: Path
) -> None:
    hall = start_hall().wait_until_up()
    told = json.loads(hall.run("-m", "tests.load.prepare", str(TABLES)))
    judges = [Judge(Phone(hall.port), **table) for table in told["tables"]]
    enough = Event()

    def play(judge: Judge) -> None:
        with closing(judge.phone):
            judge.come_in()
            while not enough.is_set():
                judge.enter_next()

    with ThreadPoolExecutor(TABLES) as pool:
        playing = [pool.submit(play, judge) for judge in judges]
        try:
            eventually(lambda: all(judge.version > 20 for judge in judges), timeout=60)
            before = acknowledged_by(judges)
            kept = Path(hall.run("manage.py", "backup").strip())
            after = len(acknowledged_by(judges))
            eventually(lambda: len(acknowledged_by(judges)) > after + 20, timeout=60)
        finally:
            enough.set()
        for each in playing:
            each.result()
    hall.stop()
    safe = shutil.copy(kept, tmp_path / kept.name)
    shutil.rmtree(hall.data)

    with another_place(hall, tmp_path) as variables:
        restored = manage(tmp_path / "new", "restore", str(safe), **variables)
        assert restored.returncode == 0, restored.stderr
        assert "every log as it was written" in restored.stdout
        new = start_hall(data=tmp_path / "new", **variables).wait_until_up()
        there = events_of(new)
        assert before <= there <= sent_by(judges)
        # The cards of that evening open the same tables, and the match goes on where the copy shows it.
        phone = Phone(new.port)
        with closing(phone):
            for table in told["tables"]:
                assert phone.get(table["card"])[0] in (200, 302)
                assert phone.get(table["page"])[0] == 200
        new.stop()


# -- refused ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of an installation with one account."""
    data = tmp_path_factory.mktemp("good")
    put_database_into(data)
    assert manage(data, "sign_in_link", "--create").returncode == 0
    done = manage(data, "backup")
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


def with_manifest(source: Path, target: Path, **changes: object) -> Path:
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "manifest.json":
                content = json.dumps(json.loads(content) | changes).encode()
            new.writestr(name, content)
    return target


def test_what_is_restored_is_the_same_with_its_key_and_readable_by_its_owner_alone(
    good: Path, tmp_path: Path
) -> None:
    assert good.stat().st_mode & 0o777 == 0o600
    done = manage(tmp_path, "restore", str(good))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "secret-key").read_text() == (good.parent.parent / "secret-key").read_text()
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600
    again = manage(tmp_path, "restore", str(good))
    assert again.returncode == 1
    assert "There is data here already" in again.stderr


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"sha256": "0" * 64}, "is damaged"),
        ({"format": "other/1"}, "no backup of Triomphe"),
        ({"database": "postgresql"}, "of a postgresql database"),
        ({"migrations": ["games.9999_later"]}, "made by a newer Triomphe"),
        ({"facts": {"matches": 7, "events": 7, "heads": ""}}, "not what was kept"),
    ],
)
def test_a_file_that_is_not_right_is_refused_with_a_sentence(
    good: Path, tmp_path: Path, changes: dict[str, object], sentence: str
) -> None:
    done = manage(tmp_path / "data", "restore", str(with_manifest(good, tmp_path / "changed.zip", **changes)))
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_cut_short_is_refused(good: Path, tmp_path: Path) -> None:
    short = tmp_path / "short.zip"
    short.write_bytes(good.read_bytes()[:-200])
    for path, sentence in (
        (short, "cannot be read as a backup"),
        (tmp_path / "none.zip", "There is no file"),
    ):
        done = manage(tmp_path / "data", "restore", str(path))
        assert (done.returncode, "Traceback" in done.stderr) == (1, False)
        assert sentence in done.stderr


# -- by itself -------------------------------------------------------------------------------------


def test_an_upgrade_is_preceded_by_a_backup(tmp_path: Path) -> None:
    """A first start is not (``test_startup``)."""
    put_database_into(tmp_path)
    assert manage(tmp_path, "migrate", "backups", "zero", "-v0", "--no-backup").returncode == 0
    done = manage(tmp_path, "migrate", "-v0")
    assert done.returncode == 0, done.stderr
    (made,) = (tmp_path / "backups").iterdir()
    assert made.name.endswith("-migration.zip")
    assert manage(tmp_path, "migrate", "-v0").returncode == 0
    assert [*(tmp_path / "backups").iterdir()] == [made]


def test_an_upgrade_without_room_for_the_copy_changes_nothing(tmp_path: Path) -> None:
    put_database_into(tmp_path)
    assert manage(tmp_path, "migrate", "backups", "zero", "-v0", "--no-backup").returncode == 0
    (tmp_path / "backups").write_text("in the way")
    done = manage(tmp_path, "migrate", "-v0")
    assert done.returncode == 1
    assert "The database was not changed" in done.stderr
    assert manage(tmp_path, "migrate", "-v0", "--no-backup").returncode == 0


@pytest.fixture
def ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A tournament whose first round has ended, and a folder for its backups."""
    monkeypatch.setattr(settings, "BACKUP_DIR", tmp_path / "backups")
    tournament = tournament_of(4, rounds_planned=2)
    table = published_round(tournament).tables.get()
    enter(table, [410, 300, 200, 100])
    games.finalize(table.match_id or 0)
    return tournament


@pytest.mark.django_db(transaction=True)
def test_when_a_round_has_ended_one_backup_is_due_and_then_none(ended) -> None:
    (due,) = rounds_to_back_up()
    after_round(due)
    after_round(due)
    backup = Backup.objects.get()
    assert (backup.why, backup.problem) == ("round", "")
    assert [each.name for each in settings.BACKUP_DIR.iterdir()] == [backup.name]
    assert list(rounds_to_back_up()) == []


@pytest.mark.django_db(transaction=True)
def test_a_rehearsal_is_not_worth_a_backup(ended) -> None:
    ended.rehearsal = True
    ended.save()
    assert list(rounds_to_back_up()) == []


@pytest.mark.django_db(transaction=True)
def test_what_fails_is_told_and_tried_again_after_a_while(ended) -> None:
    settings.BACKUP_DIR.write_text("in the way")
    (due,) = rounds_to_back_up()
    with pytest.raises(BackupProblem):
        after_round(due)
    assert list(rounds_to_back_up()) == []
    client = Client()
    client.force_login(ended.organiser)
    page = client.get(reverse("control", args=[ended.slug])).content.decode()
    assert "The last backup failed" in page
    assert "There is no backup yet" in page
    Backup.objects.update(at=timezone.now() - timedelta(minutes=6))
    assert list(rounds_to_back_up()) == [due]


@pytest.mark.django_db(transaction=True)
def test_the_organiser_sees_how_old_the_last_one_is(ended) -> None:
    take_and_note("asked")
    Backup.objects.update(at=timezone.now() - timedelta(minutes=12))
    client = Client()
    client.force_login(ended.organiser)
    page = client.get(reverse("control", args=[ended.slug])).content.decode()
    assert "Last backup: 12\xa0minutes ago" in page
