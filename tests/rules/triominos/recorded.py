"""Whole matches kept as files: the record, and the transcript as it was told when it was kept.

``python -m tests.rules.triominos.recorded`` writes them anew; a change in them is a change in the rules
and wants a new version of the engine.
"""

import json
from pathlib import Path

from rules.registry import registry
from rules.triominos.bots import greedy_bot, play_match, random_bot
from rules.triominos.export import to_record
from rules.triominos.transcript import transcript
from tests.rules.triominos.tables import ALL, engine

FOLDER = Path(__file__).parent / "matches"
NAMES = ("ana", "bo", "cy", "di", "eve", "fay")


def told(record):
    return [line for line, _ in transcript(record, registry().engines)]


def keep(key, count, seed):
    bots = [greedy_bot if seat % 2 == 0 else random_bot for seat in range(count)]
    played, match = play_match(engine(key), NAMES[:count], bots, seed)
    record = to_record(key, {}, match.players, [each.action for each in played])
    path = FOLDER / f"{key}-{count}.json"
    path.write_text(
        json.dumps(record, indent=None, separators=(",", ":")).replace('{"player"', '\n{"player"') + "\n"
    )
    path.with_suffix(".txt").write_text("\n".join(told(record)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for key in ALL:
        seats = engine(key).seats
        for count in (seats[0], seats[-1]):
            keep(key, count, seed=count)
