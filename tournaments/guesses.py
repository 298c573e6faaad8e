"""Says of a request that it guessed at a secret, and wrongly. Who counts that, and what follows, is not known here."""

from __future__ import annotations

from django.http import HttpRequest

from games.errors import Refused

NEVER_MADE = {"card-not-valid", "link-not-valid", "bad-card", "invitation-gone", "link-used-up", "wrong-pin"}
"""Refusals of what may have been made up. A card of another day was not."""


def tell_of_guess(request: HttpRequest, refusal: Refused | None = None) -> None:
    if refusal is None or refusal.code in NEVER_MADE:
        request.wrong_guess = True  # type: ignore[attr-defined]


def was_wrong(request: HttpRequest) -> bool:
    return getattr(request, "wrong_guess", False)
