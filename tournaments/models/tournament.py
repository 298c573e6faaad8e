"""A tournament, its stages, and how its standings are made."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import Club
from tournaments.models.limits import MOST_ROUNDS, NAME_LENGTH
from tournaments.standings import DEFAULT_TIEBREAKS

LANGUAGES: list[tuple[str, str]] = settings.LANGUAGES


def make_slug(name: str) -> str:
    """A readable address that nobody can guess the neighbour of."""
    return f"{slugify(name)[:40].strip('-') or 'tournament'}-{secrets.token_hex(3)}"


def make_seed() -> int:
    return secrets.randbits(32)


def default_tiebreaks() -> list[str]:
    return list(DEFAULT_TIEBREAKS)


class Tournament(models.Model):
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField(max_length=60, unique=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments"
    )
    """Who made it. Who may run it is a matter of the club (tournaments.roles)."""
    brought_from = models.CharField(max_length=NAME_LENGTH, blank=True)
    """The club it belonged to where it was made, in words; empty where it was made here (services.bringing)."""
    rules_key = models.CharField(_("rules"), max_length=60)
    rules_version = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    table_size = models.PositiveSmallIntegerField(
        _("players at a table"), validators=[MinValueValidator(2), MaxValueValidator(6)]
    )
    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"), validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)]
    )
    created_at = models.DateTimeField(auto_now_add=True)
    rehearsal = models.BooleanField(default=False)
    """Never counts: played by bots, in no public list and no record (services.rehearsals)."""
    rated = models.BooleanField(_("counts in the club’s ratings"), default=True, db_default=True)
    """Once it is closed; the club may leave it out (services.ratings)."""
    place = models.CharField(_("place"), max_length=NAME_LENGTH, blank=True)
    language = models.CharField(_("language"), max_length=10, choices=LANGUAGES, blank=True)
    """Of its public pages; empty for each visitor's own."""
    expected = models.PositiveSmallIntegerField(_("people expected"), null=True, blank=True)
    """A guess to plan with until people are entered."""
    closed_at = models.DateTimeField(null=True, blank=True)
    """From then on nothing can be changed, until it is reopened with a reason (services.closing)."""
    held_at = models.DateTimeField(null=True, blank=True)
    """Since when the public sees what was public then (services.holds); empty while it sees everything."""
    one_prize_each = models.BooleanField(_("one prize a person"), default=True)

    # What happens in the hall; services.settings writes these.
    first_day = models.DateField(_("first day"), default=timezone.localdate)
    last_day = models.DateField(_("last day"), default=timezone.localdate)
    time_zone = models.CharField(_("time zone"), max_length=50, blank=True)
    """Of the hall; empty for that of this machine."""
    signing = models.BooleanField(_("players sign"), default=False)
    double_check = models.BooleanField(_("double check"), default=False)
    turn_seconds = models.PositiveSmallIntegerField(_("turn clock"), default=0)
    round_minutes = models.PositiveSmallIntegerField(_("round clock"), default=0)
    """Nought switches a clock off."""

    # How the standings are made: published, and changeable at any time, for they are computed whole.
    tiebreaks = models.JSONField(default=default_tiebreaks)
    """Keys in the order in which they decide; the first is what the standings go by."""
    placing = models.JSONField(default=dict)
    """For a table size, written out, what its places are worth, as texts; what is missing is n − 1 … 0."""
    normalise = models.BooleanField(default=True)
    sit_out_points = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)
    """Without them, the average of a table."""
    wall = models.JSONField(default=dict)
    """What the projector shows (services.wall); what is missing is as by default."""
    lots_seed = models.PositiveBigIntegerField(default=make_seed)
    revision = models.PositiveIntegerField(default=0)
    """Rises when the organiser changes something that pages show and no result tells of."""

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("standings", args=[self.slug])


class Stage(models.Model):
    """A part of a tournament with a system of its own. Most tournaments have one."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    system = models.CharField(_("system"), max_length=60, default="swiss")
    rounds = models.PositiveSmallIntegerField(
        _("rounds"), validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)]
    )
    table_size = models.PositiveSmallIntegerField(
        _("players at a table"), validators=[MinValueValidator(2), MaxValueValidator(6)]
    )
    allow = models.JSONField(_("sizes that may be made"), default=list, blank=True)
    """Of tables, the preferred one among them; without any, one more and one fewer where that seats everybody."""
    options = models.JSONField(default=dict)
    advance = models.PositiveSmallIntegerField(_("go on"), null=True, blank=True)
    """How many come into this stage out of the one before; without it, everybody."""
    carry = models.BooleanField(_("points are taken along"), default=False)
    """Whether the results of the stage before count here too."""
    seeding = models.JSONField(null=True, blank=True)
    """Once it has begun: who is in it, best first. The first stage takes everybody who is entered."""

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_a_number")]

    def __str__(self) -> str:
        return f"stage {self.number} of {self.tournament_id}"
