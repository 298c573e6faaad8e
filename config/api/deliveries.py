"""Telling hooks: rows that a job sends, again after a while if they were not taken, and in the end not any more.

What is due is a fact in the database; the row decides which of two tasks sends it. One hook is told one thing at a
time, so that an address that does not answer keeps one thread waiting, and not all.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from config.api.models import Delivery
from config.api.sealing import sealed
from config.api.sending import NotSent, post

logger = logging.getLogger(__name__)

DELIVER = "api.deliver"
SENDING = timedelta(minutes=2)
PAUSES = (5, 60, 300, 1_800, 7_200, 18_000, 36_000)
"""Seconds after each try that failed; after the last there is one more try, and no other."""
KEPT = timedelta(days=30)
TAKEN = range(200, 300)
GONE = 410
Outcome = Delivery.Outcome


def due() -> Iterable[int]:
    """What is to be told now, to hooks that are not being told something."""
    now = timezone.now()
    busy = Delivery.objects.filter(claimed_until__gte=now, done_at__isnull=True).values("hook")
    return (
        Delivery.objects.filter(_is_due(now))
        .exclude(hook__in=busy)
        .order_by("due_at", "pk")
        .values_list("pk", flat=True)
    )


def deliver(delivery_id: int) -> None:
    """Send one, if it is due and nobody else is at it."""
    now = timezone.now()
    if not Delivery.objects.filter(_is_due(now), pk=delivery_id).update(claimed_until=now + SENDING):
        return
    delivery = Delivery.objects.select_related("hook").get(pk=delivery_id)
    status, problem = None, ""
    try:
        status = post(delivery.hook.url, delivery.body.encode(), sealed(delivery))
    except NotSent as trouble:
        problem = trouble.kind
    _note(delivery, status, problem)


def sweep() -> None:
    Delivery.objects.filter(done_at__lt=timezone.now() - KEPT).delete()


# -- in detail -----------------------------------------------------------------------------------


def _is_due(now: datetime) -> Q:
    free = Q(claimed_until__isnull=True) | Q(claimed_until__lt=now)
    return free & Q(done_at__isnull=True, due_at__lte=now)


def _note(delivery: Delivery, status: int | None, problem: str) -> None:
    now = timezone.now()
    delivery.tries, delivery.status, delivery.claimed_until = delivery.tries + 1, status, None
    delivery.problem = problem[:100]
    if status in TAKEN:
        delivery.done_at, delivery.outcome = now, Outcome.SENT
    elif status == GONE or delivery.tries > len(PAUSES):
        delivery.done_at, delivery.outcome = now, Outcome.GIVEN_UP
        logger.warning("hook %s was not told of delivery %s: given up", delivery.hook_id, delivery.pk)
    else:
        delivery.due_at = now + timedelta(seconds=PAUSES[delivery.tries - 1])
    delivery.save(
        update_fields=["tries", "status", "claimed_until", "problem", "done_at", "outcome", "due_at"]
    )
