"""Whole records through the engine and through the naive implementation: the same bytes come out.

Only the sentence of an error may differ. Some two thousand records in an ordinary run; with
``FULL=1`` in the environment twenty times as many. Knows of neither how it gets to its answer.
"""

import json
import os
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rules.registry import registry
from rules.triominos.answers import answer

from .naive import score
from .naive.generate import legal_record
from .naive.mutate import MUTATIONS, broken_record, changed, tear, vandalise
from .naive.pileup import pile_up
from .naive.seeds import seeded

PARTS = 4
MATCHES = 30 * (20 if os.environ.get("FULL") else 1)
"""Legal matches in each part; around each stand sixteen that are broken."""


def without_sentence(result: dict[str, Any]) -> str:
    """An answer as it is printed, less the message."""
    if "error" in result:
        result = {"error": {key: value for key, value in result["error"].items() if key != "message"}}
    return json.dumps(result)


def by_engine(text: str) -> str:
    result = answer(text.encode(), registry().engines)
    assert "error" not in result or result["error"]["message"]
    return without_sentence(result)


def by_naive(text: str) -> str:
    return without_sentence(score(text))


@cache
def legal(seed: int) -> dict[str, Any]:
    return legal_record(seeded(seed))


def around(seed: int) -> Iterator[str]:
    """A legal record, and what can be made of it."""
    rng = seeded(-seed - 1)
    yield json.dumps(legal(seed))
    for _ in range(6):
        yield json.dumps(broken_record(rng, legal(seed)))
    for _ in range(6):
        yield json.dumps(pile_up(rng, legal(seed)))
    for _ in range(3):
        yield json.dumps(vandalise(rng, legal(seed)))
    yield tear(rng, legal(seed))


@pytest.mark.parametrize("part", range(PARTS))
def test_engine_and_naive_answer_every_record_alike(part: int) -> None:
    for seed in range(part * MATCHES, (part + 1) * MATCHES):
        for text in around(seed):
            assert by_engine(text) == by_naive(text), text


@pytest.mark.parametrize("code", MUTATIONS)
def test_every_error_code_is_brought_about_and_agreed_on(code: str) -> None:
    found = 0
    for seed in range(60):
        text = json.dumps(changed(seeded(seed), legal(seed), [code]))
        expected = by_naive(text)
        assert by_engine(text) == expected, text
        found += f'"code": "{code}"' in expected
    assert found


def test_legal_records_have_every_kind_of_end_and_of_event() -> None:
    answers = [score(legal(seed)) for seed in range(PARTS * 30)]
    deals = [deal for each in answers for deal in each["deals"]]
    assert {deal["end"] for deal in deals} == {"out", "blocked", "totals", None}
    assert {why for deal in deals for event in deal["events"] for why in event["why"]} == {
        "tile",
        "start-trio",
        "start-zero",
        "bridge",
        "two-sides",
        "hexagon",
        "double-hexagon",
        "triple-hexagon",
        "draw",
        "pass-after-draws",
        "pass-empty-pool",
        "going-out",
        "racks",
        "own-rack",
    }
    assert any(len(each["winners"]) > 1 for each in answers)
    assert any(each["bell"] and each["bell"]["action"] is None for each in answers)
    assert any(each["bell"] and each["bell"]["action"] is not None for each in answers)
