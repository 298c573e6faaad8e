"""The links of a subscription: signed, not kept. Who holds one may confirm, change or end that subscription, no more."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.core import signing
from django.urls import reverse
from django.utils.translation import gettext as _

from config.tidings.models import Subscription
from games.errors import Refused

CONFIRM, CHANGE = "tidings.confirm", "tidings.change"
LASTS = timedelta(hours=24)
"""How long the letter that asks can be answered."""


def confirm_path(subscription: Subscription) -> str:
    return reverse("confirm_messages", args=[_token(subscription, CONFIRM)])


def change_path(subscription: Subscription) -> str:
    return reverse("change_messages", args=[_token(subscription, CHANGE)])


def stop_path(subscription: Subscription) -> str:
    """For the button that mail programs show (RFC 8058)."""
    return reverse("stop_messages", args=[_token(subscription, CHANGE)])


def to_confirm(token: str) -> Subscription:
    return _find(token, CONFIRM, LASTS)


def to_change(token: str) -> Subscription:
    found = _find(token, CHANGE, None)
    if found.confirmed_at is None:
        raise _gone()
    return found


def _token(subscription: Subscription, salt: str) -> str:
    return signing.dumps(subscription.uid.hex, salt=salt)


def _find(token: str, salt: str, lasts: timedelta | None) -> Subscription:
    try:
        uid = UUID(signing.loads(token, salt=salt, max_age=lasts))
    except (signing.BadSignature, ValueError, TypeError, AttributeError) as error:
        raise Refused("link-not-valid", _("This link is too old or not whole.")) from error
    found = Subscription.objects.select_related(
        "entrant__tournament__club", "entrant__player", "user"
    ).filter(uid=uid)
    if (subscription := found.first()) is None:
        raise _gone()
    return subscription


def _gone() -> Refused:
    return Refused("messages-ended", _("Nothing is sent to you any more by this link."))
