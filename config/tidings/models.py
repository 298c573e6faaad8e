"""Who wants to be told what about whom, and what became of each message. Addresses stand in one place: a subscription."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entrant, Round, Tournament


class Kind(models.TextChoices):
    """What somebody can be told of."""

    TABLE = "table", _("when the table is known")
    START = "start", _("when the round begins")
    SIGN = "sign", _("when there is a result to sign")


class Channel(models.TextChoices):
    MAIL = "mail"
    PUSH = "push"


class Subscription(models.Model):
    """One address, account or browser that is told about one person of a tournament."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    """What its links carry, signed: nothing that opens anything is kept."""
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    channel = models.CharField(max_length=4, choices=Channel.choices)
    on_table = models.BooleanField(default=False)
    on_start = models.BooleanField(default=False)
    on_sign = models.BooleanField(default=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    """An account, whose own confirmed address is used, whichever that is by then."""
    address = models.EmailField(blank=True)
    """Of who has no account."""
    endpoint = models.CharField(max_length=500, blank=True)
    p256dh = models.CharField(max_length=120, blank=True)
    auth = models.CharField(max_length=40, blank=True)
    """Where a browser is reached, and the two keys for which it is sealed (RFC 8291)."""
    key = models.CharField(max_length=64)
    """By which the same address or browser is known again: a keyed hash."""
    language = models.CharField(max_length=20)
    site = models.CharField(max_length=300)
    """Where links lead, without a slash at its end."""
    made_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    """Before that nothing is sent but the letter that asks."""

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entrant", "key"],
                name="told_once_of_a_person",
                condition=models.Q(confirmed_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"subscription {self.pk}"

    @property
    def kinds(self) -> list[str]:
        return [kind.value for kind in Kind if getattr(self, f"on_{kind.value}")]


class Message(models.Model):
    """One thing to tell one subscription, and what became of it. Carries no address: it outlives the subscription."""

    class Outcome(models.TextChoices):
        SENT = "sent"
        FAILED = "failed"
        LATE = "late"
        UNTRUE = "untrue"
        NOBODY = "nobody"

    subscription = models.ForeignKey(
        Subscription, null=True, on_delete=models.SET_NULL, related_name="messages"
    )
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    channel = models.CharField(max_length=4, choices=Channel.choices)
    occasion = models.CharField(max_length=100)
    """The same occasion is told to the same subscription once."""
    about = models.CharField(max_length=20)
    """The table it says, nought for sitting out: by the time it is sent this must still be so."""
    at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, db_index=True)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["subscription", "occasion"], name="told_once_of_an_occasion")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Silence(models.Model):
    """The organiser wants no messages to be sent for this tournament."""

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )

    def __str__(self) -> str:
        return f"silence in {self.tournament_id}"
