"""A request with an ``Idempotency-Key`` is carried out once, and answered the same each time it is sent.

The answer and what was done stand or fall together: a service that refuses has undone what it did, and what failed is
undone here. What was refused is not kept: sent again, it is looked at again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from config.api.models import Answer, Token
from config.api.problems import problem

KEY = re.compile(r"[\x21-\x7e]{1,200}")
KEPT = timedelta(days=2)
UNFIT = 422
DONE = range(200, 300)
FAULT = 500
JSON = "application/json; charset=utf-8"


def answer(
    request: HttpRequest, token: Token | None, key: str, work: Callable[[HttpRequest], HttpResponse]
) -> HttpResponse:
    if not KEY.fullmatch(key):
        return problem(
            UNFIT,
            "bad-key",
            _("An Idempotency-Key has 1 to 200 plain characters."),
            field="Idempotency-Key",
        )
    if token is None:
        return work(request)  # a stranger changes nothing, and what a card may do carries ids of its own
    digest = _digest(request)
    try:
        with transaction.atomic():
            kept = Answer.objects.filter(token=token, key=key).first()
            if kept is None:
                kept = Answer.objects.create(token=token, key=key, digest=digest, at=timezone.now())
                response = work(request)
                if response.status_code not in DONE:
                    _forget(kept, response.status_code)
                    return response
                kept.status, kept.body = response.status_code, response.content.decode()
                kept.save(update_fields=["status", "body"])
                return response
    except IntegrityError:
        # Another one with this key came in the same moment, and was first.
        kept = Answer.objects.filter(token=token, key=key).first()
        if kept is None:
            raise
    return _again(kept, digest)


def form_id(request: HttpRequest) -> UUID:
    """The id of the form that this request amounts to: the same for the same key."""
    token: Token | None = getattr(request, "api_token", None)
    key = request.headers.get("Idempotency-Key")
    return uuid5(NAMESPACE_URL, f"triomphe:api:{token.pk}:{key}") if token and key else uuid4()


def sweep() -> None:
    Answer.objects.filter(at__lt=timezone.now() - KEPT).delete()


def _forget(kept: Answer, status: int) -> None:
    if status >= FAULT or transaction.get_rollback():
        transaction.set_rollback(True)  # nothing is half done, however far it came
    else:
        kept.delete()  # and no more: that a PIN was wrong stays counted


def _again(kept: Answer, digest: str) -> HttpResponse:
    if kept.digest != digest:
        return problem(
            UNFIT,
            "key-reused",
            _("This Idempotency-Key came before with another request, and that one counts."),
            field="Idempotency-Key",
        )
    response = HttpResponse(kept.body, status=kept.status, content_type=JSON)
    response["Idempotent-Replayed"] = "true"
    return response


def _digest(request: HttpRequest) -> str:
    """Keyed: among what is sent are PINs, which a plain hash in the database would let anybody try out."""
    asked = f"{request.method} {request.get_full_path()}\n".encode() + request.body
    return salted_hmac("api.once", asked, algorithm="sha256").hexdigest()
