"""A clock that says what it is told: everything in Triomphe asks Django's for the time."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, now: datetime) -> None:
        self.now = now
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def jump(self, **by: float) -> None:
        self.now += timedelta(**by)


SetClock = Callable[[datetime], Clock]
