"""What people at a table are called, and forgetting how they signed. The log holds neither."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F

from games.models import Event, Match, Seat, Signature


def name_seats(match_id: int, names: Mapping[str, str]) -> bool:
    """Give seats other names; whether any had another one."""
    with transaction.atomic():
        changed = [
            seat
            for seat in Seat.objects.filter(match=match_id)
            if names.get(seat.key, seat.name) != seat.name
        ]
        for seat in changed:
            seat.name = names[seat.key]
        if changed:
            Seat.objects.bulk_update(changed, ["name"])
            Match.objects.filter(pk=match_id).update(renamed=F("renamed") + 1)
    return bool(changed)


def forget_signatures(match_id: int, seat: str) -> int:
    """Erase drawings and typed names of a seat; the log still says that it signed. Gives how many."""
    with transaction.atomic():
        signed = Event.objects.filter(match=match_id, kind=Event.Kind.SIGN, body__seat=seat)
        gone, _ = Signature.objects.filter(event__in=signed).delete()
        if gone:
            Match.objects.filter(pk=match_id).update(renamed=F("renamed") + 1)
    return gone
