"""Refusals before Django is asked, for whoever asked: a sentence for people, a problem (RFC 9457) for programs.

Knows nothing of why something is refused, nor of the API but where it is.
"""

from __future__ import annotations

import json
from http import HTTPStatus

PROGRAMS = "/api/v1/"
PROBLEM = "application/problem+json"


def of_program(path: str) -> bool:
    return path.startswith(PROGRAMS)


def problem_body(status: int, code: str, detail: str) -> tuple[bytes, bytes]:
    """Its content type, and what it says."""
    told = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
    }
    return PROBLEM.encode(), json.dumps(told).encode()
