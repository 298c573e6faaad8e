"""Score lines say themselves, and a record is told as a transcript."""

import pytest

from rules.registry import registry
from rules.triominos.bots import greedy_bot, play_match, random_bot
from rules.triominos.explain import AS_CLAIMED, SENTENCES
from rules.triominos.export import to_record
from rules.triominos.reading import RecordError
from rules.triominos.transcript import transcript
from tests.rules.triominos.tables import ALL, CLASSIC, COMPACT, INTERNATIONAL, Table, engine, opened, shaped


def said(table):
    return [str(table.engine.explain(line)) for line in table.lines]


def test_a_bridge_says_its_side_and_what_the_opposite_corner_touches():
    sentence = said(shaped(CLASSIC, "1-4-4", "bridge"))[1]
    assert sentence.startswith("bridge: side ")
    assert " matched and the opposite " in sentence
    assert sentence.endswith("; +40, classic §11")


@pytest.mark.parametrize(
    ("table", "sentences"),
    [
        (
            lambda: Table(CLASSIC).start().note("0-0-0"),
            [
                "tile 0-0-0; 0, classic §3",
                "opening with the trio 0-0-0; +10, classic §3",
                "opening with 0-0-0; +30 more, classic §3",
            ],
        ),
        (
            lambda: opened(INTERNATIONAL).draw(2),
            ["tile 2 drawn in this turn; −5, international “Drawing a triomino”"],
        ),
        (lambda: opened(CLASSIC).draw(3).pass_(), ["passed after 3 tiles drawn; −10, classic §7"]),
        (
            lambda: opened(CLASSIC).note("3-4-4", "bridge"),
            ["tile 3-4-4; +11, classic §5", "bridge with 3-4-4, as claimed; +40, classic §11"],
        ),
        (
            lambda: shaped(CLASSIC, "1-4-4", "two sides"),
            ["tile 1-4-4; +9, classic §5", "2 sides matched, no hexagon; +40, classic §11"],
        ),
        (
            lambda: shaped(COMPACT, "1-1-3", "triple hexagon"),
            [
                "tile 1-1-3; +5, compact fig. a",
                "triple hexagon: three are completed, around 1, 1, 3; +70, compact R8",
            ],
        ),
    ],
)
def test_a_score_line_says_itself(table, sentences):
    assert said(table()) == sentences


def test_every_reason_has_a_sentence_in_every_variant():
    for key in ALL:
        playing = engine(key)
        for seed in range(6):
            played, _ = play_match(playing, ("ana", "bo", "cy"), [greedy_bot, random_bot, greedy_bot], seed)
            for each in played:
                for line in each.lines:
                    message = playing.explain(line)
                    assert message.text in {*SENTENCES.values(), *AS_CLAIMED.values()}
                    assert "%" not in str(message)


def test_a_drawn_tile_is_never_told():
    table = opened(CLASSIC).draw(tile="3-4-5")
    assert all("3-4-5" not in str(line) for line in table.lines)


def test_a_match_is_told_action_by_action_to_its_end():
    playing = engine(CLASSIC)
    played, match = play_match(playing, ("ana", "bo"), [greedy_bot, random_bot], 3)
    record = to_record(CLASSIC, {}, match.players, [each.action for each in played])
    lines = [line for line, _ in transcript(record, registry().engines)]
    assert lines[0] == "Tri-Ominos classic: ana, bo"
    assert sum(line.startswith("Deal ") for line in lines) == len(match.deals)
    assert sum("The bell rings" in line for line in lines) == 1
    winners = ", ".join(playing.outcome(match).winners)
    assert lines[-1].endswith(f"Won by {winners}.")


def test_a_transcript_stops_where_the_record_breaks_a_rule():
    record = {
        "format": "triominos-match/1",
        "rules": CLASSIC,
        "players": ["ana", "bo"],
        "deals": [{"starter": "ana", "actions": [{"player": "ana", "do": "pass"}]}],
    }
    with pytest.raises(RecordError) as broken:
        list(transcript(record, registry().engines))
    assert (broken.value.code, broken.value.deal, broken.value.action) == ("must-open", 0, 0)
