"""The cards of a tournament, when each was last used, and where it leads."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max

from games.models import Event
from tournaments.models import JudgeCard, Table, Tournament


def cards_of(tournament: Tournament) -> list[tuple[JudgeCard, datetime | None]]:
    """Each with the last time it was scanned, or something was entered by who had scanned it."""
    entries = (
        Event.objects.filter(match__table__round__tournament=tournament, account__isnull=True)
        .values_list("match__table__number")
        .annotate(last=Max("at"))
        .order_by()
    )
    entered = dict(entries)
    return [
        (card, _last(card, entered.get(card.number)))
        for card in JudgeCard.objects.filter(tournament=tournament).order_by("number")
    ]


def table_now(tournament: Tournament, number: int) -> Table | None:
    """The table of this number in the newest round that has begun there: to which its card leads."""
    tables = Table.objects.filter(round__tournament=tournament, number=number, match__isnull=False)
    return tables.select_related("round__tournament").order_by("-round__number").first()


def _last(card: JudgeCard, entered: datetime | None) -> datetime | None:
    if card.scanned_at is None or entered is None:
        return card.scanned_at
    return max(card.scanned_at, entered)
