"""/readyz says whether this very process can serve."""

import logging

import pytest
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from config import health, stopping


@pytest.fixture(autouse=True)
def _nothing_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health._Seen, "migrated", False)


def test_it_can(client: Client, transactional_db: None) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (
        200,
        {"database": "ok", "migrations": "ok", "process": "ok"},
    )
    assert "no-store" in answer["Cache-Control"]


def test_not_without_a_database(client: Client) -> None:
    """Without the database fixture every access to it fails, as if it were gone."""
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["database"] == "down"


def test_not_while_it_is_older_than_the_program(client: Client, transactional_db: None) -> None:
    applied = MigrationRecorder.Migration.objects.get(app="games", name="0007_double_check")
    applied.delete()
    try:
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert "manage.py migrate" in answer.json()["migrations"]
    finally:
        applied.save(force_insert=True)
    assert client.get("/readyz").status_code == 200


def test_not_once_it_was_asked_to_stop(
    client: Client, transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[logging.LogRecord] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(record)

    monkeypatch.setattr(stopping._State, "asked", True)
    kept = Kept()
    logging.getLogger("django.request").addHandler(kept)
    try:
        answer = client.get("/readyz")
    finally:
        logging.getLogger("django.request").removeHandler(kept)
    assert (answer.status_code, answer.json()["process"]) == (503, "stopping")
    assert said == [], "a proxy that asks every second would fill the log"


def test_only_looking_is_allowed(client: Client) -> None:
    assert client.post("/readyz").status_code == 405
