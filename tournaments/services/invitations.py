"""Inviting somebody into a club by a link that works once, for a week. Only its hash is kept."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import NAME_LENGTH, Club, Invitation, Member, Role
from tournaments.names import clean_name
from tournaments.roles import Permission
from tournaments.selectors.clubs import open_invitations
from tournaments.services.history import record_in_club
from tournaments.services.holding import hold_club

LASTS = timedelta(days=7)
MOST_OPEN = 100


@dataclass(frozen=True, slots=True)
class NewAccount:
    """Who makes an account on the way in."""

    username: str
    password: str


def invite(actor: Actor, club: Club, role: str, note: str = "") -> str:
    """A secret for a link, to be handed to one person. It is said once."""
    actor.require(Permission.MANAGE_CLUB, club)
    if role not in Role.values:
        raise Refused("bad-role", _("Choose one of these."), field="role")
    token = secrets.token_urlsafe(24)
    with transaction.atomic():
        hold_club(club.pk)
        if open_invitations(club).count() >= MOST_OPEN:
            raise Refused("too-many", _("Too many invitations are open. Take some back first."))
        Invitation.objects.create(
            club=club,
            role=role,
            digest=_digest(token),
            note=clean_name(note)[:NAME_LENGTH],
            invited_by=actor.require_account(),
            expires_at=timezone.now() + LASTS,
        )
        record_in_club(actor, club, "invited", role=role)
    return token


def take_back(actor: Actor, club: Club, invitation_id: int) -> None:
    actor.require(Permission.MANAGE_CLUB, club)
    with transaction.atomic():
        gone, _kinds = open_invitations(club).filter(pk=invitation_id).delete()
        if not gone:
            raise Refused("used", _("This invitation was used already, or is too old."))
        record_in_club(actor, club, "invitation-withdrawn")


def invitation_for(token: str) -> Invitation:
    """The invitation of a link that still works."""
    found = (
        Invitation.objects.select_related("club", "invited_by")
        .filter(digest=_digest(token), used_at__isnull=True, expires_at__gt=timezone.now())
        .first()
    )
    if found is None:
        raise Refused(
            "invitation-gone",
            _("This invitation was used already, taken back, or is too old. Ask for a new one."),
        )
    return found


def accept(actor: Actor, token: str, new: NewAccount | None = None) -> Member:
    """Become a member, with the account one has or one that is made here. The link works this once."""
    with transaction.atomic():
        invitation = invitation_for(token)
        hold_club(invitation.club_id)
        invitation = invitation_for(token)
        user = actor.user or _account(new, invitation.club)
        known = Member.objects.filter(club=invitation.club, user=user).first()
        if known:
            raise Refused(
                "already-member",
                _(
                    "You are a member already: %(role)s. An owner of the club can change that; the link stays good for somebody else."
                )
                % {"role": known.get_role_display()},
            )
        member = Member.objects.create(club=invitation.club, user=user, role=invitation.role)
        invitation.used_at = timezone.now()
        invitation.save(update_fields=["used_at"])
        record_in_club(Actor(user), invitation.club, "member-joined", role=invitation.role)
    return member


# -- in detail -----------------------------------------------------------------------------------


def _account(new: NewAccount | None, club: Club) -> User:
    if new is None or not new.username.strip():
        raise Refused("no-account", _("Choose a name to sign in with."), field="username")
    user = User(username=User.normalize_username(new.username.strip()))
    try:
        UnicodeUsernameValidator()(user.username)
    except ValidationError as error:
        raise Refused("bad-username", " ".join(error.messages), field="username") from error
    if len(user.username) > 150 or User.objects.filter(username__iexact=user.username).exists():
        raise Refused(
            "username-taken",
            _("This name is taken. Choose another, or sign in if it is yours."),
            field="username",
        )
    # What everybody knows who wants to guess; whoever looks at the password finds it there.
    user.context_words = (club.name,)  # type: ignore[attr-defined]
    try:
        validate_password(new.password, user)
    except ValidationError as error:
        raise Refused("weak-password", "\n".join(error.messages), field="password") from error
    user.set_password(new.password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        raise Refused("username-taken", _("This name is taken. Choose another."), field="username") from error
    return user


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
