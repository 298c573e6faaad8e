"""How people come into a tournament: the door, who asks to be let in, and how the door was opened."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.limits import NAME_LENGTH
from tournaments.models.people import Entrant
from tournaments.models.tournament import Tournament


class Door(models.Model):
    """What the organiser decides about entering and checking in. Without one, the door is shut."""

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.CASCADE, related_name="door"
    )
    open = models.BooleanField(default=False)
    """Whether people can ask to be entered by the public page."""
    approval = models.BooleanField(default=True)
    limit = models.PositiveSmallIntegerField(null=True, blank=True)
    """How many can play; who comes after them waits."""
    closes_at = models.DateTimeField(null=True, blank=True)
    check_in = models.BooleanField(default=False)
    """Whether only those who are checked in are paired."""
    by_oneself = models.BooleanField(default=False)
    """Whether people can check in on their own phone, with the code that is shown in the hall."""
    code = models.CharField(max_length=8, blank=True)
    code_failures = models.PositiveSmallIntegerField(default=0)
    code_locked_until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"door of {self.tournament_id}"


class Application(models.Model):
    """Somebody asked to be entered. What they told of themselves stays here only until it is decided."""

    class State(models.TextChoices):
        ASKED = "asked", _("waits for an answer")
        WAITING = "waiting", _("on the waiting list")
        ENTERED = "entered", _("entered")
        REFUSED = "refused", _("not taken")
        LEFT = "left", _("left")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="applications")
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.SET_NULL, related_name="applications"
    )
    state = models.CharField(max_length=10, choices=State.choices)
    name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=2 * NAME_LENGTH)
    club = models.CharField(max_length=NAME_LENGTH, blank=True)
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=40, blank=True)
    minor = models.BooleanField(default=False)
    digest = models.CharField(max_length=64, unique=True)
    """Of the secret link by which they look up what became of it."""
    sender = models.CharField(max_length=32)
    """A keyed hash of where it came from, so that one sender cannot send a thousand."""
    asked_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "asked_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "name_key"],
                name="one_open_application_a_name",
                condition=models.Q(state__in=("asked", "waiting")),
            )
        ]
        indexes = [models.Index(fields=["tournament", "state"], name="application_by_state")]

    def __str__(self) -> str:
        return f"application {self.pk} ({self.state})"
