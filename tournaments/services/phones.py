"""What a phone says about what it still holds: kept for the organiser, apart from every score.

Knows nothing of matches. A report that is lost costs nothing but a number on a page.
"""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from tournaments.access import Actor
from tournaments.models import Phone, Table

OFTEN_ENOUGH = timedelta(seconds=10)
"""A phone that says the same again sooner is not written down again."""
MOST_UNSENT = 9_999
MOST_PHONES = 12
"""At one table: names of phones are made by phones, and could be made up."""


def hear_from(actor: Actor, table: Table, device: str, unsent: int) -> None:
    """Note how much a judge’s phone has not sent yet, and that it was heard of."""
    if not device or not actor.judges(table):
        return
    unsent, now = min(unsent, MOST_UNSENT), timezone.now()
    known = {phone.device: phone for phone in Phone.objects.filter(table=table)}
    phone = known.get(device)
    # Heard of in the future: the clock was put back since, and what is written down says nothing any more.
    if phone and phone.unsent == unsent and timedelta(0) <= now - phone.seen_at < OFTEN_ENOUGH:
        return
    if phone:
        Phone.objects.filter(pk=phone.pk).update(unsent=unsent, seen_at=now)
    elif len(known) < MOST_PHONES:
        # Two tabs of one phone may speak at once.
        Phone.objects.bulk_create(
            [Phone(table=table, device=device, unsent=unsent, seen_at=now)], ignore_conflicts=True
        )
