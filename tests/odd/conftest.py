from datetime import datetime

import pytest

from tests.odd.clock import Clock, SetClock
from tests.tournaments.document.conftest import elsewhere  # noqa: F401 - who brings documents in


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    def put(now: datetime) -> Clock:
        return Clock(monkeypatch, now)

    return put
