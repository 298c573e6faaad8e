"""By lot: nothing counts but the sizes, who has sat out, and who must sit at which table."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.api import gettext_noop
from tournaments.pairing.api import Pairing, Reason, Request, Watch
from tournaments.pairing.mending import gathered
from tournaments.pairing.seating import everybody, finished, who_plays


class RandomSystem:
    key = "random"
    name = gettext_noop("By lot")
    about = gettext_noop("For a social evening: every round is drawn by lot.")

    def rounds(self, people: int, prefer: int, options: Mapping[str, Any]) -> int | None:
        return None

    def pair(self, request: Request, watch: Watch | None = None) -> Pairing:
        playing, out, sizes = who_plays(request)
        ids = sorted(each.id for each in playing)
        Random(request.seed).shuffle(ids)  # noqa: S311 - repeatable is what is wanted here
        rest = iter(ids)
        groups = gathered([[next(rest) for _ in range(size)] for size in sizes], request.fixed)
        why = everybody(ids, Reason("by-lot"))
        return finished(
            request,
            groups,
            why | everybody((each.id for each in out), Reason("sits-out", {"left": len(out)})),
        )


system = RandomSystem()
