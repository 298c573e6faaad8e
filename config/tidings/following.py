"""Asking to be told, confirming it, changing it, ending it.

An address that somebody typed is written to once, to ask whether it is meant; nothing else goes there before whoever
reads it has said yes. Every answer is the same, whatever is known of the address already.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from config.api.sending import why_not
from config.signin import letters, limits
from config.signin.limits import AN_HOUR, Limit, TooMany, Try
from config.signin.mailboxes import mailbox_of
from config.signin.models import Letter
from config.signin.origin import Origin
from config.tidings.links import LASTS
from config.tidings.models import Channel, Kind, Message, Silence, Subscription
from config.tidings.push.sealing import BadKeys, check_keys
from games.errors import Refused
from tournaments.models import Entrant

# Letters that ask: to one address, and from one network. Not those of signing in: nobody is kept out by these.
ASK_TO = Limit("messages-to", free=3, first=300, forgets=AN_HOUR)
ASK_FROM = Limit("messages-from", free=700, first=60, forgets=AN_HOUR)
MOST_OF_A_PERSON = 200
LONGEST_ENDPOINT = 500
KEPT_AFTER = timedelta(days=7)
"""So long after the last day of its tournament a subscription is forgotten."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Who wants to be told what about whom."""

    entrant: Entrant
    kinds: Collection[str]
    site: str


@dataclass(frozen=True, slots=True)
class Device:
    """What a browser says of itself."""

    endpoint: str
    p256dh: str
    auth: str


def ask_by_mail(wish: Wish, address: str, origin: Origin) -> None:
    """Have the address asked whether it is meant. Refused only for where it is asked from."""
    _check(wish)
    limits.count(Try(ASK_FROM, origin.network))
    key = key_of(Channel.MAIL, letters.key_of(address))
    try:
        limits.count(Try(ASK_TO, key))
    except TooMany:
        return  # the letters that were sent still work
    with transaction.atomic():
        subscription = _make(wish, Channel.MAIL, key, address=address)
        letters.ask(Letter.Kind.FOLLOW, what=str(subscription.pk))


def follow_by_account(wish: Wish, user: User) -> Subscription:
    """By the address that the account has confirmed already."""
    _check(wish)
    if mailbox_of(user) is None:
        raise Refused("no-address", _("Your account has no confirmed e-mail address."))
    with transaction.atomic():
        return _confirm(_make(wish, Channel.MAIL, key_of("account", str(user.pk)), user=user))


def follow_by_push(wish: Wish, device: Device, origin: Origin) -> Subscription:
    """A browser that was asked for leave and gave it needs no letter."""
    _check(wish)
    limits.count(Try(ASK_FROM, origin.network))
    if not is_push_service(device.endpoint):
        raise Refused("bad-endpoint", _("This browser’s push service is not known here."))
    try:
        check_keys(device.p256dh, device.auth)
    except BadKeys as error:
        raise Refused("bad-keys", _("This browser’s keys cannot be read.")) from error
    made = {"endpoint": device.endpoint, "p256dh": device.p256dh, "auth": device.auth}
    with transaction.atomic():
        return _confirm(_make(wish, Channel.PUSH, key_of(Channel.PUSH, device.endpoint), **made))


def confirm(subscription: Subscription) -> Subscription:
    """Whoever reads the address said yes. Pressed twice it is said once."""
    with transaction.atomic():
        found = Subscription.objects.select_for_update().get(pk=subscription.pk)
        return found if found.confirmed_at else _confirm(found)


def change(subscription: Subscription, kinds: Collection[str]) -> None:
    """Told of nothing any more, it ends."""
    if not set(kinds) & set(Kind.values):
        stop(subscription)
        return
    for kind in Kind:
        setattr(subscription, f"on_{kind.value}", kind.value in kinds)
    subscription.save(update_fields=[f"on_{kind.value}" for kind in Kind])


def stop(subscription: Subscription) -> None:
    """Nothing is left of it but what was told, to whom is not known any more."""
    subscription.delete()


def forget_person(entrant_id: int) -> None:
    Subscription.objects.filter(entrant=entrant_id).delete()


def sweep() -> None:
    now = timezone.now()
    Subscription.objects.filter(confirmed_at__isnull=True, made_at__lt=now - LASTS).delete()
    over = timezone.localdate() - KEPT_AFTER
    Subscription.objects.filter(entrant__tournament__last_day__lt=over).delete()


def key_of(kind: str, text: str) -> str:
    return salted_hmac("tidings.key", f"{kind} {text}", algorithm="sha256").hexdigest()


def is_push_service(url: str) -> bool:
    """One of those that browsers use; a stranger must not have us write to just anybody."""
    if len(url) > LONGEST_ENDPOINT or why_not(url):
        return False
    host = urlsplit(url).hostname or ""
    return any(
        host == known.lstrip(".") or host.endswith(f".{known.lstrip('.')}")
        for known in settings.WEB_PUSH_HOSTS
    )


# -- in detail -----------------------------------------------------------------------------------


def _check(wish: Wish) -> None:
    if not set(wish.kinds) & set(Kind.values):
        raise Refused("no-kind", _("Choose what you want to be told of."), field="kinds")
    if wish.entrant.tournament.rehearsal:
        raise Refused("rehearsal", _("This is a rehearsal: nothing is sent."))
    if Silence.objects.filter(tournament=wish.entrant.tournament_id).exists():
        raise Refused("silence", _("The organiser has switched messages off for this tournament."))


def _make(wish: Wish, channel: Channel, key: str, **more: object) -> Subscription:
    return Subscription.objects.create(
        entrant=wish.entrant,
        channel=channel,
        key=key,
        site=wish.site,
        language=translation.get_language() or settings.LANGUAGE_CODE,
        made_at=timezone.now(),
        **{f"on_{kind.value}": kind.value in wish.kinds for kind in Kind},
        **more,
    )


def _confirm(subscription: Subscription) -> Subscription:
    """It takes the place of an earlier one to the same address about the same person."""
    Entrant.objects.select_for_update().get(pk=subscription.entrant_id)
    others = Subscription.objects.filter(entrant=subscription.entrant_id).exclude(pk=subscription.pk)
    earlier = others.filter(key=subscription.key)
    Message.objects.filter(subscription__in=earlier).update(subscription=subscription)
    earlier.delete()
    if others.filter(confirmed_at__isnull=False).count() >= MOST_OF_A_PERSON:
        raise Refused("too-many", _("Too many are told about this person already."))
    subscription.confirmed_at = timezone.now()
    subscription.save(update_fields=["confirmed_at"])
    return subscription
