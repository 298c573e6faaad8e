"""A round in play in a module's hall, and its judges."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.hall import Hall
from tests.load.judge import Judge
from tests.load.phone import Phone

TABLES = 16


@pytest.fixture(scope="module")
def playing(hall: Hall) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(hall.run("-m", "tests.load.prepare", str(TABLES)))
    return told


@pytest.fixture
def judge(hall: Hall, playing: dict[str, Any]) -> Iterator[Judge]:
    """Of a table that nobody else has scored at yet."""
    judge = Judge(Phone(hall.port), **playing["tables"].pop())
    judge.come_in()
    yield judge
    judge.phone.close()
