"""From which address a request came. Knows nothing of who sent it."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """Behind a proxy, what the proxy saw."""
    seen = str(request.META.get("REMOTE_ADDR") or "")
    if getattr(settings, "SECURE_PROXY_SSL_HEADER", None):
        return str(request.META.get("HTTP_X_FORWARDED_FOR", "")).rpartition(",")[2].strip() or seen
    return seen


def network_of(request: HttpRequest) -> str:
    return as_network(address_of(request))


def as_network(address: str) -> str:
    """What is counted as one: of IPv6 every household has billions of addresses."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped) if mapped else str(ip_network((int(found), 64), strict=False))
    return str(found)
