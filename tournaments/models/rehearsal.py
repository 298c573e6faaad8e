"""A rehearsal: a copy of a tournament that bots play. How fast they play and where they do not is all that is kept."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament, make_seed


class Rehearsal(models.Model):
    """How the bots of one rehearsal go about it."""

    class Speed(models.TextChoices):
        CALM = "calm", _("calm: a turn every five seconds at each table")
        LIVELY = "lively", _("lively: a turn a second at each table")
        FAST = "fast", _("as fast as this machine can")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="bots")
    original = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.SET_NULL, related_name="rehearsals"
    )
    """What it is a copy of, as long as that is there."""
    speed = models.CharField(_("speed"), max_length=10, choices=Speed.choices, default=Speed.LIVELY)
    playing = models.BooleanField(default=True)
    """Whether the bots play at all; else everything waits for people."""
    directing = models.BooleanField(default=True)
    """Whether rounds are paired and published without anybody asking for it, too."""
    taken_over = models.JSONField(default=list)
    """The numbers of the tables at which people play instead."""
    seed = models.PositiveBigIntegerField(default=make_seed)
    played_until = models.DateTimeField()
    """Up to when the bots have played: from then on turns are owed."""
    due_at = models.DateTimeField()
    """When they look again."""
    problem = models.CharField(max_length=200, blank=True)
    """Why they stopped."""

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"], name="rehearsal_due", condition=models.Q(playing=True, problem="")
            )
        ]

    def __str__(self) -> str:
        return f"rehearsal {self.tournament_id}"
