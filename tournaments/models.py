"""What a tournament is made of. Knows matches only by their id and result."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from games.models import Match

NAME_LENGTH = 80
MOST_ROUNDS = 30
MOST_ENTRANTS = 2_000


def make_slug(name: str) -> str:
    """A readable address that nobody can guess the neighbour of."""
    return f"{slugify(name)[:40].strip('-') or 'tournament'}-{secrets.token_hex(3)}"


class Tournament(models.Model):
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField(max_length=60, unique=True)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments"
    )
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

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("standings", args=[self.slug])


class Entrant(models.Model):
    """A player in one tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=2 * NAME_LENGTH)
    """The name as it is compared, so that “ana” and “Ana ” are one person."""
    withdrawn = models.BooleanField(default=False)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entrant_a_number"),
            models.UniqueConstraint(fields=["tournament", "name_key"], name="one_entrant_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Round(models.Model):
    class State(models.TextChoices):
        PAIRING = "pairing", _("being paired")
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("playing")
        CLOSED = "closed", _("finished")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.PAIRING)
    seed = models.PositiveBigIntegerField()
    cost = models.JSONField(default=dict)
    basis = models.CharField(max_length=64, blank=True)
    """The results that the draft was made from; published, they must still be these."""
    problem = models.CharField(max_length=200, blank=True)
    """Why pairing stopped. Asking again clears it."""
    asked_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_a_number"),
        ]
        indexes = [
            models.Index(fields=["id"], name="round_due", condition=models.Q(state="pairing", problem=""))
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


def make_token() -> str:
    return secrets.token_urlsafe(24)


class JudgeCard(models.Model):
    """Lets whoever scans it score at one numbered table of a tournament, with no account."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="cards")
    number = models.PositiveSmallIntegerField()
    token = models.CharField(max_length=64, unique=True, default=make_token)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_card_a_table")]

    def __str__(self) -> str:
        return f"card {self.number} of {self.tournament_id}"


class SignInLink(models.Model):
    """A link that signs somebody in, once. Only its hash is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"sign-in link {self.pk}"


class Receipt(models.Model):
    """A form that was carried out, so that the same form sent again is not carried out again."""

    id = models.UUIDField(primary_key=True)
    digest = models.CharField(max_length=64)
    """Of what was sent, by whom and to where: another form with the same id is another form."""
    outcome = models.IntegerField(default=0)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.pk)
