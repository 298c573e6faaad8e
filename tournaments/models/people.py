"""Who plays in a tournament, and what is arranged for them."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from django.db import models

from tournaments.models.clubs import Player
from tournaments.models.limits import NAME_LENGTH
from tournaments.models.tournament import Tournament

SUBSTITUTED = "substituted"
"""Where a list of substitutions stands that was read with an entrant, for those who read many."""


class Entrant(models.Model):
    """A player in one tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries"
    )
    """Who this is in the club's list, if they are in it."""
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=2 * NAME_LENGTH)
    """The name as it is compared, so that “ana” and “Ana ” are one person."""
    withdrawn = models.BooleanField(default=False)
    pin = models.CharField(max_length=64, blank=True)
    """Signs for this player; only a keyed hash of it is kept (services.pins)."""
    pin_failures = models.PositiveSmallIntegerField(default=0)
    pin_locked_until = models.DateTimeField(null=True, blank=True)
    club = models.CharField(max_length=NAME_LENGTH, blank=True)
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    """Where they always sit, for those who cannot move about."""
    joined_round = models.PositiveSmallIntegerField(default=1)
    late_points = models.DecimalField(max_digits=7, decimal_places=2, default=Decimal(0))
    """What a late entry starts with, as the organiser decides."""
    checked_in_at = models.DateTimeField(null=True, blank=True)
    """When they were seen in the hall."""
    final_rank = models.PositiveSmallIntegerField(null=True, blank=True)
    """Written when the tournament is closed, so that a player's record need not compute old standings."""

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entrant_a_number"),
            models.UniqueConstraint(fields=["tournament", "name_key"], name="one_entrant_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def name_in(self, round_number: int) -> str:
        """Who played in that round: not yet whoever took over later."""
        later = self._taken_over_after(round_number)
        return later.before if later else self.name

    def player_in(self, round_number: int) -> Player | None:
        """Who that was in the club's list."""
        later = self._taken_over_after(round_number)
        return later.before_player if later else self.player

    def _taken_over_after(self, round_number: int) -> Substitution | None:
        known: Iterable[Substitution] | None = getattr(self, SUBSTITUTED, None)
        changes = self.substitutions.all() if known is None else known
        return next((each for each in changes if each.round_number > round_number), None)


class Substitution(models.Model):
    """Somebody else plays on in an entrant's place, from a round on."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="substitutions")
    round_number = models.PositiveSmallIntegerField()
    before = models.CharField(max_length=NAME_LENGTH)
    before_player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="replaced_in"
    )
    """Who that was in the club's list, whose wish how to be shown still holds."""
    after = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["entrant", "pk"]

    def __str__(self) -> str:
        return f"{self.after} for {self.before} from round {self.round_number}"


class Absence(models.Model):
    """Announced: out of that round by their own choice, which is not sitting out by lot."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="absences")
    round_number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["entrant", "round_number"]
        constraints = [
            models.UniqueConstraint(fields=["entrant", "round_number"], name="one_absence_a_round")
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} not in round {self.round_number}"


class KeepApart(models.Model):
    """Two who should not meet at a table, the one with the lower id first."""

    one = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["one", "other"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="kept_apart_once"),
            models.CheckConstraint(
                condition=models.Q(one__lt=models.F("other")), name="kept_apart_in_one_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} apart from {self.other_id}"
