"""When a backup is due by itself: rounds have ended since the last one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta

from django.utils import timezone

from config.backups.models import Backup
from tournaments.models import Round

BACK_UP = "backups.after_round"
PAUSE = timedelta(minutes=5)
"""After one that failed: a full disk is not emptied by trying ten times a second."""


def rounds_to_back_up() -> Iterable[int]:
    """The first of them stands for all: one backup holds every round that has ended."""
    waiting = Round.objects.filter(state=Round.State.CLOSED, backed_up_at=None, tournament__rehearsal=False)
    first = waiting.order_by("pk").values_list("pk", flat=True).first()
    now = timezone.now()
    # Not one in the future: the clock was put back since, and nothing would be backed up until it is there again.
    lately = Backup.objects.filter(at__gt=now - PAUSE, at__lte=now)
    if first is None or lately.exclude(problem="").exists():
        return []
    return [first]


DUE: tuple[tuple[str, Callable[[], Iterable[int]]], ...] = ((BACK_UP, rounds_to_back_up),)
