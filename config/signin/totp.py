"""Codes that change every half minute (RFC 6238, RFC 4226). Plain arithmetic: knows no account."""

from __future__ import annotations

import base64
import hmac
import struct
from urllib.parse import quote, urlencode

STEP_SECONDS = 30
DIGITS = 6
WINDOW = 1
"""So many steps before and after now are taken too: clocks differ, and fingers are slow."""


def hotp(key: bytes, counter: int, digits: int = DIGITS, algorithm: str = "sha1") -> str:
    mac = hmac.digest(key, struct.pack(">Q", counter), algorithm)
    offset = mac[-1] & 0x0F
    number = struct.unpack(">I", mac[offset : offset + 4])[0] & 0x7FFFFFFF
    return str(number % 10**digits).zfill(digits)


def step_at(seconds: float) -> int:
    return int(seconds) // STEP_SECONDS


def step_of(key: bytes, code: str, seconds: float) -> int | None:
    """The step that a code belongs to, near this moment; nothing for a wrong one. Always tries all of them."""
    now = step_at(seconds)
    found = None
    for step in range(max(0, now - WINDOW), now + WINDOW + 1):
        if hmac.compare_digest(hotp(key, step).encode(), code.encode()):
            found = step
    return found


def as_text(key: bytes) -> str:
    """To be typed into a phone that cannot scan."""
    return base64.b32encode(key).decode().rstrip("=")


def address(key: bytes, account: str, issuer: str) -> str:
    """What the QR code says; every such program reads it."""
    label = quote(f"{issuer}:{account}")
    return f"otpauth://totp/{label}?" + urlencode({"secret": as_text(key), "issuer": issuer}, quote_via=quote)
