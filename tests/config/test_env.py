"""What may stand in the environment, and what is said when something else does."""

import subprocess
import sys
from pathlib import Path

import pytest

from config import env
from config.database import database_settings
from tests.hall import ROOT, environment


@pytest.mark.parametrize(
    ("written", "understood"),
    [
        ("1", True),
        ("true", True),
        ("YES", True),
        ("on", True),
        ("0", False),
        ("False", False),
        ("off", False),
    ],
)
def test_a_switch(monkeypatch: pytest.MonkeyPatch, written: str, understood: bool) -> None:
    monkeypatch.setenv("SETTING", written)
    assert env.switch("SETTING", not understood) is understood


def test_what_is_unset_is_what_was_said_instead() -> None:
    assert env.text("UNSET", "text") == "text"
    assert env.switch("UNSET", True) is True
    assert env.whole("UNSET", 3) == 3
    assert env.number("UNSET", 0.5) == 0.5
    assert env.several("UNSET") == []


def test_what_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SETTING", "12")
    assert (env.text("SETTING", ""), env.whole("SETTING", 3), env.number("SETTING", 0.5)) == ("12", 12, 12.0)
    monkeypatch.setenv("SETTING", "one, two")
    assert env.several("SETTING") == ["one", "two"]


@pytest.mark.parametrize("written", ["", "some", "1,5", "nan"])
def test_what_cannot_be_understood_is_named(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("SETTING", written)
    for read in (
        lambda: env.switch("SETTING", True),
        lambda: env.whole("SETTING", 3),
        lambda: env.number("SETTING", 0.5),
        lambda: env.text("SETTING", "json", among=("text", "json")),
    ):
        with pytest.raises(SystemExit, match="SETTING cannot be understood"):
            read()


@pytest.mark.parametrize("written", ["0", "9", "-1"])
def test_a_number_out_of_bounds_is_refused(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("SETTING", written)
    with pytest.raises(SystemExit, match="SETTING cannot be understood: it has to be from 1 to 8"):
        env.whole("SETTING", 3, least=1, most=8)


def test_a_number_is_not_below_zero_unless_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SETTING", "-0.5")
    with pytest.raises(SystemExit, match="at least 0"):
        env.number("SETTING", 1)


def test_a_number_is_not_above_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SETTING", "1e12")
    with pytest.raises(SystemExit, match=r"from 0\.5 to 8"):
        env.number("SETTING", 1, least=0.5, most=8)


def test_a_list_may_have_gaps_and_beginnings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SETTING", ",https://one.example, ,")
    assert env.several("SETTING", beginning=("https://", "http://")) == ["https://one.example"]
    monkeypatch.setenv("SETTING", "https://one.example,two.example")
    with pytest.raises(SystemExit, match="each beginning with https:// or http://"):
        env.several("SETTING", beginning=("https://", "http://"))


@pytest.mark.parametrize(
    ("written", "fits"),
    [
        ("", True),
        ("amqp://guest:guest@127.0.0.1:5672//", True),
        ("redis://queue.example.org:6379/0", True),
        ("hello", False),
        ("redis", False),
        ("redis://host/abc", False),
        ("redis:", False),
        ("redis://host:port", False),
        ("redis://[", False),
        ("foo://queue.example.org", False),
    ],
)
def test_an_address(monkeypatch: pytest.MonkeyPatch, written: str, fits: bool) -> None:
    monkeypatch.setenv("SETTING", written)
    if fits:
        assert env.address("SETTING", "amqp", "redis") == written
    else:
        with pytest.raises(SystemExit, match="an address that begins with amqp:// or redis://"):
            env.address("SETTING", "amqp", "redis")


@pytest.mark.parametrize("written", ["Mars/Here", "..", "/etc/passwd", "Europe", "a\x01"])
def test_a_zone_that_is_nowhere_is_refused(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("SETTING", written)
    with pytest.raises(SystemExit, match="like Europe/Berlin"):
        env.zone("SETTING")


def test_a_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.zone("UNSET") == ""
    monkeypatch.setenv("SETTING", "Europe/Berlin")
    assert env.zone("SETTING") == "Europe/Berlin"


def test_a_short_secret_is_refused_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SETTING", "hunter2")
    with pytest.raises(SystemExit, match="at least 32 characters") as refused:
        env.text("SETTING", "", least=32)
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    "url",
    [
        "hello",
        "postgres://",
        "mysql://user@host/name",
        "postgres://host:port/name",
        "sqlite://:memory:",
        "sqlite:///",
    ],
)
def test_a_database_that_is_none_is_refused(url: str, tmp_path: Path) -> None:
    with pytest.raises(
        SystemExit, match=r"DATABASE_URL cannot be .* like postgres://user:password@host/name"
    ):
        database_settings(url, tmp_path)


def test_sqlite_is_used_as_it_has_to_be_wherever_it_is(tmp_path: Path) -> None:
    """With its queue of writers, and with nothing taken back by a power cut."""
    here, there = (database_settings(url, tmp_path) for url in ("", f"sqlite:///{tmp_path}/other.sqlite3"))
    assert (here.pop("NAME"), there.pop("NAME")) == (
        tmp_path / "triomphe.sqlite3",
        f"{tmp_path}/other.sqlite3",
    )
    assert here == there
    assert here["ENGINE"] == "config.sqlite"
    assert "synchronous=FULL" in here["OPTIONS"]["init_command"]


def test_postgres_is_looked_at_before_it_is_used_again(tmp_path: Path) -> None:
    found = database_settings("postgres://ann:secret@db.example.org:5433/triomphe", tmp_path)
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db.example.org", 5433, "triomphe")
    assert found["CONN_HEALTH_CHECKS"] is True


@pytest.mark.parametrize(
    "said",
    [
        "DATABASE_URL=mysql://x",
        "BROKER_URL=hello",
        "LOG_LEVEL=loud",
        "TIME_ZONE=Mars/Here",
        "TRIOMPHE_LANGUAGE=xx",
        "SESSION_HOURS=1e12",
    ],
)
def test_the_program_ends_with_that_sentence_alone(tmp_path: Path, said: str) -> None:
    name, value = said.split("=")
    done = subprocess.run(
        [sys.executable, "manage.py", "up", "--port", "0"],
        cwd=ROOT,
        env=environment(tmp_path) | {name: value},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"{name} cannot be understood: ")
    assert len(done.stderr.splitlines()) == 1
