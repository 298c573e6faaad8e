"""A transcript that no longer holds is found, and recording says where it wrote."""

import json

import pytest

from rules.testing.__main__ import main
from tests.rules.kit.heap import Heap, suite


def change(tmp_path, number, change):
    """Write something else into a line of the transcript."""
    made = suite(Heap, tmp_path)
    path = made.record_transcripts()[0]
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    change(lines[number])
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return made


@pytest.mark.parametrize(
    ("number", "changes", "complaint"),
    [
        (0, {"version": "0"}, "recorded with other rules"),
        (0, {"transcript": 99}, "this is not a transcript"),
        (3, {"totals": [99, 0]}, "line 4: it scores otherwise now"),
        (3, {"lines": []}, "line 4: it scores otherwise now"),
        (3, {"action": {"do": "take", "player": "bo", "count": 9}}, "line 4: .* is refused now"),
        (-1, {"winners": ["zoe"]}, "it scores otherwise now"),
    ],
)
def test_a_transcript_that_no_longer_holds_is_named_by_its_line(number, changes, complaint, tmp_path):
    made = change(tmp_path, number, lambda line: line.update(changes))
    with pytest.raises(AssertionError, match=complaint):
        made.test_a_transcript_exists_and_replays_line_by_line()


def test_a_transcript_of_half_a_match_is_not_enough(tmp_path):
    made = suite(Heap, tmp_path)
    for path in made.record_transcripts():
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:4]))
    with pytest.raises(AssertionError, match="no transcript of a whole match"):
        made.test_a_transcript_exists_and_replays_line_by_line()


def test_recording_says_when_there_is_nothing_to_record(tmp_path, capsys):
    empty = tmp_path / "test_nothing.py"
    empty.write_text("")
    for file in (empty, tmp_path / "test_ghost.py"):
        assert main([str(file)]) == 2
        assert "no such conformance class" in capsys.readouterr().err
