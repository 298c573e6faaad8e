"""Under which address a mailed link leads back to us. Never one that whoever asked for the mail made up.

A forged Host header would send somebody's link to another machine; so it is believed only where it is one of ours.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from config import addresses
from config.hosts import own_names


def site_of(request: HttpRequest) -> str:
    """Without a slash at its end."""
    scheme, host = request.scheme or "http", request.get_host()
    name, port = split_domain_port(host)
    # With hosts named in the settings, Django has compared it with them.
    if not settings.HALL_HOSTS_ONLY or _is_ours(name):
        return f"{scheme}://{host}"
    own = addresses.own_address() or "localhost"
    shown = f"[{own}]" if ":" in own else own
    return f"{scheme}://{shown}:{port}" if port else f"{scheme}://{shown}"


def _is_ours(name: str) -> bool:
    bare = name.strip("[]").removesuffix(".")
    named = own_names() | {"127.0.0.1", "::1"} | set(settings.ALLOWED_HOSTS)
    return bare in named or bare == addresses.own_address()
