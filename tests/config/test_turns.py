"""When a test may begin: not while all processors work, and not never."""

from pathlib import Path

import pytest

from tests import turns


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """What Linux would tell."""
    told = tmp_path / "loadavg"
    monkeypatch.setattr(turns, "RUNNING", told)
    return told


@pytest.mark.parametrize(("at_work", "others"), [(1, 0), (3, 2), (14, 13)])
def test_who_looks_is_not_counted(running: Path, at_work: int, others: int) -> None:
    running.write_text(f"2.31 4.02 3.11 {at_work}/181 4711\n")
    assert turns.others_running() == others


def test_where_it_is_not_told_a_test_begins(running: Path) -> None:
    assert not running.exists()
    assert turns.others_running() == 0


def test_while_all_work_it_looks_again_until_one_is_free(
    running: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = iter([turns.PROCESSORS + 3, turns.PROCESSORS + 1, turns.PROCESSORS])
    monkeypatch.setattr(turns, "others_running", lambda: next(looks))
    monkeypatch.setattr(turns, "LONGEST", 60.0)
    turns.wait_for_a_processor()
    assert list(looks) == []


def test_it_begins_in_the_end_though_none_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "others_running", lambda: turns.PROCESSORS + 1)
    monkeypatch.setattr(turns, "LONGEST", 0.02)
    turns.wait_for_a_processor()
