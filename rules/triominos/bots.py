"""Players that are not there: a random one and a greedy one, and whole deals and matches between them.

Seeded, so that the same seed gives the same match; used by tests, demonstrations and simulation. A
bot sees its own rack and the board, as a player does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from rules.api import Action, ScoreLine
from rules.triominos import scoring
from rules.triominos.deal import pool_of
from rules.triominos.dealing import highest_of
from rules.triominos.listing import Offer
from rules.triominos.machine import TriominosEngine
from rules.triominos.state import Deal, Match
from rules.triominos.tiles import ALL_TILES, TILES, members

Bot = Callable[[TriominosEngine, Match, Sequence[Offer], Random], Offer]
"""Chooses among the placements that its rack allows; there is at least one."""

MOST_DEALS = 200
"""A match of bots that is not over by then never will be."""

GIFT = 0.6
"""How much of a bonus that is left open the next players are thought to take."""


class Played(NamedTuple):
    """An action and what it scored."""

    action: dict[str, Any]
    lines: tuple[ScoreLine, ...]


def random_bot(engine: TriominosEngine, match: Match, offers: Sequence[Offer], rng: Random) -> Offer:
    """Any placement, all alike."""
    return rng.choice(offers)


def greedy_bot(engine: TriominosEngine, match: Match, offers: Sequence[Offer], rng: Random) -> Offer:
    """The most points now, less what the placement opens to the others."""
    deal = match.deal
    if deal is None or deal.racks is None or not deal.laid:
        return max(offers, key=lambda offer: offer.points)
    hidden = ALL_TILES & ~deal.laid & ~deal.racks[deal.turn]
    best = sorted(offers, key=lambda offer: -offer.points)[:4]
    return max(best, key=lambda offer: offer.points - GIFT * _gift(engine, match, deal, offer, hidden))


def _gift(engine: TriominosEngine, match: Match, deal: Deal, offer: Offer, hidden: int) -> int:
    """The highest bonus that a hidden tile could earn beside the tile offered."""
    board, _ = deal.board.lay(offer.cell, offer.corners)
    two_sides = match.options.two_sides
    return max(
        (
            scoring.bonus_points(engine.variant, scoring.bonus_for(touch, two_sides), two_sides)
            for touch in board.openings(offer.cell, hidden)
        ),
        default=0,
    )


# -- playing -------------------------------------------------------------------------------------


def play_match(
    engine: TriominosEngine,
    players: Sequence[str],
    bots: Sequence[Bot],
    seed: int,
    options: dict[str, Any] | None = None,
) -> tuple[list[Played], Match]:
    """A whole match on the board, every tile known."""
    rng = Random(seed)  # noqa: S311  (a game, not a secret)
    match = engine.start(players, options or {})
    log: list[Played] = []
    for _ in range(MOST_DEALS):
        played, match = play_deal(engine, match, bots, rng)
        log += played
        if engine.outcome(match):
            return log, match
    raise RuntimeError("the match does not end")


def play_deal(
    engine: TriominosEngine, match: Match, bots: Sequence[Bot], rng: Random
) -> tuple[list[Played], Match]:
    """One deal, from the shuffle to its end; a bot a seat."""
    log: list[Played] = []

    def play(action: dict[str, Any]) -> Match:
        step = engine.apply(match, action)
        log.append(Played(action, step.lines))
        return step.state

    match = play(deal_out(engine, match, rng))
    while match.deal is not None:
        match = play(next_action(engine, match, bots[match.deal.turn], rng))
    return log, match


def deal_out(engine: TriominosEngine, match: Match, rng: Random) -> dict[str, Any]:
    """Shuffle, deal, and find out who starts."""
    hand, count = engine.variant.hands[len(match.players)], len(match.players)
    tiles = rng.sample(TILES, hand * count)
    racks = [sorted(tiles[seat * hand : (seat + 1) * hand], key=TILES.index) for seat in range(count)]
    starters = range(count)
    seats: list[int] = list(starters)
    if engine.variant.trio_start:
        masks = [sum(tile.bit for tile in rack) for rack in racks]
        highest = highest_of(masks)
        seats = [seat for seat in starters if masks[seat] & highest]
    names = {player: [tile.name for tile in rack] for player, rack in zip(match.players, racks, strict=True)}
    return {"do": "start", "depth": "board", "starter": match.players[rng.choice(seats)], "racks": names}


def next_action(engine: TriominosEngine, match: Match, bot: Bot, rng: Random) -> dict[str, Any]:
    """Place if the rack allows it, else draw, else pass; close a deal that is over."""
    deal = match.deal
    if deal is None or deal.end is not None:
        return {"do": "close"}
    player = match.players[deal.turn]
    offers = engine.offers(match)
    if offers:
        chosen = bot(engine, match, offers, rng)
        return {"player": player, "do": "place", "cell": list(chosen.cell), "corners": list(chosen.corners)}
    if deal.pool and deal.draws < engine.variant.draw_limit:
        return {"player": player, "do": "draw", "tile": rng.choice(list(members(pool_of(deal)))).name}
    return {"player": player, "do": "pass"}


# -- the same deal, known less well --------------------------------------------------------------


def fill(engine: TriominosEngine, match: Match, template: Action, rng: Random) -> dict[str, Any]:
    """A legal action whose free fields, such as the tiles dealt, are filled in."""
    if template["do"] == "start":
        return deal_out(engine, match, rng)
    if template["do"] == "deal":
        points = {player: rng.randint(-40, 180) for player in match.players}
        return {"do": "deal", "points": points, "bell": False}
    return dict(template)


def noted(played: Played) -> dict[str, Any]:
    """An action on the board as a score sheet would have it."""
    action, lines = played
    if action["do"] == "start":
        return {**action, "depth": "sheet"}
    if action["do"] != "place":
        return action
    bonus = [line.reason for line in lines if line.reason not in ("tile", "start-trio", "start-zero")]
    tile = lines[0].details["tile"]
    return {
        "player": action["player"],
        "do": "place",
        "tile": tile,
        **({"bonus": bonus[0]} if bonus else {}),
    }
