"""How fast the Triominos rules are: replaying records, listing placements, playing a bots' deal.

Times are processor time of the best of several runs, so that other work on the machine does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from time import process_time
from typing import Any

from bench.row import Row
from rules.registry import registry
from rules.triominos.board import EMPTY, Board
from rules.triominos.bots import greedy_bot, play_deal, play_match, random_bot
from rules.triominos.export import to_record
from rules.triominos.machine import TriominosEngine
from rules.triominos.record import score
from rules.triominos.state import Match
from rules.triominos.tiles import TILES, as_set, members
from tests.rules.naive import board as naive

RUNS = 5
SEATS = ("ana", "bo", "cy", "di", "eve", "fay")
VARIANTS = (
    "tri-ominos-classic",
    "triominos-compact",
    "goliath-international",
    "goliath-nordic",
    "piatnik-czech",
)


def actions_per_second() -> float:
    """Actions of whole board records, checked and scored, on one core. At least 50,000 are wanted."""
    records = [_record(key, seed) for key in VARIANTS for seed in range(6)]
    actions = sum(len(deal["actions"]) for record in records for deal in record["deals"])
    engines = registry().engines
    return actions / _best(lambda: [score(record, engines) for record in records])


def placements_milliseconds() -> float:
    """The full list of a rack of 9 tiles on a board of 40. At most 0.5 is wanted."""
    boards = [_board_of_forty(seed) for seed in range(50)]
    return _best(lambda: [board.placements(rack) for board, rack in boards]) / len(boards) * 1000


def bot_deal_milliseconds() -> float:
    """A whole deal between two greedy bots. At most 10 is wanted."""
    engine, seeds = _engine("tri-ominos-classic"), range(20)
    return _best(lambda: [_deal(engine, seed) for seed in seeds]) / len(seeds) * 1000


def naive_placements_milliseconds() -> float:
    """The same list by the naive implementation of the tests, which shares no code with the engine."""
    boards = [_board_of_forty(seed) for seed in range(5)]
    plain = [(dict(board.tiles()), [tile.numbers for tile in members(rack)]) for board, rack in boards]
    work = lambda: [[naive.placements(laid, tile) for tile in rack] for laid, rack in plain]  # noqa: E731
    return _best(work) / len(plain) * 1000


def rows() -> Iterable[Row]:
    replayed = actions_per_second()
    yield Row(
        "actions replayed, one core", f"{replayed:,.0f} /s", "–", "–", "≥ 50,000 /s", replayed >= 50_000
    )
    ours, reference = placements_milliseconds(), naive_placements_milliseconds()
    yield Row(
        "placements of 9 tiles on a board of 40",
        f"{ours:.3f} ms",
        f"naive implementation {reference:.1f} ms",
        f"{reference / ours:.0f} × faster",
        "≤ 0.5 ms, ≥ 20 × faster",
        ours <= 0.5 and reference >= 20 * ours,
    )
    deal = bot_deal_milliseconds()
    yield Row("a deal between two greedy bots", f"{deal:.2f} ms", "–", "–", "≤ 10 ms", deal <= 10)


# -- what is measured on -------------------------------------------------------------------------


def _best(work: Callable[[], Any]) -> float:
    def once() -> float:
        began = process_time()
        work()
        return process_time() - began

    return min(once() for _ in range(RUNS))


def _engine(key: str) -> TriominosEngine:
    engine = registry().get(key)
    assert isinstance(engine, TriominosEngine)
    return engine


def _record(key: str, seed: int) -> dict[str, Any]:
    engine = _engine(key)
    players = SEATS[: engine.seats[seed % len(engine.seats)]]
    bots = [greedy_bot if seat % 2 else random_bot for seat in range(len(players))]
    log, _ = play_match(engine, players, bots, seed)
    return to_record(key, {}, players, [played.action for played in log])


def _board_of_forty(seed: int) -> tuple[Board, int]:
    """A board on which 40 random tiles were laid, and 9 of those that remain."""
    rng = Random(seed)  # noqa: S311  (a game, not a secret)
    while True:
        left = rng.sample(TILES, len(TILES))
        board, _ = EMPTY.lay((0, 0), left.pop().numbers)
        while len(board.laid) < 40 and (placements := board.placements(as_set(left))):
            chosen = rng.choice(placements)
            board, _ = board.lay(chosen.cell, chosen.corners)
            left.remove(chosen.tile)
        if len(board.laid) == 40:
            return board, as_set(left[:9])


def _deal(engine: TriominosEngine, seed: int) -> Match:
    _, after = play_deal(engine, engine.start(SEATS[:2], {}), (greedy_bot, greedy_bot), Random(seed))  # noqa: S311
    return after
