"""``manage.py solitaire``: it keeps the best record, can be stopped, and never answers with a traceback."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules.triominos.solitaire_record import verify

ROOT = Path(__file__).parents[2]


def run(*arguments, capsys):
    call_command("solitaire", *arguments)
    return capsys.readouterr()


def refused(*arguments) -> str:
    with pytest.raises(CommandError) as raised:
        call_command("solitaire", *arguments)
    assert raised.value.returncode in (1, 2)
    return str(raised.value)


def test_it_keeps_a_record_that_the_engine_verifies(tmp_path, capsys):
    out = tmp_path / "best.json"
    said = run("--seconds", "0.2", "--seed", "4", "--out", str(out), capsys=capsys)
    total = verify(json.loads(out.read_text())).total
    assert f"{total} points" in said.out
    assert "best" in said.err
    assert "steps/s" in said.err
    assert list(tmp_path.iterdir()) == [out]


def test_without_a_file_the_record_is_printed(capsys):
    assert verify(json.loads(run("--seconds", "0.1", "--seed", "4", capsys=capsys).out)).total > 0


def test_a_record_is_scored(tmp_path, capsys):
    out = tmp_path / "best.json"
    run("--seconds", "0.1", "--seed", "4", "--out", str(out), capsys=capsys)
    said = run("--verify", str(out), capsys=capsys).out
    assert len(said.splitlines()) == 57
    assert said.splitlines()[-1] == f"{verify(json.loads(out.read_text())).total} points, verified."


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"format": "triominos-solitaire/1"}', "\x00", "[" * 5000]
)
def test_what_is_no_record_is_answered_with_a_sentence(tmp_path, text):
    file = tmp_path / "odd.json"
    file.write_text(text)
    assert "(bad-record)" in refused("--verify", str(file))


@pytest.mark.parametrize("seconds", ["0", "-1", "x", "nan", "inf"])
def test_an_odd_number_of_seconds_is_refused(seconds):
    assert "seconds" in refused("--seconds", seconds)


def test_files_that_cannot_be_used_are_named(tmp_path):
    assert "cannot be read" in refused("--verify", str(tmp_path / "none.json"))
    assert "cannot be read" in refused("--verify", str(tmp_path))
    assert "cannot be written" in refused("--seconds", "9", "--out", str(tmp_path / "none" / "best.json"))


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_can_be_stopped_with_the_best_so_far(tmp_path, how):
    out = tmp_path / "best.json"
    command = [sys.executable, "manage.py", "solitaire", "--seconds", "600", "--seed", "4", "--out", str(out)]
    environment = {**os.environ, "DATABASE_URL": "sqlite:////nowhere/none.sqlite3"}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True) as search:
        assert "best" in search.stderr.readline()
        search.send_signal(how)
        assert "Traceback" not in search.stderr.read()
        assert search.wait(timeout=60) == 0
    assert verify(json.loads(out.read_text())).total > 0
