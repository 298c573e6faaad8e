"""What was kept, and what could not be: for whoever asks how old the last backup is. The files are elsewhere."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Backup(models.Model):
    class Why(models.TextChoices):
        ASKED = "asked", _("asked for")
        ROUND = "round", _("a round ended")
        MIGRATION = "migration", _("before an upgrade")

    at = models.DateTimeField(db_index=True)
    """The moment that the copy shows."""
    why = models.CharField(max_length=10, choices=Why.choices)
    name = models.CharField(max_length=100, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    problem = models.CharField(max_length=300, blank=True)
    """Why there is no file, where there is none."""

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.name or self.problem
