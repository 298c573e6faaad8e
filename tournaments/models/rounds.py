"""Rounds, their tables and who sits where. Knows matches only by their id and result."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models import Match
from tournaments.models.people import Entrant
from tournaments.models.tournament import Stage, Tournament


class Round(models.Model):
    class State(models.TextChoices):
        PAIRING = "pairing", _("being paired")
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("playing")
        CLOSED = "closed", _("finished")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="played")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.PAIRING)
    seed = models.PositiveBigIntegerField()
    cost = models.JSONField(default=dict)
    bound = models.JSONField(default=dict)
    """What is proved of the cost: no pairing has less."""
    why = models.JSONField(default=dict)
    """For each entrant the reasons for their seat, each a code and what fills its sentence in."""
    progress = models.FloatField(default=0)
    """While it is being paired, from 0 to 1."""
    cancel_asked = models.BooleanField(default=False)
    """Whether to stop searching and take the best so far."""
    basis = models.CharField(max_length=64, blank=True)
    """The results that the draft was made from; published, they must still be these."""
    problem = models.CharField(max_length=200, blank=True)
    """Why pairing stopped. Asking again clears it."""
    asked_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    backed_up_at = models.DateTimeField(null=True, blank=True)
    """When everything was copied after it had ended."""
    clock_at = models.DateTimeField(null=True, blank=True)
    """When the organiser started the round's clock; else it runs from publication."""
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    edition = models.PositiveIntegerField(default=0)
    """Rises whenever who sits where changes, so that an old page does not change what it never showed."""
    changes = models.JSONField(default=list)
    """What the organiser changed in the draft by hand, each with what was before it (services.seating)."""
    again = models.JSONField(null=True, blank=True)
    """New tables for those that have not begun: asked for, then proposed (services.again)."""
    again_asked = models.BooleanField(default=False)
    """Whether such a proposal is being worked out."""

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_a_number"),
        ]
        indexes = [
            models.Index(fields=["id"], name="round_due", condition=models.Q(state="pairing", problem="")),
            models.Index(
                fields=["id"],
                name="round_backup_due",
                condition=models.Q(state="closed", backed_up_at=None),
            ),
            models.Index(fields=["id"], name="round_again_due", condition=models.Q(again_asked=True)),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament_id}"

    def get_absolute_url(self) -> str:
        return reverse("round", args=[self.tournament.slug, self.number])

    @property
    def is_public(self) -> bool:
        return self.state in PUBLIC_STATES


PUBLIC_STATES = (Round.State.PUBLISHED, Round.State.CLOSED)


class Table(models.Model):
    """A table of one round. Its match exists from publication on."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    match = models.OneToOneField(Match, null=True, on_delete=models.PROTECT, related_name="table")
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    """For this table alone, on top of the round's."""

    class Meta:
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_table_a_number")]

    def __str__(self) -> str:
        return f"table {self.number} of {self.round_id}"

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.round.tournament.slug, self.round.number, self.number])


class Place(models.Model):
    """Who sits where in a round; without a table, who sits out."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seating")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="seating")
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="seating")
    position = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["round", "table", "position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="one_seat_an_entrant"),
            models.UniqueConstraint(fields=["table", "position"], name="one_entrant_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} at {self.table_id}/{self.position}"
