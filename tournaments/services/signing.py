"""Signing at a table of a tournament: checks who asks and their PIN, then hands over to games.

Who was given a PIN signs with it, on whichever phone; everybody else by hand.
"""

from __future__ import annotations

import time
from uuid import UUID

from django.core import signing
from django.db import transaction
from django.utils.translation import gettext as _

from games import services as games
from games.errors import Refused
from games.models import Event, Match
from games.services import Hand
from tournaments.access import Actor, NotAllowed
from tournaments.models import Entrant, Table
from tournaments.services.history import record_at
from tournaments.services.holding import hold
from tournaments.services.pins import check_pin

SALT = "tournaments.seat"
LINK_SECONDS = 30 * 60
SESSION_SECONDS = 60 * 60


def entrant_at(table: Table, seat: str) -> Entrant | None:
    if not (seat.isascii() and seat.isdigit() and len(seat) < 4):
        return None
    place = table.seating.select_related("entrant").filter(position=int(seat)).first()
    return place.entrant if place else None


def sign(actor: Actor, table: Table, id_: UUID, seat: str, sheet: str, *, pin: str, hand: Hand) -> Match:
    """One player agrees: by their PIN if they have one, else by drawing or by typing their name."""
    permit = actor.seat_permit(table, seat)
    entrant = _entrant(table, seat)
    if entrant.pin:
        # Sent once more after it was done, it is not tried once more.
        if not Event.objects.filter(pk=id_, match=table.match_id, kind=Event.Kind.SIGN).exists():
            if not pin.strip():
                raise Refused("pin-missing", _("Type the PIN of this player."), field="pin")
            check_pin(entrant.pk, pin)
        hand = Hand(pin=True)
    return games.sign(permit, id_, sheet, hand)


def object_to(actor: Actor, table: Table, id_: UUID, seat: str, sheet: str, why: str) -> Match:
    """One player does not agree. No PIN is asked for: nobody gains by it, and it is soon decided."""
    permit = actor.seat_permit(table, seat)
    _entrant(table, seat)
    return games.object_to(permit, id_, sheet, why)


def decide(actor: Actor, table: Table, id_: UUID, sheet: str, why: str) -> Match:
    """Let the sheet count as it is: the organiser's decision, published with the result."""
    actor.require_organiser(table.round.tournament)
    with transaction.atomic():
        hold(table.round.tournament)
        new = not Event.objects.filter(pk=id_).exists()
        match = games.decide(actor.permit_for(table), id_, sheet, why)
        if new:
            record_at(actor, table, "appeal-decided", reason=why)
    return match


def check(actor: Actor, table: Table, id_: UUID, sheet: str) -> Match:
    """A second person has compared the sheet."""
    permit = actor.permit_for(table)
    with transaction.atomic():
        hold(table.round.tournament)
        new = not Event.objects.filter(pk=id_).exists()
        match = games.check(permit, id_, sheet)
        if new:
            record_at(actor, table, "sheet-checked")
    return match


def seat_link_token(actor: Actor, table: Table, seat: str) -> str:
    """What the code on the judge's phone carries: good for one seat of one table, for half an hour."""
    if not actor.judges(table):
        raise NotAllowed
    return signing.dumps([table.pk, seat], salt=SALT)


def seat_of_link(token: str) -> tuple[Table, str, float]:
    """The table and the seat that a scanned link is for, and until when the phone may sign."""
    try:
        table_id, seat = signing.loads(token, salt=SALT, max_age=LINK_SECONDS)
        table = Table.objects.select_related("round__tournament", "match").get(pk=table_id)
    except (signing.BadSignature, ValueError, TypeError, Table.DoesNotExist) as error:
        raise Refused(
            "link-not-valid",
            _("This link is too old or not whole. Scan the code on the judge’s phone once more."),
        ) from error
    return table, seat, time.time() + SESSION_SECONDS


def _entrant(table: Table, seat: str) -> Entrant:
    entrant = entrant_at(table, seat)
    if entrant is None:
        raise Refused("no-such-seat", _("Nobody sits there."))
    return entrant
