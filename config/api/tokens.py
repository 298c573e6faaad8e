"""Tokens: made and called back by who runs a club's tournaments, shown once, kept as a hash.

A token acts in the name of the member who made it, in one club, and no further than its scope. Whoever leaves the club,
or is less there than before, takes their tokens with them.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from config.api.models import Token
from games.errors import Refused
from games.security_log import tell
from tournaments.access import Actor, Program
from tournaments.models import NAME_LENGTH, Club
from tournaments.names import clean_name, name_problem
from tournaments.roles import Permission, Scope
from tournaments.services.history import record_in_club
from tournaments.services.holding import hold_club

PREFIX = "trio_"
"""By which somebody who looks for secrets in files finds them."""
MOST_TOKENS = 50
LONGEST = timedelta(days=3660)
USED_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class TokenPlan:
    name: str
    scope: str
    expires_at: datetime | None = None


def make(actor: Actor, club: Club, plan: TokenPlan) -> str:
    """The secret of a new token. It is said once."""
    actor.require(Permission.RUN, club)
    name, now = clean_name(plan.name), timezone.now()
    if not name or (problem := name_problem(name)):
        raise Refused("bad-name", problem if name else _("Say what the token is for."), field="name")
    if plan.scope not in set(Scope):
        raise Refused("bad-scope", _("Choose one of these."), field="scope")
    if plan.expires_at is not None and not now < plan.expires_at < now + LONGEST:
        raise Refused("bad-expiry", _("Choose a day to come, within ten years."), field="expires")
    secret = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        hold_club(club.pk)
        if working(club).count() >= MOST_TOKENS:
            raise Refused("too-many", _("Too many tokens work already. Call some back first."))
        token = Token.objects.create(
            club=club,
            user=actor.require_account(),
            name=name[:NAME_LENGTH],
            scope=plan.scope,
            digest=digest_of(secret),
            made_at=now,
            expires_at=plan.expires_at,
        )
        record_in_club(actor, club, "token-made", name=name, scope=plan.scope)
    tell("token-made", account=token.user_id, token=token.pk, scope=token.scope)
    return secret


def revoke(actor: Actor, club: Club, token_id: int) -> None:
    actor.require(Permission.RUN, club)
    with transaction.atomic():
        token = working(club).select_for_update().filter(pk=token_id).first()
        if token is None:
            raise Refused("no-such-token", _("This token does not work any more."))
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
        record_in_club(actor, club, "token-revoked", name=token.name)
    tell("token-called-back", account=token.user_id, token=token.pk)


def revoke_all(user: User) -> int:
    """Those that an account made, in whichever club: how many worked until now."""
    return Token.objects.filter(_works(), user=user).update(revoked_at=timezone.now())


def working(club: Club) -> QuerySet[Token]:
    return Token.objects.filter(_works(), club=club)


def listed(club: Club) -> Iterable[Token]:
    """Those that work, and lately called back ones, the newest first."""
    return (
        Token.objects.filter(club=club)
        .select_related("user")
        .order_by("revoked_at", "-pk")[: 2 * MOST_TOKENS]
    )


def find(secret: str) -> Token | None:
    """The token that works, by its secret."""
    if not secret.startswith(PREFIX):
        return None
    found = Token.objects.select_related("user", "club").filter(
        _works(), digest=digest_of(secret), user__is_active=True
    )
    return found.first()


def actor_for(token: Token) -> Program | None:
    """Who the token acts as; nobody, where whoever made it has left the club."""
    actor = Program(token.user, club_id=token.club_id, scope=Scope(token.scope))
    return actor if actor.roles() else None


def note_use(token: Token) -> None:
    """To the minute: reading shall not have to write each time."""
    now = timezone.now()
    if token.used_at is None or token.used_at < now - USED_EVERY:
        Token.objects.filter(pk=token.pk).update(used_at=now)


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _works() -> Q:
    lasts = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    return lasts & Q(revoked_at__isnull=True)
