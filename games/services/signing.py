"""Signing a sheet, not agreeing with it, a second look, and the organiser's decision: events of the log like any other.

Each names the sheet it is about by the hash of the last event that changed it, so that nobody signs what
they have not seen. Whether a PIN was right is for whoever gives the leave to sign.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.drawing import is_blank, strokes_of
from games.errors import Refused, Stale
from games.models import Event, Match, Signature
from games.plain import plain
from games.proofs import proof_of, salt_for
from games.replay import SIGNOFFS
from games.services.common import Permit, SeatPermit, Writer, locked
from games.services.rulings import reason_of
from games.services.writing import all_there, append, status_of, tell_if_over, tell_if_to_sign
from games.signing import with_signoff

SIGNED = ("version", "head", "status", "signoffs")
MOST_NAME = 80


@dataclass(frozen=True, slots=True)
class Hand:
    """How somebody signs: by a PIN that was checked, by a drawing, or by typing their name."""

    pin: bool = False
    drawn: str = ""
    name: str = ""

    @property
    def how(self) -> str:
        return "pin" if self.pin else "drawn" if self.drawn else "name"


def sheet_of_record(match: Match) -> str:
    """The hash that stands for the sheet as it is: of the last event that changed it."""
    changes = match.events.exclude(kind__in=SIGNOFFS).order_by("-seq")
    return changes.values_list("hash", flat=True).first() or ""


def sign(permit: SeatPermit, id_: UUID, sheet: str, hand: Hand) -> Match:
    """One seat agrees. The last one of all lets the result become final."""
    _check_hand(hand)
    body: dict[str, Any] = {"seat": permit.seat, "sheet": sheet, "how": hand.how}
    signature = None
    if not hand.pin:
        signature = Signature(event_id=id_, drawn=hand.drawn, name=hand.name.strip(), salt=salt_for(id_))
        body["proof"] = proof_of(signature)
    with transaction.atomic():
        match = locked(permit.match_id)
        if _is_new(match, id_, Event.Kind.SIGN, body):
            if permit.seat in (match.signoffs or {}).get("signed", {}):
                raise Refused("already-signed", _("This player has signed already."))
            _sign_off(match, permit, id_, Event.Kind.SIGN, body)
            if signature:
                signature.save(force_insert=True)
    return match


def object_to(permit: SeatPermit, id_: UUID, sheet: str, why: str) -> Match:
    """One seat does not agree: the result is held until the organiser decides, or the player signs."""
    body = {"seat": permit.seat, "sheet": sheet, "why": reason_of(why)}
    with transaction.atomic():
        match = locked(permit.match_id)
        if _is_new(match, id_, Event.Kind.OBJECT, body):
            _sign_off(match, permit, id_, Event.Kind.OBJECT, body)
    return match


def decide(permit: Permit, id_: UUID, sheet: str, why: str) -> Match:
    """The organiser lets the sheet count as it is, whoever has not signed or does not agree."""
    if not permit.may_reopen:
        raise Refused("not-yours", _("Only the organiser decides what counts."))
    body = {"sheet": sheet, "why": reason_of(why)}
    with transaction.atomic():
        match = locked(permit.match_id)
        if _is_new(match, id_, Event.Kind.DECIDE, body):
            _sign_off(match, permit, id_, Event.Kind.DECIDE, body)
    return match


def check(permit: Permit, id_: UUID, sheet: str) -> Match:
    """Somebody who entered nothing of it has compared the sheet and found it right."""
    if permit.user is None:
        raise Refused("no-account", _("Sign in first: a second look needs a name."))
    body = {"sheet": sheet}
    with transaction.atomic():
        match = locked(permit.match_id)
        if _is_new(match, id_, Event.Kind.CHECK, body):
            if "checked" in (match.signoffs or {}):
                raise Refused("already-checked", _("Somebody has looked this sheet over already."))
            if entered_by(match, permit.user):
                raise Refused(
                    "own-entries",
                    _("Part of this sheet was entered by you. Somebody else has to look it over."),
                )
            _sign_off(match, permit, id_, Event.Kind.CHECK, body)
    return match


def entered_by(match: Match, user: AbstractBaseUser) -> bool:
    """Whether anything on the sheet came from this account; of what was entered elsewhere, from one of its name."""
    here = Q(account=user.pk, seq__gt=match.origin_version)
    elsewhere = Q(actor=str(user)[:MOST_NAME], seq__lte=match.origin_version)
    return match.events.exclude(kind__in=SIGNOFFS).filter(here | elsewhere).exists()


def require_sign_offs(match_ids: Iterable[int], *, signatures: bool, check: bool) -> None:
    """Ask for them at these matches from now on, or no longer; what is final stays final."""
    for match_id in match_ids:
        with transaction.atomic():
            match = locked(match_id)
            if match.status == Match.Status.FINAL:
                continue
            match.needs_signatures, match.needs_check = signatures, check
            match.status = status_of(match, match.status != Match.Status.PLAYING, _seats(match))
            match.save(update_fields=["needs_signatures", "needs_check", "status"])
            tell_if_over(match)
            tell_if_to_sign(match, sheet_of_record(match))


# -- in detail -----------------------------------------------------------------------------------


def _is_new(match: Match, id_: UUID, kind: Event.Kind, body: dict[str, Any]) -> bool:
    """False for what is in the log already; refuses what cannot be said about this sheet now."""
    if all_there(match, [(id_, kind.value, plain(body))]):
        return False
    if match.status != Match.Status.SIGNING:
        raise Refused("nothing-to-sign", _("There is nothing to sign at this table now."))
    if body["sheet"] != sheet_of_record(match):
        raise Stale(
            _("The sheet was changed after you saw it. Look at it again first."), version=match.version
        )
    if "seat" in body and body["seat"] not in _seats(match):
        raise Refused("no-such-seat", _("Nobody sits there."))
    return True


def _sign_off(match: Match, permit: Writer, id_: UUID, kind: Event.Kind, body: dict[str, Any]) -> None:
    append(match, permit, [(id_, kind.value, plain(body))])
    match.signoffs = with_signoff(match.signoffs, kind.value, body, str(id_))
    match.status = status_of(match, True, _seats(match))
    match.save(update_fields=SIGNED)
    tell_if_over(match)


def _check_hand(hand: Hand) -> None:
    if hand.pin:
        return
    if hand.drawn:
        strokes = strokes_of(hand.drawn)
        if strokes is None:
            raise Refused(
                "bad-drawing", _("This drawing cannot be read. Clear it and sign again."), field="drawn"
            )
        if is_blank(strokes):
            raise Refused("empty-drawing", _("Sign with your finger in the box."), field="drawn")
    elif not hand.name.strip():
        raise Refused("no-hand", _("Draw your signature, or type your name."), field="name")
    if len(hand.name) > MOST_NAME:
        raise Refused("name-too-long", _("Type your name in 80 characters at most."), field="name")


def _seats(match: Match) -> list[str]:
    return [seat.key for seat in match.seats.all()]
