"""A match is a log of events; everything else about it is derived from them and kept as a cache.

Knows which engine a match is played by; does not know why it is played or who may write to it.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Match(models.Model):
    """One table's contest, under rules pinned when it began."""

    class Status(models.TextChoices):
        PLAYING = "playing", _("playing")
        SIGNING = "signing", _("being signed or checked")
        OVER = "over", _("over")
        FINAL = "final", _("final")

    rules_key = models.CharField(max_length=60)
    rules_version = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    needs_signatures = models.BooleanField(default=False)
    """Whether everybody at the table has to sign before the result is final."""
    needs_check = models.BooleanField(default=False)
    """Whether somebody who entered nothing of it has to look the sheet over before the result is final."""

    # Of a match that was brought in from another installation (games.services.bringing).
    origin = models.BigIntegerField(null=True, blank=True)
    """Its number where it began, which its hashes are over; none where it began here."""
    origin_version = models.PositiveIntegerField(default=0)
    """Events up to this one were sent by accounts of another installation, whose numbers mean nobody here."""

    # Derived from the events; rewritten with each of them, never edited.
    version = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    """The hash of the last event, so that a log that was cut short is noticed."""
    state = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLAYING)
    ruling = models.JSONField(null=True, blank=True)
    """The organiser's decision that ended the match before its rules did, if there is one."""
    signoffs = models.JSONField(null=True, blank=True)
    """Who has signed the sheet as it is, who objects, and whether that was decided (games.signing)."""

    # Written once, by finalising.
    result = models.JSONField(null=True, blank=True)
    final_at = models.DateTimeField(null=True, blank=True)
    renamed = models.PositiveSmallIntegerField(default=0)
    """Rises when a seat gets another name, so that pages that show the old one are noticed."""
    problem = models.CharField(max_length=200, blank=True)
    """Why finalising stopped. Somebody has to look; it is not tried again by itself."""

    class Meta:
        indexes = [
            models.Index(fields=["id"], name="match_due", condition=models.Q(status="over", problem=""))
        ]

    def __str__(self) -> str:
        return f"match {self.pk} ({self.status})"

    @property
    def log_number(self) -> int:
        """The number that stands for this match in the hashes of its log, wherever it is kept."""
        return self.pk if self.origin is None else self.origin


class Seat(models.Model):
    """A place at the table. The engine knows it by its key, people by its name."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)

    class Meta:
        ordering = ["match", "position"]
        constraints = [models.UniqueConstraint(fields=["match", "position"], name="one_seat_a_position")]

    def __str__(self) -> str:
        return f"{self.position}: {self.name}"

    @property
    def key(self) -> str:
        """The player as the engine and the log name them: neutral, so that names can change."""
        return str(self.position)


class Event(models.Model):
    """One entry of the log. Never changed, never removed: the database itself refuses (games.guard)."""

    class Kind(models.TextChoices):
        ACTION = "action", _("action")
        UNDO = "undo", _("undo")
        CORRECT = "correct", _("correction")
        STOP = "stop", _("stopped")
        ABANDON = "abandon", _("abandoned")
        SIGN = "sign", _("signed")
        OBJECT = "object", _("objection")
        DECIDE = "decide", _("decision")
        CHECK = "check", _("second look")

    id = models.UUIDField(primary_key=True)
    """Made by whoever sends it, so that the same entry sent twice is counted once."""
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    body = models.JSONField()
    account = models.BigIntegerField(null=True)
    """The number of the account that sent it. No foreign key: an account may go, an event may not change."""
    actor = models.CharField(max_length=80)
    """Who sent it, in words that outlive an account."""
    device = models.CharField(max_length=80, blank=True)
    """From where, in a few words."""
    at = models.DateTimeField()
    hash = models.CharField(max_length=64)
    """Over this event and the hash of the one before (games.chain)."""

    class Meta:
        ordering = ["match", "seq"]
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="one_event_a_seq")]

    def __str__(self) -> str:
        return f"event {self.seq} of match {self.match_id}"


class Signature(models.Model):
    """How somebody signed: a drawing or a typed name. Kept beside the log, which holds its hash alone,
    so that a person can be forgotten and the log stays as it was written."""

    event = models.OneToOneField(Event, on_delete=models.PROTECT, primary_key=True, related_name="signature")
    drawn = models.TextField(blank=True)
    """Strokes, as games.drawing reads them."""
    name = models.CharField(max_length=80, blank=True)
    salt = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"signature of event {self.event_id}"
