"""What the public goes on seeing while its view is held. Written by services.holds alone."""

from __future__ import annotations

from django.db import models

from games.models import Match
from tournaments.models.tournament import Tournament


class Hold(models.Model):
    """The public view of a tournament, kept as it was. There while it is held, and gone when the hold is lifted."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="hold")
    rounds = models.JSONField(default=dict)
    """By number, written out, the state of each round that was public then."""
    penalties = models.JSONField(default=list)
    """The ids of those that stood then."""
    revealed = models.PositiveSmallIntegerField(null=True, blank=True)
    """The best rank that has been revealed; none before the first, when the kept standings are shown."""

    def __str__(self) -> str:
        return f"hold of {self.tournament_id}"


class ShownResult(models.Model):
    """A result that was public when the hold began. Corrected since, it is still this that is shown."""

    hold = models.ForeignKey(Hold, on_delete=models.CASCADE, related_name="results")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()
    """Of the match then: at another one its sheet says more than may be shown."""
    result = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["hold", "match"], name="one_shown_result_a_match")]

    def __str__(self) -> str:
        return f"result of {self.match_id} in {self.hold_id}"
