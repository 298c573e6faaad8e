"""What comes in is UTF-8 and not endless; anything else is refused before somebody tries to read it."""

import asyncio
from collections.abc import Callable
from tempfile import SpooledTemporaryFile
from typing import IO

from django.conf import settings
from django.core.exceptions import (
    RequestAborted,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.defaults import bad_request as not_understood

from config.live.inside import Receive
from config.plainly import of_program, problem_body

READABLE = {None, "utf-8", "utf8", "us-ascii"}
TOO_SLOW, TOO_LARGE = 408, 413
BODY_SECONDS = 120.0
"""For all that is sent: the largest file over a bad line, and not for ever."""
PATIENCE = 4
"""So many times the largest request are read and thrown away: who is cut off while sending never hears why."""
TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
Answer = Callable[[HttpRequest], HttpResponse]


class TooLarge(Exception):
    """A request is longer than any of ours can be."""


async def read_body(receive: Receive) -> IO[bytes]:
    """The body of a request. What is too long is not kept, however long it says it is; TimeoutError if it never ends."""
    # Closed by who answers it.
    body = SpooledTemporaryFile(max_size=settings.FILE_UPLOAD_MAX_MEMORY_SIZE, mode="w+b")  # noqa: SIM115
    try:
        async with asyncio.timeout(BODY_SECONDS):
            await _read_into(body, receive)
    except BaseException:
        body.close()
        raise
    body.seek(0)
    return body


async def _read_into(body: IO[bytes], receive: Receive) -> None:
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RequestAborted
        part: bytes = message.get("body", b"")
        length += len(part)
        more = message.get("more_body", False) and length <= PATIENCE * settings.LARGEST_REQUEST
        if length <= settings.LARGEST_REQUEST:
            body.write(part)
    if length > settings.LARGEST_REQUEST:
        raise TooLarge


def too_slow(path: str) -> HttpResponse:
    sentence = _("This took too long to arrive. Try again where the network is better.")
    return _refusal(path, TOO_SLOW, "too-slow", sentence)


def too_large(path: str) -> HttpResponse:
    """Before Django has read anything, there is no page to show it on."""
    most = settings.LARGEST_REQUEST // 1024 // 1024
    sentence = _("This is too much at once: no more than %(most)s MB are taken. Send less.") % {"most": most}
    return _refusal(path, TOO_LARGE, "too-large", sentence)


def _refusal(path: str, status: int, code: str, sentence: str) -> HttpResponse:
    if of_program(path):
        kind, body = problem_body(status, code, sentence)
        answer = HttpResponse(body, status=status, content_type=kind.decode())
    else:
        answer = HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
    answer["Connection"] = "close"  # what is still coming is not read
    return answer


def bad_request(request: HttpRequest, exception: SuspiciousOperation) -> HttpResponse:
    """Too long, or with too many fields: said in words. Anything else was not understood."""
    if isinstance(exception, TOO_MUCH):
        return render(request, "400.html", status=TOO_LARGE)
    return not_understood(request, exception)


class Utf8Middleware:
    """Python knows encodings that are none (rot13, idna), and forms in others that we never send."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset")
        if (charset.lower() if charset else None) not in READABLE:
            return HttpResponseBadRequest(
                _("Only UTF-8 is understood here."), content_type="text/plain; charset=utf-8"
            )
        return self.get_response(request)
