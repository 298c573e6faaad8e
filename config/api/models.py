"""What is kept for other programs: their tokens, what they were answered, and what they are to be told."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import NAME_LENGTH, Club
from tournaments.roles import Scope


class Token(models.Model):
    """Lets a program act for a member of a club, as far as its scope goes. Only its hash is kept."""

    SCOPES = [
        (Scope.READ.value, _("read: also what is not public yet")),
        (Scope.SCORE.value, _("score: read, and enter at every table")),
        (
            Scope.ORGANISE.value,
            _("organise: all that an organiser does in tournaments and with the list of people"),
        ),
    ]

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    """In whose name it acts: with them it loses what they lose."""
    name = models.CharField(max_length=NAME_LENGTH)
    scope = models.CharField(max_length=10, choices=SCOPES)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    """When it was last used, to the minute."""
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["club", "-made_at", "-pk"]

    def __str__(self) -> str:
        return f"token {self.pk} of {self.club_id}"


class Answer(models.Model):
    """What was answered to a request that carried a key, so that the same one sent again is answered the same."""

    token = models.ForeignKey(Token, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    """Of what was asked: another request under the same key is another request."""
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(blank=True)
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["token", "key"], name="one_answer_a_key")]

    def __str__(self) -> str:
        return f"answer {self.pk}"


class Hook(models.Model):
    """Where a club wants to be told that something happened. Of its secret only a salt is kept."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    url = models.CharField(max_length=500)
    events = models.JSONField(default=list)
    """Which it wants to hear of."""
    salt = models.CharField(max_length=64)
    """The secret is made of this and of the installation's own, which is not in the database."""
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["club", "pk"]

    def __str__(self) -> str:
        return f"hook {self.pk} of {self.club_id}"


class Delivery(models.Model):
    """One thing to be told to one hook, and what became of it."""

    class Outcome(models.TextChoices):
        SENT = "sent", _("delivered")
        GIVEN_UP = "given-up", _("given up")

    hook = models.ForeignKey(Hook, on_delete=models.CASCADE, related_name="deliveries")
    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    """By which whoever is told knows what they were told before."""
    event = models.CharField(max_length=40)
    subject = models.CharField(max_length=100)
    """What it is about: of several that say the same and were not sent yet, one is enough."""
    body = models.TextField()
    """As it is signed and sent."""
    at = models.DateTimeField()
    due_at = models.DateTimeField()
    """Not to be sent before."""
    claimed_until = models.DateTimeField(null=True)
    """Somebody is sending it; when they are not heard of until then, somebody else does."""
    tries = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True)
    """What the last try was answered with, if with anything."""
    problem = models.CharField(max_length=100, blank=True)
    done_at = models.DateTimeField(null=True, db_index=True)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["due_at"], name="delivery_due", condition=models.Q(done_at__isnull=True))
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.pk}"

    @property
    def why(self) -> str:
        """In words, why the last try did not come to an answer."""
        return str(PROBLEMS.get(self.problem, ""))


PROBLEMS = {
    "not-allowed": _("the address leads into a private network"),
    "no-such-name": _("there is no such name"),
    "certificate": _("its certificate is not good"),
    "too-slow": _("it took too long"),
    "not-reached": _("it could not be reached"),
}
"""What stands in ``problem`` (config.api.sending)."""
