"""What a page of any other site may do here by a visitor's browser: call the API, and nothing else (CORS).

No cookie means anything under the API, so whoever calls it that way is a stranger until they send a token or a card of their
own; credentials of the browser are never allowed. Knows no route.
"""

from __future__ import annotations

from config.plainly import of_program

METHODS = ("GET", "POST", "PUT", "PATCH")
TAKEN = ("Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Accept-Language")
"""Headers that such a page may send. “*” would leave out Authorization."""
TOLD = ("Date", "ETag", "Idempotent-Replayed", "Location", "Retry-After", "X-Request-ID")
"""Headers of an answer that its script may read."""
ANSWER: dict[bytes, bytes] = {
    b"access-control-allow-origin": b"*",
    b"access-control-expose-headers": ", ".join(TOLD).encode(),
}
PREFLIGHT = {
    "Access-Control-Allow-Methods": ", ".join(METHODS),
    "Access-Control-Allow-Headers": ", ".join(TAKEN),
    "Access-Control-Max-Age": "7200",
}


def of_answer(path: str) -> dict[bytes, bytes]:
    """On every answer of the API, refusals too: also those that are made before Django is asked."""
    return ANSWER if of_program(path) else {}
