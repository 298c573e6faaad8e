"""The PIN by which a player signs: set at check-in, kept as a keyed hash, tried only so often.

A PIN has few digits, so a plain hash of it could be tried out by whoever gets hold of the database; the key
is the secret of this installation, which is not in it.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import Entrant, Tournament
from tournaments.services.history import record
from tournaments.services.holding import hold

LEAST_DIGITS, MOST_DIGITS = 4, 6
IN_A_ROW = 5
"""Wrong tries before there is a pause."""
PAUSE = timedelta(minutes=5)
MOST_FAILURES = 15
"""Wrong tries before the PIN is of no use any more."""
WEAK = {digit * length for digit in "0123456789" for length in (4, 5, 6)} | {"1234", "12345", "123456"}


def set_pin(actor: Actor, tournament: Tournament, entrant_id: int, pin: str = "") -> str:
    """Give a player a PIN, made up here unless they choose one. It is said once, and not kept."""
    actor.require_organiser(tournament)
    if pin:
        _check(pin)
    with transaction.atomic():
        entrant = _entrant(tournament, entrant_id)
        pin = pin or made_up()
        _keep(entrant, pin)
        record(actor, tournament, "pin-changed", name=entrant.name)
    return pin


def pin_at_check_in(entrant: Entrant) -> str:
    """A first PIN for somebody who has none, said once; nothing for who has one. The caller has asked who may."""
    if entrant.pin or not entrant.tournament.signing:
        return ""
    pin = made_up()
    _keep(entrant, pin)
    return pin


def clear_pin(actor: Actor, tournament: Tournament, entrant_id: int) -> None:
    """From then on the player signs by hand."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        entrant = _entrant(tournament, entrant_id)
        _keep(entrant, "")
        record(actor, tournament, "pin-changed", name=entrant.name)


def make_missing_pins(actor: Actor, tournament: Tournament) -> list[tuple[Entrant, str]]:
    """A PIN for everybody who has none. Gives them, to be handed out: they are not kept."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        hold(tournament)
        lacking = Entrant.objects.select_for_update().filter(tournament=tournament, pin="", withdrawn=False)
        made = [(entrant, made_up()) for entrant in lacking.order_by("number")]
        for entrant, pin in made:
            _keep(entrant, pin)
        if made:
            record(actor, tournament, "pins-made", count=len(made))
    return made


def check_pin(entrant_id: int, typed: str) -> None:
    """Refuse a wrong PIN, and any after too many wrong ones. A wrong try is remembered."""
    with transaction.atomic():
        entrant = Entrant.objects.select_for_update().get(pk=entrant_id)
        refusal = _tried(entrant, typed)
        entrant.save(update_fields=["pin_failures", "pin_locked_until"])
    if refusal:
        raise refusal


def made_up() -> str:
    while (pin := f"{secrets.randbelow(10_000):04}") in WEAK:
        pass
    return pin


# -- in detail -----------------------------------------------------------------------------------


def _tried(entrant: Entrant, typed: str) -> Refused | None:
    now = timezone.now()
    if entrant.pin_failures >= MOST_FAILURES:
        return Refused(
            "pin-shut",
            _("Too many wrong PINs: this one is no longer taken. The organiser can give a new one."),
            field="pin",
        )
    # Longer than it is ever locked: the clock was put back since, and nobody waits for hours.
    if entrant.pin_locked_until and now < entrant.pin_locked_until <= now + PAUSE:
        minutes = -(-(entrant.pin_locked_until - now).seconds // 60)
        return Refused(
            "pin-paused",
            _("Too many wrong PINs. Try again in %(minutes)s min, or ask the organiser.")
            % {"minutes": minutes},
            field="pin",
        )
    if entrant.pin and hmac.compare_digest(entrant.pin, _digest(entrant, typed.strip())):
        entrant.pin_failures, entrant.pin_locked_until = 0, None
        return None
    entrant.pin_failures += 1
    if entrant.pin_failures % IN_A_ROW == 0:
        entrant.pin_locked_until = now + PAUSE
    return Refused("wrong-pin", _("This is not the PIN of this player."), field="pin")


def _check(pin: str) -> None:
    if not (pin.isascii() and pin.isdigit() and LEAST_DIGITS <= len(pin) <= MOST_DIGITS):
        raise Refused("bad-pin", _("A PIN has 4 to 6 digits."), field="pin")
    if pin in WEAK:
        raise Refused("weak-pin", _("This PIN is too easy to guess. Choose another."), field="pin")


def _keep(entrant: Entrant, pin: str) -> None:
    entrant.pin = _digest(entrant, pin) if pin else ""
    entrant.pin_failures, entrant.pin_locked_until = 0, None
    entrant.save(update_fields=["pin", "pin_failures", "pin_locked_until"])


def _digest(entrant: Entrant, pin: str) -> str:
    return salted_hmac(f"tournaments.pin.{entrant.pk}", pin, algorithm="sha256").hexdigest()


def _entrant(tournament: Tournament, entrant_id: int) -> Entrant:
    hold(tournament)
    found = Entrant.objects.select_for_update().filter(tournament=tournament, pk=entrant_id).first()
    if found is None:
        raise Refused("no-such-entrant", _("This person is not in the list any more."))
    return found
