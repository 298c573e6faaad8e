"""Bots play by the rules, the same seed plays the same match, and greed pays."""

import pytest

from rules.triominos.bots import greedy_bot, play_match, random_bot
from tests.rules.triominos.tables import ALL, CLASSIC, engine


@pytest.mark.parametrize("key", ALL)
def test_matches_of_bots_end_at_every_table_size(key):
    playing = engine(key)
    for count in playing.seats:
        _, match = play_match(playing, tuple("abcdef"[:count]), [random_bot] * count, count)
        assert playing.outcome(match).winners
        assert match.bell.deal == len(match.deals) - 1


def test_the_same_seed_plays_the_same_match():
    playing = engine(CLASSIC)
    one, other = (play_match(playing, ("a", "b"), [greedy_bot, random_bot], 5) for _ in range(2))
    assert one == other


def test_greed_beats_chance():
    playing = engine(CLASSIC)
    won = 0
    for seed in range(30):
        bots = [greedy_bot, random_bot] if seed % 2 else [random_bot, greedy_bot]
        _, match = play_match(playing, ("a", "b"), bots, seed)
        won += playing.outcome(match).winners == ("ab"[seed % 2 == 0],)
    assert won >= 20
