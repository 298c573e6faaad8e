"""Who is here: seen by the desk, by the QR code on a card, or by oneself with the code on the wall."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from datetime import timedelta

from django.core import signing
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.dates import cards_work_today
from tournaments.models import Door, Entrant, Tournament
from tournaments.names import clean_name, name_key
from tournaments.roles import Permission
from tournaments.services.history import record
from tournaments.services.people import find_entrant
from tournaments.services.pins import pin_at_check_in

SALT = "tournaments.check-in"
TRIES, PAUSE = 20, timedelta(minutes=5)
"""Wrong codes before there is a pause, for a whole hall."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Somebody who was checked in, with the PIN that was made for them, if one was."""

    entrant: Entrant
    pin: str = ""


def check_in(actor: Actor, tournament: Tournament, entrant_id: int, *, here: bool) -> Seen:
    """Tap, and they are here; tap again, and they are not. Said twice, it is so once."""
    actor.require(Permission.CHECK_IN, tournament)
    with transaction.atomic():
        entrant = find_entrant(tournament, entrant_id)
        if bool(entrant.checked_in_at) == here:
            return Seen(entrant)
        pin = _mark(entrant, here=here)
        record(actor, tournament, "checked-in" if here else "checked-out", name=entrant.name)
    return Seen(entrant, pin)


def clear_check_in(actor: Actor, tournament: Tournament) -> int:
    """Nobody is here any more: for the morning of the next day. Gives how many were."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        here = Entrant.objects.filter(tournament=tournament, checked_in_at__isnull=False)
        count = here.update(checked_in_at=None)
        record(actor, tournament, "check-in-cleared", count=count)
        _tell(tournament)
    return count


def card_token(entrant: Entrant) -> str:
    """What the QR code of an entrant carries: signed, so that nothing has to be kept."""
    return signing.dumps([entrant.pk, _name_mark(entrant)], salt=SALT)


def entrant_of_card(token: str) -> Entrant:
    """Whose card it is. After a substitution the old card opens nothing."""
    try:
        pk, mark = signing.loads(token, salt=SALT)
        entrant = Entrant.objects.select_related("tournament").get(pk=pk, withdrawn=False)
    except (signing.BadSignature, ValueError, TypeError, Entrant.DoesNotExist) as error:
        raise _bad_card() from error
    if mark != _name_mark(entrant):
        raise _bad_card()
    return entrant


def check_in_by_card(token: str) -> Seen:
    """By the QR code, which only its owner has: so it may tell the PIN too."""
    with transaction.atomic():
        tournament = entrant_of_card(token).tournament
        if not cards_work_today(tournament):
            raise Refused("not-today", _("One checks in on the days of the tournament."))
        entrant = find_entrant(tournament, entrant_of_card(token).pk)
        if entrant.checked_in_at:
            return Seen(entrant)
        pin = _mark(entrant, here=True)
        record(None, tournament, "checked-in-alone", name=entrant.name)
    return Seen(entrant, pin)


def check_in_by_code(tournament: Tournament, code: str, name: str) -> Seen:
    """By the code on the wall and one's name. Tells no PIN: anybody in the hall can read the code."""
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        door = Door.objects.filter(tournament=tournament, by_oneself=True).first()
        refusal = _tried(door, code)
        if refusal is None:
            key = name_key(clean_name(name))
            entrant = Entrant.objects.filter(tournament=tournament, name_key=key, withdrawn=False).first()
            if entrant is not None:
                return _seen_by_code(tournament, entrant)
            refusal = Refused(
                "unknown-name",
                _("Nobody of this name is entered. Type it as you entered it, or ask at the check-in desk."),
                field="name",
            )
    raise refusal


# -- in detail -----------------------------------------------------------------------------------


def _name_mark(entrant: Entrant) -> str:
    """Tells whether a card was made for who plays now, and does not tell their name."""
    return salted_hmac(SALT, entrant.name_key, algorithm="sha256").hexdigest()[:12]


def _bad_card() -> Refused:
    return Refused("bad-card", _("This card is not valid any more. Ask at the check-in desk."))


def _seen_by_code(tournament: Tournament, entrant: Entrant) -> Seen:
    if not entrant.checked_in_at:
        _mark(entrant, here=True, with_pin=False)
        record(None, tournament, "checked-in-alone", name=entrant.name)
    return Seen(entrant)


def _tried(door: Door | None, code: str) -> Refused | None:
    """Why this code does not open; a wrong one is remembered."""
    if door is None or not door.code:
        return Refused("not-by-oneself", _("Check in at the desk, please."))
    now = timezone.now()
    # Longer than it is ever locked: the clock was put back since.
    if door.code_locked_until and now < door.code_locked_until <= now + PAUSE:
        return Refused(
            "paused", _("Too many wrong codes. Wait five minutes, or check in at the desk."), field="code"
        )
    right = hmac.compare_digest(code.strip().upper().encode(), door.code.encode())
    if right and not door.code_failures:
        return None
    door.code_failures = 0 if right else door.code_failures + 1
    if door.code_failures >= TRIES:
        door.code_failures, door.code_locked_until = 0, now + PAUSE
    door.save(update_fields=["code_failures", "code_locked_until"])
    if right:
        return None
    return Refused("wrong-code", _("This is not the code. It stands at the check-in desk."), field="code")


def _mark(entrant: Entrant, *, here: bool, with_pin: bool = True) -> str:
    entrant.checked_in_at = timezone.now() if here else None
    entrant.save(update_fields=["checked_in_at"])
    _tell(entrant.tournament)
    return pin_at_check_in(entrant) if here and with_pin else ""


def _tell(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
