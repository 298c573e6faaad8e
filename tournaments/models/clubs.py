"""A club, who works for it, and the people who play there. Knows nothing of tournaments."""

from __future__ import annotations

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournaments.models.limits import NAME_LENGTH


def make_club_slug(name: str) -> str:
    return f"{slugify(name)[:40].strip('-') or 'club'}-{secrets.token_hex(3)}"


class Role(models.TextChoices):
    """What somebody is in a club; tournaments.roles says what each may do."""

    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    JUDGE = "judge", _("judge")
    DESK = "desk", _("check-in desk")
    VIEWER = "viewer", _("viewer")


class Club(models.Model):
    """Owns its tournaments and the list of its people."""

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField(max_length=60, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """An account that works for a club, in one role."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["club", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_role_a_member")]

    def __str__(self) -> str:
        return f"{self.user_id} is {self.role} of {self.club_id}"


class Invitation(models.Model):
    """A link that makes whoever opens it a member, once. Only its hash is kept."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    digest = models.CharField(max_length=64, unique=True)
    note = models.CharField(max_length=NAME_LENGTH, blank=True)
    """For whom it is meant, in the inviter's words."""
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["club", "-expires_at"]

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.club_id}"


class Player(models.Model):
    """A person in a club's list, whatever tournaments they play in."""

    class Shown(models.TextChoices):
        FULL = "full", _("full name")
        SHORT = "short", _("short name")
        NUMBER = "number", _("number only")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    """Who this is in a document that travels between installations; says nothing of them by itself."""
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=2 * NAME_LENGTH)
    """The name as it is compared. Two people may share it: doubles are found, never forbidden."""
    home = models.CharField(_("club"), max_length=NAME_LENGTH, blank=True)
    """The club they play for, in words: guests play for others."""
    email = models.EmailField(_("e-mail"), blank=True)
    phone = models.CharField(_("telephone"), max_length=40, blank=True)
    minor = models.BooleanField(_("minor"), default=False)
    shown = models.CharField(
        _("shown in public as"), max_length=10, choices=Shown.choices, default=Shown.FULL
    )
    erased_at = models.DateTimeField(null=True, blank=True)
    """What was known of them is gone; their results stay, under a number."""

    class Meta:
        ordering = ["club", "name", "pk"]
        indexes = [models.Index(fields=["club", "name_key"], name="player_by_name")]
        constraints = [models.UniqueConstraint(fields=["club", "uid"], name="one_player_a_uid")]

    def __str__(self) -> str:
        return self.name
