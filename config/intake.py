"""What comes in is UTF-8; anything else is refused before somebody tries to read it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.utils.translation import gettext as _

READABLE = {None, "utf-8", "utf8", "us-ascii"}
Answer = Callable[[HttpRequest], HttpResponse]


class Utf8Middleware:
    """Python knows encodings that are none (rot13, idna), and forms in others that we never send."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset")
        if (charset.lower() if charset else None) not in READABLE:
            return HttpResponseBadRequest(_("Only UTF-8 is understood here."), content_type="text/plain")
        return self.get_response(request)
