"""What the phone works out by itself is what the engine says: matches of all five variants, step by step."""

import itertools
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from games.models import Match
from rules.api import RuleError
from rules.triominos.bots import noted, play_match, random_bot
from rules.triominos.machine import TriominosEngine
from rules.triominos.state import Match as State
from rules.triominos.tiles import TILES, sum_of
from rules.triominos.variant import Variant
from rules.triominos.variants import classic, compact, czech, international, nordic
from tests.hall import ROOT
from tournaments.desk.game import BONUSES, Game
from tournaments.desk.model import is_plain, model_of

pytestmark = pytest.mark.only_the_page

ENGINES = [each.engine for each in (classic, compact, czech, international, nordic)]
STEPS = 120

RUN = """
([first, steps]) => {
  let model = first;
  const { provisional } = window.triomphe;
  const sorted = (model) => ({ ...model, deal: model.deal && { ...model.deal, laid: [...model.deal.laid].sort() } });
  return steps.map((action) => {
    const played = provisional.play(model, [action]);
    if (played.model) model = played.model;
    return [played.code ?? "", sorted(model), provisional.phase(model), provisional.winners(model)];
  });
}
"""


@pytest.fixture
def phone(page: Page) -> Page:
    page.add_script_tag(path=str(ROOT / "static/js/provisional.js"))
    return page


def ways() -> Iterator[tuple[TriominosEngine, int, dict[str, Any]]]:
    """Every sheet with every number of players, and every option in turn."""
    turns = itertools.cycle(
        {"bell": bell, "two_sides": sides, "blocked_tie": tie, "match_tie": end, "limit": limit}
        for bell in ("reach", "exceed")
        for sides in (0, 40)
        for tie in ("each", "nobody")
        for end in ("shared", "extra-deal")
        for limit in (60, 400)
    )
    for engine in ENGINES:
        for players in engine.seats:
            for options in itertools.islice(turns, 4):
                yield engine, players, options


def game(engine: TriominosEngine, state: State, version: int) -> Game:
    over = engine.outcome(state) is not None
    match = Match(version=version, status=Match.Status.OVER if over else Match.Status.PLAYING)
    return Game(match, engine, state, lambda: {each: f"Player {each}" for each in state.players})


def said(engine: TriominosEngine, state: State, version: int, code: str = "") -> list[Any]:
    """A step as the page is to answer it."""
    here = game(engine, state, version)
    model = model_of(here)
    assert model
    # The page finds out by itself that the match is over.
    model["over"] = False
    outcome = engine.outcome(state)
    seats = [state.players.index(each) for each in outcome.winners] if outcome else []
    return [code, json.loads(json.dumps(model)), here.phase, seats]


def anything(state: State, rng: Random) -> dict[str, Any]:
    """Something somebody might enter: mostly what is next, sometimes nonsense."""
    deal = state.deal
    sense = rng.random() < 0.9
    if deal is None and not sense:
        return {"do": "pass", "player": rng.choice(state.players)}
    if deal is None or (not sense and rng.random() < 0.1):
        points = {each: rng.choice([-10, 30, 60, 60]) for each in state.players}
        start = {"do": "start", "depth": "sheet", "starter": rng.choice(state.players)}
        return start if rng.random() < 0.8 else {"do": "deal", "points": points, "bell": rng.random() < 0.1}
    if deal.end or (not sense and rng.random() < 0.2):
        return {"do": "close", "left": left(state, rng)}
    player = {"player": state.players[deal.turn] if sense else rng.choice(state.players)}
    what = rng.random()
    if what < 0.35:
        return player | {"do": "draw"}
    if what < 0.6:
        return player | {"do": "pass"}
    free = [tile for tile in TILES if not tile.bit & deal.laid]
    tile = rng.choice(free if sense and free else TILES).name
    bonus = {"bonus": rng.choice(BONUSES)} if rng.random() < 0.2 else {}
    return player | {"do": "place", "tile": tile if rng.random() < 0.98 else "6-6-6"} | bonus


def left(state: State, rng: Random) -> dict[str, Any]:
    """Racks as sums, as tiles, forgotten, or impossible; now and then equal ones."""
    deal = state.deal
    assert deal
    free = [tile.name for tile in TILES if not tile.bit & deal.laid]
    rng.shuffle(free)
    found: dict[str, Any] = {}
    for player, count in zip(state.players, deal.counts, strict=True):
        if not count or rng.random() < 0.02:
            continue
        tiles, free = free[:count], free[count:]
        found[player] = tiles if rng.random() < 0.3 else rng.choice([10, 12, rng.randint(0, 60)])
    if rng.random() < 0.02:
        found[rng.choice(state.players)] = rng.choice([-1, ["0-0-0", "0-0-0"], 5])
    return found


def test_any_entries_lead_to_what_the_engine_says(phone: Page) -> None:
    codes, ends = set(), set()
    for seed, (engine, players, options) in enumerate(ways()):
        rng = Random(seed)  # noqa: S311 - a game, not a secret
        state = engine.start([str(each) for each in range(1, players + 1)], options)
        first, version = said(engine, state, 0)[1], 0
        steps, wanted = [], []
        for _step in range(STEPS):
            action, code = anything(state, rng), ""
            try:
                state = engine.apply(state, action).state
                version += 1
            except RuleError as error:
                code = error.code
            steps.append(action)
            wanted.append(said(engine, state, version, code))
        answered = phone.evaluate(RUN, [first, steps])
        for action, mine, theirs in zip(steps, answered, wanted, strict=True):
            assert mine == theirs, (engine.key, options, action)
        codes |= {each[0] for each in wanted}
        ends |= {(each[1]["last"], each[1]["bell"], each[2], len(each[3])) for each in wanted}
    assert codes >= {
        "tile-already-laid",
        "no-such-tile",
        "unknown-bonus",
        "not-your-turn",
        "must-open",
        "must-draw",
        "draw-limit",
        "racks-do-not-add-up",
        "deal-not-over",
        "no-deal",
        "match-over",
    }
    assert {end for end, *_rest in ends} >= {"out", "blocked", "totals"}
    assert any(phase == "over" and winners > 1 for *_rest, phase, winners in ends)


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.key)
def test_whole_matches_noted_on_the_sheet(engine: TriominosEngine, phone: Page) -> None:
    """Played out by bots on the board, so that tiles, bonuses and ends are those of real deals."""
    for seed, players in enumerate(engine.seats):
        names = [str(each) for each in range(1, players + 1)]
        played, _end = play_match(engine, names, [random_bot] * players, seed)
        state = on_the_board = engine.start(names, {})
        first, steps, wanted = said(engine, state, 0)[1], [], []
        for number, each in enumerate(played, start=1):
            action = as_at_the_desk(noted(each), on_the_board)
            on_the_board = engine.apply(on_the_board, each.action).state
            state = engine.apply(state, action).state
            steps.append(action)
            wanted.append(said(engine, state, number))
        assert phone.evaluate(RUN, [first, steps]) == wanted
        assert wanted[-1][2] == "over"


def as_at_the_desk(action: dict[str, Any], on_the_board: State) -> dict[str, Any]:
    """Nobody writes down which tiles were dealt or drawn; racks are counted at the end."""
    if action["do"] == "close":
        assert on_the_board.deal
        assert on_the_board.deal.racks
        held = zip(on_the_board.players, on_the_board.deal.racks, strict=True)
        return {"do": "close", "left": {player: sum_of(rack) for player, rack in held if rack}}
    hidden = {"start": "racks", "draw": "tile"}.get(action["do"])
    return {key: value for key, value in action.items() if key != hidden}


def test_rules_with_methods_of_their_own_have_no_model() -> None:
    class Odd(Variant):
        def is_blocked(self, passes: int, players: int) -> bool:
            return passes > players

    class Even(Variant):
        draw_limit = 5

    assert not is_plain(TriominosEngine(make(Odd)))
    assert is_plain(TriominosEngine(make(Even)))


def make(kind: type[Variant]) -> Variant:
    kind.key, kind.name, kind.summary, kind.short = "odd", "Odd", "Odd", "odd"
    return kind()
