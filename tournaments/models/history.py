"""What was done in a tournament, by whom and when. Written by services.history alone, and never changed."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.models.clubs import Club
from tournaments.models.tournament import Tournament


class HistoryLine(models.Model):
    """One state change in one line: a code and what fills its sentence in, so that it reads in any language."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="history")
    at = models.DateTimeField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    actor = models.CharField(max_length=160)
    """Who, as they were called then."""
    code = models.CharField(max_length=40)
    args = models.JSONField(default=dict)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    words = models.TextField(blank=True)
    """What it is found by: names, reasons and numbers, folded as a search is."""

    class Meta:
        # By when they were written, not by a clock that may be put back.
        ordering = ["tournament", "-pk"]
        indexes = [models.Index(fields=["tournament", "-id"], name="history_last_first")]

    def __str__(self) -> str:
        return f"{self.code} in {self.tournament_id}"


class ClubHistoryLine(models.Model):
    """The same for a club: who was invited, who became what, whose data was erased."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="history")
    at = models.DateTimeField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    actor = models.CharField(max_length=160)
    code = models.CharField(max_length=40)
    args = models.JSONField(default=dict)

    class Meta:
        ordering = ["club", "-at", "-pk"]
        indexes = [models.Index(fields=["club", "-at", "-id"], name="club_history_newest_first")]

    def __str__(self) -> str:
        return f"{self.code} in club {self.club_id}"
