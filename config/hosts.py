"""Who we answer as, when the operator has named no hosts: this machine, by its name or its address.

A page elsewhere can make its own name point at the hall's laptop (DNS rebinding) and then speak with us
from a visitor's browser; such a request carries that name and is refused.
"""

import socket
from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.request import split_domain_port
from django.utils.translation import gettext as _


class HallHostMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.names = own_names()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.HALL_HOSTS_ONLY and not self.is_ours(request.get_host()):
            return HttpResponseBadRequest(
                _(
                    "Triomphe answers only to this machine's name or address. "
                    "To use another name, set ALLOWED_HOSTS."
                ),
                content_type="text/plain; charset=utf-8",
            )
        return self.get_response(request)

    def is_ours(self, host: str) -> bool:
        name = split_domain_port(host)[0].lower().removesuffix(".")
        # Names added to "*" are meant: the test client adds its own.
        return name in self.names or is_address(name) or name in settings.ALLOWED_HOSTS


def own_names() -> set[str]:
    name = socket.gethostname().lower()
    short = name.split(".")[0]
    return {"localhost", name, short, f"{short}.local"} - {""}


def is_address(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
