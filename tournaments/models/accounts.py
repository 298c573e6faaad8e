"""Signing in, and forms that were carried out."""

from __future__ import annotations

from django.conf import settings
from django.db import models


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
