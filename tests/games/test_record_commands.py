"""``score_record`` and ``explain_record`` as they are run: files, standard input, one record a line."""

import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command

from tests.rules.triominos.recorded import FOLDER

MATCH = FOLDER / "tri-ominos-classic-2.json"
BROKEN = b'{"format": "triominos-match/1"}'


def run(command, *arguments, given=b"", monkeypatch=None):
    """What the command prints, and its status."""
    if monkeypatch:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
    printed = io.StringIO()
    try:
        call_command(command, *arguments, stdout=printed)
    except SystemExit as ended:
        return printed.getvalue(), ended.code
    return printed.getvalue(), 0


def test_a_file_is_scored():
    printed, status = run("score_record", str(MATCH))
    assert status == 0
    assert json.loads(printed)["finished"]


def test_a_minus_reads_standard_input(monkeypatch):
    printed, status = run("score_record", "-", given=MATCH.read_bytes(), monkeypatch=monkeypatch)
    assert (json.loads(printed)["finished"], status) == (True, 0)


def test_a_broken_rule_is_printed_and_ends_with_status_2(monkeypatch):
    printed, status = run("score_record", "-", given=BROKEN, monkeypatch=monkeypatch)
    assert (json.loads(printed)["error"]["code"], status) == ("bad-record", 2)


def test_with_jsonl_each_line_is_answered_and_a_broken_one_does_not_stop_the_rest(monkeypatch):
    whole = json.dumps(json.loads(MATCH.read_text())).encode()
    given = b"\n".join([whole, BROKEN, b"", b"{", b"\xff", whole])
    printed, status = run("score_record", "-", "--jsonl", given=given, monkeypatch=monkeypatch)
    answers = [json.loads(line) for line in printed.splitlines()]
    assert ["error" in each for each in answers] == [False, True, True, True, True, False]
    assert status == 2


@pytest.mark.parametrize("file", ["there-is-no-such-file.json", "."])
def test_a_file_that_cannot_be_read_is_a_bad_record(file):
    printed, status = run("score_record", file)
    assert (json.loads(printed)["error"]["code"], status) == ("bad-record", 2)


class Lines(io.RawIOBase):
    """Copies of a line, made only when they are read."""

    def __init__(self, line, times):
        self.line, self.times, self.made = line, times, 0

    def readable(self):
        return True

    def readinto(self, buffer):
        if self.made == self.times:
            return 0
        self.made += 1
        buffer[: len(self.line)] = self.line
        return len(self.line)


class Answers(io.StringIO):
    """Remembers of each answer how many records had been read by then."""

    def __init__(self, lines):
        super().__init__()
        self.lines, self.read_by_then = lines, []

    def write(self, text):
        self.read_by_then.append(self.lines.made)
        return len(text)


def test_records_stream_through_and_nothing_piles_up(monkeypatch):
    lines = Lines(BROKEN + b"\n", 500)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(lines, len(lines.line))))
    answers = Answers(lines)
    with pytest.raises(SystemExit):
        call_command("score_record", "-", "--jsonl", stdout=answers)
    assert len(answers.read_by_then) == 500
    assert all(read <= answered + 2 for answered, read in enumerate(answers.read_by_then))


def test_a_match_is_explained_and_its_last_board_drawn(tmp_path):
    drawing = tmp_path / "board.svg"
    printed, status = run("explain_record", str(MATCH), "--svg", str(drawing))
    assert status == 0
    assert printed == MATCH.with_suffix(".txt").read_text(encoding="utf-8")
    assert drawing.read_text(encoding="utf-8").startswith("<svg")


def test_an_explanation_ends_where_the_record_breaks_a_rule(tmp_path):
    broken = tmp_path / "broken.json"
    record = json.loads(MATCH.read_text())
    record["deals"][0]["actions"].insert(2, record["deals"][0]["actions"][1])
    broken.write_text(json.dumps(record))
    printed, status = run("explain_record", str(broken))
    assert status == 2
    assert "(deals[0].actions[2])" in printed.splitlines()[-1]


def test_a_file_that_cannot_be_explained_is_named():
    with pytest.raises(CommandError, match="no-such-file"):
        call_command("explain_record", "no-such-file")
