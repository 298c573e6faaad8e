"""Is it them? Passwords, tried only so often. Which of name and password was wrong is told to nobody.

Knows no page: who asks from where is given to it.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from django.contrib.auth import authenticate
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from config.signin import limits
from config.signin.limits import ADDRESS, FROM_ANYWHERE, FROM_HERE, OWN_DEVICE, TooMany, Try
from config.signin.models import Stay
from config.signin.origin import Origin
from games.errors import Refused
from games.security_log import tell

FRESH = timedelta(hours=1)
"""For so long after signing in, who has no password need not show anew who they are."""


def by_password(username: str, password: str, origin: Origin) -> User:
    """The account of this name and password. Takes the same time and says the same whichever of them is wrong."""
    tries = _tries(username, origin)
    _count(tries)
    user = authenticate(None, username=username, password=password)
    if not isinstance(user, User):
        _tell_of_failure(User.objects.filter(username=username).first(), origin)
        raise Refused("wrong-password", _("This name and this password do not belong together."))
    _right(tries)
    return user


def it_is_you(user: User, password: str, origin: Origin, stay: Stay | None) -> None:
    """Before something that whoever finds an open page must not do. Who has no password must have come just now."""
    if not user.has_usable_password():
        if stay is None or stay.began_at < timezone.now() - FRESH:
            raise Refused(
                "not-fresh",
                _("You signed in a while ago. To change this, sign out and sign in once more by a link."),
            )
        return
    tries = _tries(user.get_username(), origin)
    _count(tries, field="password")
    if not check_password(password, user.password):
        _tell_of_failure(user, origin)
        raise Refused("wrong-password", _("This is not your password."), field="password")
    _right(tries)


def _tell_of_failure(user: User | None, origin: Origin) -> None:
    """What was typed as a name is not told: it may have been a password."""
    account = user.pk if user else "unknown"
    tell("wrong-password", logging.WARNING, account=account, network=origin.network)


def _tries(username: str, origin: Origin) -> tuple[Try, ...]:
    if origin.knows(username):
        return (Try(OWN_DEVICE, f"{origin.device} {username}"),)
    return (
        Try(FROM_HERE, f"{origin.network} {username}"),
        Try(FROM_ANYWHERE, username),
        Try(ADDRESS, origin.network),
    )


def _count(tries: tuple[Try, ...], field: str | None = None) -> None:
    try:
        limits.count(*tries)
    except TooMany as refusal:
        refused = TooMany(
            refusal.seconds,
            _("Too many wrong passwords. Wait %(long)s, or sign in by a link.")
            % {"long": limits.in_words(refusal.seconds)},
        )
        refused.field = field
        raise refused from refusal


def _right(tries: tuple[Try, ...]) -> None:
    # Only a browser that is counted by itself begins anew: of the others somebody else may be guessing.
    own = [each for each in tries if each.limit is OWN_DEVICE]
    limits.forget(*own)
    limits.give_back(*(each for each in tries if each not in own))
