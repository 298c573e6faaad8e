"""What is kept about coming in. No secret is: links and recovery codes as hashes, of the phone's key only a salt."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Tally(models.Model):
    """How often something was got wrong of late, and until when no further try is looked at."""

    key = models.CharField(max_length=64, primary_key=True)
    """A hash: whoever reads the table learns neither names nor addresses."""
    count = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(db_index=True)
    wait_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.count} times"


class Stay(models.Model):
    """A browser in which somebody is signed in."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    session_key = models.CharField(max_length=40, unique=True)
    agent = models.CharField(max_length=300, blank=True)
    address = models.CharField(max_length=45, blank=True)
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["-seen_at", "-pk"]

    def __str__(self) -> str:
        return f"stay {self.pk} of {self.user_id}"


class Mailbox(models.Model):
    """The address of an account, once whoever reads it has confirmed it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="mailbox"
    )
    address = models.EmailField()
    key = models.CharField(max_length=254, unique=True)
    """By which it is found: an address is one account's, however it is written."""
    confirmed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"address of {self.user_id}"


class Tongue(models.Model):
    """The language that somebody chose last: of their mails, and of every browser they sign in with from then on."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="tongue"
    )
    language = models.CharField(max_length=20)

    def __str__(self) -> str:
        return f"language of {self.user_id}"


class Letter(models.Model):
    """A mail that is to be sent, and what became of it. The link in it is made when it is sent, and not kept."""

    class Kind(models.TextChoices):
        LINK = "link", _("a link to sign in by")
        CONFIRM = "confirm", _("a link to confirm an address by")
        NOTICE = "notice", _("something about the account was changed")
        FOLLOW = "follow", _("a question whether somebody wants to be told")
        TIDING = "tiding", _("something somebody wants to be told")

    class Outcome(models.TextChoices):
        SENT = "sent", _("sent")
        NOBODY = "nobody", _("there is no account with this address")
        GIVEN_UP = "given-up", _("given up")

    kind = models.CharField(max_length=10, choices=Kind.choices)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    """Nobody for a link that was asked for: whose address it is, is looked up when it is sent."""
    address = models.EmailField(blank=True)
    """None for what is carried elsewhere (config.tidings), which knows whom it is for."""
    site = models.CharField(max_length=300, blank=True)
    """Where the link leads, without a slash at its end."""
    language = models.CharField(max_length=20)
    what = models.CharField(max_length=30, blank=True)
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    """Not to be sent before."""
    claimed_until = models.DateTimeField(null=True)
    """Somebody is sending it; when they are not heard of until then, somebody else does."""
    tries = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=100, blank=True)
    done_at = models.DateTimeField(null=True, db_index=True)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class MailedLink(models.Model):
    """What a mailed link is good for: once, for a while, for one account. Only its hash is kept."""

    class Purpose(models.TextChoices):
        SIGN_IN = "sign-in", _("signs in")
        CONFIRM = "confirm", _("confirms an address")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    purpose = models.CharField(max_length=10, choices=Purpose.choices)
    address = models.EmailField()
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"mailed link {self.pk}"


class TwoStep(models.Model):
    """A phone whose codes are asked for beside the password."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="two_step"
    )
    salt = models.CharField(max_length=64)
    """The phone's key is made of this and of the installation's secret, which is not in the database."""
    confirmed_at = models.DateTimeField()
    last_step = models.PositiveBigIntegerField(default=0)
    """The half minute of the last code that was taken: that one and earlier ones are used up."""

    def __str__(self) -> str:
        return f"two steps of {self.user_id}"


class RecoveryCode(models.Model):
    """Instead of the phone, once. Only its hash is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="one_recovery_code")]

    def __str__(self) -> str:
        return f"recovery code {self.pk}"
