"""What is put right: penalties, and changes that wait for a second person."""

from __future__ import annotations

from decimal import Decimal

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Entrant
from tournaments.models.tournament import Tournament

REASON_LENGTH = 200


class Penalty(models.Model):
    """What somebody was given for their conduct. Never removed: taken back, it stays to be read."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        PLACING = "placing", _("placing points off")
        POINTS = "points", _("match points off")
        OUT = "out", _("disqualification")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="penalties")
    entrant = models.ForeignKey(Entrant, on_delete=models.RESTRICT, related_name="penalties")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    amount = models.DecimalField(max_digits=7, decimal_places=2, default=Decimal(0))
    """How many points are taken off; nought for a warning and a disqualification."""
    round_number = models.PositiveSmallIntegerField(default=1)
    """The round for which it was given: running scores count it from there on."""
    reason = models.CharField(max_length=REASON_LENGTH)
    given_at = models.DateTimeField()
    given_by = models.CharField(max_length=160)
    was_playing = models.BooleanField(default=True)
    """Whether they were still in the tournament: a disqualification taken back lets them play on."""
    back_at = models.DateTimeField(null=True, blank=True)
    back_by = models.CharField(max_length=160, blank=True)
    back_reason = models.CharField(max_length=REASON_LENGTH, blank=True)

    class Meta:
        ordering = ["tournament", "-given_at", "-pk"]
        verbose_name_plural = "penalties"

    def __str__(self) -> str:
        return f"{self.kind} for {self.entrant_id}"


class PendingChange(models.Model):
    """A change to a tournament whose final standings are published: it waits for a second person."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waits for a second person")
        DONE = "done", _("confirmed")
        REFUSED = "refused", _("not confirmed")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pending")
    form_id = models.UUIDField(unique=True)
    """Of the form that asked for it: sent twice, it waits once."""
    kind = models.CharField(max_length=20)
    """Which service carries it out (tournaments.services.confirming)."""
    body = models.JSONField()
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    about = models.CharField(max_length=200, blank=True)
    """What it would change, in the words of who asked."""
    reason = models.CharField(max_length=REASON_LENGTH)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    asker = models.CharField(max_length=160)
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    decided_by = models.CharField(max_length=160, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "-asked_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.kind} in {self.tournament_id}, {self.state}"
