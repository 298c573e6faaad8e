"""Switching an account off, and on again. Nothing that it did is touched, and nothing that ended comes back.

Judge cards are no account's: who may have kept one is the organiser's to know, and to renew it.
"""

from __future__ import annotations

import logging
from dataclasses import asdict, dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from config.api import tokens
from config.signin import stays
from config.signin.models import MailedLink
from games.security_log import tell
from tournaments.models import Club, Invitation, Member, Role, SignInLink


@dataclass(frozen=True, slots=True)
class Ended:
    sessions: int
    tokens: int
    links: int
    """To sign in by, to confirm an address by, and invitations that the account gave away."""


def switch_off(user: User) -> Ended:
    """From now on the account is nobody, and so is whoever holds a session, a token or a link of it."""
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(is_active=False)
        ended = Ended(stays.end_others(user, keep=None), tokens.revoke_all(user), _end_links(user))
    tell("account-off", logging.WARNING, account=user.pk, by="operator", **asdict(ended))
    return ended


def switch_on(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=True)
    tell("account-on", logging.WARNING, account=user.pk, by="operator")


def clubs_left_alone(user: User) -> list[str]:
    """Those that have no owner who can sign in but this account."""
    others = Member.objects.filter(role=Role.OWNER, user__is_active=True).exclude(user=user)
    owned = Club.objects.filter(members__user=user, members__role=Role.OWNER)
    return list(owned.exclude(pk__in=others.values("club")).values_list("name", flat=True))


def _end_links(user: User) -> int:
    unused = {"used_at__isnull": True, "expires_at__gt": timezone.now()}
    found = [
        MailedLink.objects.filter(user=user, **unused),
        SignInLink.objects.filter(user=user, **unused),
        Invitation.objects.filter(invited_by=user, **unused),
    ]
    return sum(each.delete()[0] for each in found)
