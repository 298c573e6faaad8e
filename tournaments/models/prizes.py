"""What there is to win: categories of the organiser's own, and the list of prizes."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.limits import NAME_LENGTH
from tournaments.models.people import Entrant
from tournaments.models.tournament import Tournament


class Category(models.Model):
    """Some of a tournament's people, in the organiser's words: juniors, newcomers, guests."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="categories")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=2 * NAME_LENGTH)
    """The name as it is compared."""
    entrants = models.ManyToManyField(Entrant, related_name="categories", blank=True)

    class Meta:
        ordering = ["tournament", "pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "name_key"], name="one_category_a_name")]

    def __str__(self) -> str:
        return self.name


class Prize(models.Model):
    """A line of the prize list: the first so many of a category, or of everybody."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prizes")
    number = models.PositiveSmallIntegerField()
    """Its place in the list: who may win once only wins by the first line that applies."""
    category = models.ForeignKey(
        Category, null=True, blank=True, on_delete=models.RESTRICT, related_name="prizes"
    )
    first = models.PositiveSmallIntegerField(_("the first"), default=1)
    """How many places it goes to."""
    what = models.CharField(_("what is given"), max_length=NAME_LENGTH, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_prize_a_number")]

    def __str__(self) -> str:
        return f"prize {self.number} of {self.tournament_id}"
