"""Accounts and sign-in links. Passwords are Django's business."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.models import SignInLink

FIRST_ORGANISER = "organiser"
LINK_LASTS = timedelta(days=7)


def first_organiser_link() -> str | None:
    """The path that signs the first organiser in; nothing once anybody has ever signed in, or while they may not."""
    with transaction.atomic():
        if User.objects.filter(last_login__isnull=False).exists():
            return None
        user = User.objects.filter(username=FIRST_ORGANISER).first() or make_account(FIRST_ORGANISER)
        return make_sign_in_link(user) if user.is_active else None


def make_account(username: str) -> User:
    """An account that can be signed into by link until it has a password."""
    user = User(username=username)
    user.set_unusable_password()
    user.full_clean()
    user.save()
    return user


def make_sign_in_link(user: User) -> str:
    """A fresh path that signs this user in, once. Earlier ones stop working."""
    token = secrets.token_urlsafe(24)
    with transaction.atomic():
        SignInLink.objects.filter(user=user).delete()
        SignInLink.objects.create(user=user, digest=_digest(token), expires_at=timezone.now() + LINK_LASTS)
    return reverse("sign_in_by_link", args=[token])


def use_sign_in_link(token: str) -> User:
    """The user whom a link signs in. It works this once."""
    with transaction.atomic():
        link = (
            SignInLink.objects.select_for_update()
            .filter(
                digest=_digest(token),
                used_at__isnull=True,
                expires_at__gt=timezone.now(),
                user__is_active=True,
            )
            .first()
        )
        if link is None:
            raise Refused(
                "link-used-up",
                _(
                    "This link was used already or is too old. Ask for a new one, or sign in with your password."
                ),
            )
        link.used_at = timezone.now()
        link.save()
        return link.user


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
