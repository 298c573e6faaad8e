"""From which address a request came. Knows nothing of who sent it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """Behind a proxy, what the proxy saw."""
    seen = str(request.META.get("REMOTE_ADDR") or "")
    if getattr(settings, "SECURE_PROXY_SSL_HEADER", None):
        return str(request.META.get("HTTP_X_FORWARDED_FOR", "")).rpartition(",")[2].strip() or seen
    return seen
