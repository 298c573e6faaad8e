"""Links that came by mail: made when the mail is sent, used once, for a while, kept as hashes."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from config.signin.models import MailedLink
from games.errors import Refused

Purpose = MailedLink.Purpose
LASTS = {Purpose.SIGN_IN: timedelta(minutes=15), Purpose.CONFIRM: timedelta(hours=1)}


def make(user: User, purpose: MailedLink.Purpose, address: str) -> str:
    """The path of a new link. Earlier ones go on working: somebody who asks in another's name ends nothing."""
    token = secrets.token_urlsafe(24)
    MailedLink.objects.create(
        user=user,
        purpose=purpose,
        address=address,
        digest=_digest(token),
        expires_at=timezone.now() + LASTS[purpose],
    )
    return reverse("mailed_link", args=[token])


def look(token: str) -> MailedLink:
    """What a link is good for. Looking uses nothing up: programs that check mails look too."""
    found = (
        MailedLink.objects.select_related("user")
        .filter(digest=_digest(token), used_at__isnull=True, expires_at__gt=timezone.now())
        .first()
    )
    if found is None or not found.user.is_active:
        raise _gone()
    return found


def use(token: str) -> MailedLink:
    """Works this once, and with it end all links to sign in that this account was sent."""
    with transaction.atomic():
        found = look(token)
        # The row decides: of two who come at once, one is late.
        if not MailedLink.objects.filter(pk=found.pk, used_at__isnull=True).update(used_at=timezone.now()):
            raise _gone()
        if found.purpose == Purpose.SIGN_IN:
            end_all(found.user)
    return found


def end_all(user: User) -> None:
    unused = MailedLink.objects.filter(user=user, purpose=Purpose.SIGN_IN, used_at__isnull=True)
    unused.update(used_at=timezone.now())


def sweep() -> None:
    MailedLink.objects.filter(expires_at__lt=timezone.now()).delete()


def _gone() -> Refused:
    return Refused("link-used-up", _("This link was used already or is too old. Ask for a new one."))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
