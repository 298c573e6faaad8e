"""What happens around the tables: cards, calls, phones."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models

from tournaments.models.limits import SPOT_LENGTH
from tournaments.models.rounds import Table
from tournaments.models.tournament import Tournament


def make_token() -> str:
    return secrets.token_urlsafe(24)


class JudgeCard(models.Model):
    """Lets whoever scans it score at one numbered table of a tournament, with no account."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="cards")
    number = models.PositiveSmallIntegerField()
    token = models.CharField(max_length=64, unique=True, default=make_token)
    revoked_at = models.DateTimeField(null=True, blank=True)
    """From then on it opens nothing, until it is renewed."""
    scanned_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_card_a_table")]

    def __str__(self) -> str:
        return f"card {self.number} of {self.tournament_id}"


class Spot(models.Model):
    """Where the table of a number stands in the hall, and whether it can be played at."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="spots")
    number = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=SPOT_LENGTH, blank=True)
    usable = models.BooleanField(default=True)
    """A number that is not usable is skipped when tables are numbered."""

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_spot_a_table")]

    def __str__(self) -> str:
        return f"table {self.number} of {self.tournament_id}: {self.label}"


class Duty(models.Model):
    """A numbered table of a tournament that was given to a judge with an account."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="duties")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="duties")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user", "number"], name="one_duty_a_table")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} judges table {self.number} of {self.tournament_id}"


class Call(models.Model):
    """A table asks the organiser to come."""

    id = models.UUIDField(primary_key=True)
    """Made by the phone that calls, so that the same call sent twice is one."""
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    reason = models.CharField(max_length=200)
    caller = models.CharField(max_length=80)
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=80, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["called_at"]
        indexes = [
            models.Index(fields=["table"], name="call_open", condition=models.Q(closed_at__isnull=True))
        ]

    def __str__(self) -> str:
        return f"call of table {self.table_id}"


class Phone(models.Model):
    """A phone that has scored at a table, and what it last said about what it still holds."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="phones")
    device = models.CharField(max_length=40)
    unsent = models.PositiveSmallIntegerField(default=0)
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "device"], name="one_report_a_phone")]

    def __str__(self) -> str:
        return f"{self.device} at {self.table_id}"
