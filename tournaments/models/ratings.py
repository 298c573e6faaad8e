"""A club's ratings as they were last reckoned, and its seasons.

A rating is a cache: all of it can be made again out of results (services.ratings), and nothing is known from it alone.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import Club, Player
from tournaments.models.limits import NAME_LENGTH
from tournaments.models.tournament import Tournament


class Ranking(models.Model):
    """Whether a club's ratings are those of its results by now, and who may see them."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="ranking")
    public = models.BooleanField(_("everybody may see the ratings"), default=False)
    """Else members of the club alone."""
    wanted = models.PositiveBigIntegerField(default=0)
    """Rises with everything that ratings follow from."""
    made = models.PositiveBigIntegerField(default=0)
    """Of which of these the kept ratings are."""
    asked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["club"], name="ranking_due", condition=Q(wanted__gt=F("made"))),
        ]

    def __str__(self) -> str:
        return f"ranking of {self.club_id}"


class Rating(models.Model):
    """What was believed of somebody after one tournament."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField()
    """So far, this tournament's among them."""
    number = models.PositiveIntegerField()
    """Of the tournament, in the order in which they are rated."""
    last = models.BooleanField(default=False)
    """Whether nothing came after it: what is believed today."""

    class Meta:
        ordering = ["player", "number"]
        constraints = [
            models.UniqueConstraint(fields=["player", "tournament"], name="one_rating_a_tournament")
        ]

    def __str__(self) -> str:
        return f"rating of {self.player_id} after {self.tournament_id}"


MOST_EVENINGS = 200


class Season(models.Model):
    """Several evenings of a club that are counted together. Its table is derived, and kept nowhere."""

    class Scoring(models.TextChoices):
        PLACES = "places", _("points for the rank of the evening")
        POINTS = "points", _("all points that were made")
        WINS = "wins", _("matches won")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    scoring = models.CharField(
        _("what an evening is worth"), max_length=10, choices=Scoring.choices, default=Scoring.PLACES
    )
    place_points = models.JSONField(default=list)
    """What the ranks of an evening are worth, the first first; behind them nothing."""
    drop = models.PositiveSmallIntegerField(_("worst evenings that do not count"), default=0)
    least = models.PositiveSmallIntegerField(_("evenings needed for a rank"), default=0)
    public = models.BooleanField(_("everybody may see it"), default=False)
    left_out = models.ManyToManyField(Tournament, related_name="+", blank=True)
    """Tournaments of its days that do not count."""

    class Meta:
        ordering = ["club", "-first_day", "-pk"]

    def __str__(self) -> str:
        return self.name
