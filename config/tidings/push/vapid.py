"""Who sends a push message, said to the push service: a key of the installation, and whom to write to (RFC 8292)."""

from __future__ import annotations

import json
import time
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.conf import settings

from config.tidings.push.sealing import CURVE, point_of, unwrapped, wrapped

HOURS_GOOD = 12
"""A statement is good for so long; services take up to 24."""
OCTETS = 32


def new_key() -> str:
    """A private key, as WEB_PUSH_KEY wants it."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return wrapped(number.to_bytes(OCTETS, "big"))


def public_key() -> str:
    """What browsers are shown: they take messages from the owner of this key alone."""
    return wrapped(point_of(_key().public_key()))


def authorization(endpoint: str) -> str:
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + HOURS_GOOD * 3600,
        "sub": settings.WEB_PUSH_CONTACT,
    }
    said = ".".join(wrapped(json.dumps(each).encode()) for each in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(_key().sign(said.encode(), ec.ECDSA(SHA256())))
    seal = wrapped(r.to_bytes(OCTETS, "big") + s.to_bytes(OCTETS, "big"))
    return f"vapid t={said}.{seal}, k={public_key()}"


def _key() -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(unwrapped(settings.WEB_PUSH_KEY), "big"), CURVE)
