"""Every engine of this installation passes the conformance kit; one without a transcript fails.

An engine that needs hooks gets them in ``SUITES``.
"""

from pathlib import Path
from typing import Any

from rules.api import Engine
from rules.points import PointsEngine
from rules.registry import registry
from rules.testing import EngineConformance
from rules.testing.triominos import TriominosConformance
from rules.triominos.machine import TriominosEngine

TRANSCRIPTS = Path(__file__).parent / "transcripts"


class PointsConformance(EngineConformance):
    free_actions = ("deal",)
    seeds = (1, 2, 3, 4)

    def random_action(self, state, rng):
        if state.option("count") == "places":
            return {
                "do": "deal",
                "points": {player: rng.randint(1, 1 + seat) for seat, player in enumerate(state.players)},
            }
        return {"do": "deal", "points": {player: rng.randint(-20, 150) for player in state.players}}


SUITES: dict[type[Engine[Any]], type[EngineConformance]] = {
    TriominosEngine: TriominosConformance,
    PointsEngine: PointsConformance,
}


def suite_for(engine):
    base = next((suite for kind, suite in SUITES.items() if isinstance(engine, kind)), EngineConformance)
    return type(
        name_of(engine.key), (base,), {"engine": engine, "transcripts": TRANSCRIPTS, "__module__": __name__}
    )


def name_of(key):
    return "Test" + "".join(word.capitalize() for word in key.split("-"))


globals().update({name_of(key): suite_for(engine) for key, engine in registry().engines.items()})


def test_no_built_in_is_left_out():
    assert registry().problems == ()
