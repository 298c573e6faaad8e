"""Passwords by the rules of OWASP ASVS 5, 6.2: long, not among the common ones, not made of what everybody knows here.

No rule says of which characters one is made, none is cut short or changed, and none grows old.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from config.signin import letters, links, stays
from config.signin.models import Mailbox
from games.security_log import tell
from tournaments.models import Club, SignInLink

SITE_WORDS = ("triomphe", "triominos", "triomino", "tournament", "organiser", "password")
SHORTEST_WORD = 4
LEAST_LEFT = 6
"""So many letters or digits that are no part of such a word."""


class ContextWordsValidator:
    """Refuses what is little more than the name of the site, of the account, of its address or of its club."""

    def validate(self, password: str, user: Any = None) -> None:
        left = _bare(password)
        # The longest first: of “triominos” nothing shall be left over by taking “triomino” away.
        for word in sorted({*context_words(user)}, key=len, reverse=True):
            left = left.replace(word, "")
        if len(left) < LEAST_LEFT and left != _bare(password):
            raise ValidationError(
                _("This password is little more than a name that everybody here knows."), code="context-word"
            )

    def get_help_text(self) -> str:
        return _("It must not be made of the name of this site, of your account or of your club.")


class OneCharacterValidator:
    """Refuses a key that was held down: blanks are in no list of common passwords."""

    def validate(self, password: str, user: Any = None) -> None:
        if len(set(password)) == 1:
            raise ValidationError(
                _("This password is one character again and again. Take different ones."),
                code="one-character",
            )

    def get_help_text(self) -> str:
        return _("It must not be one character again and again.")


def context_words(user: Any) -> Iterator[str]:
    """What everybody knows who wants to guess: letters and digits alone, in small letters."""
    yield from SITE_WORDS
    for host in settings.ALLOWED_HOSTS:
        yield from _words(host)
    if not isinstance(user, User):
        return
    yield from _words(user.get_username())
    if user.pk:
        for address in Mailbox.objects.filter(user=user).values_list("address", flat=True):
            yield from _words(address)
        for name in Club.objects.filter(members__user=user).values_list("name", flat=True):
            yield from _words(name)
    # A club that is about to be joined.
    for name in getattr(user, "context_words", ()):
        yield from _words(name)


def change_password(user: User, new: str, keep: str | None) -> None:
    """Every other session and every link ends. The caller has asked who they are, and looked at the new one."""
    with transaction.atomic():
        user.set_password(new)
        user.save(update_fields=["password"])
        stays.end_others(user, keep)
        links.end_all(user)
        SignInLink.objects.filter(user=user).delete()
        letters.notify(user, "password-changed")
    tell("password-changed", account=user.pk)


def _bare(text: str) -> str:
    return re.sub(r"[\W_]", "", text.casefold())


def _words(text: str) -> Iterator[str]:
    """Its words, and all of it as one."""
    for word in (*re.split(r"[\W_]+", text.casefold()), _bare(text)):
        if len(word) >= SHORTEST_WORD:
            yield word
