"""Looking on while a round is paired: how far it is, and whether to stop, both as facts in the database."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

from tournaments.models import Round

EVERY = 0.5
"""Seconds between two looks at the database: as often as a page asks."""


class RoundWatch:
    """A ``Watch`` on one request for one round."""

    def __init__(self, round_: Round) -> None:
        self._asked = Round.objects.filter(pk=round_.pk, seed=round_.seed, state=Round.State.PAIRING)
        self._told = self._looked = monotonic()
        self._cancelled = False

    def progress(self, done: float, cost: Mapping[str, float]) -> None:
        if monotonic() - self._told >= EVERY:
            self._told = monotonic()
            self._asked.update(progress=min(1.0, max(0.0, done)))

    def cancelled(self) -> bool:
        """Also when nobody waits any more: the round was asked for anew, or is gone."""
        if not self._cancelled and monotonic() - self._looked >= EVERY:
            self._looked = monotonic()
            wanted = self._asked.values_list("cancel_asked", flat=True).first()
            self._cancelled = wanted is None or wanted
        return self._cancelled
