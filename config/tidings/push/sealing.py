"""A text that one browser alone can read: RFC 8291 (keys) over RFC 8188 (aes128gcm), in one record."""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD = 4096
LAST_RECORD = b"\x02"
LONGEST = 3_000
"""Octets of text: push services take four thousand in all."""
POINT_LENGTH, SECRET_LENGTH = 65, 16


class BadKeys(Exception):
    """What the browser gave as its keys are none."""


def sealed(
    text: bytes,
    p256dh: str,
    auth: str,
    *,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The whole body of the request. ``own`` and ``salt`` are made anew each time, but for a test."""
    if len(text) > LONGEST:
        raise ValueError("too long for a push message")
    theirs, secret = check_keys(p256dh, auth)
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(16)
    point, their_point = point_of(own.public_key()), point_of(theirs)
    shared = own.exchange(ec.ECDH(), theirs)
    key = _derived(shared, secret, b"WebPush: info\0" + their_point + point, 32)
    content_key = _derived(key, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(key, salt, b"Content-Encoding: nonce\0", 12)
    record = AESGCM(content_key).encrypt(nonce, text + LAST_RECORD, None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point + record


def check_keys(p256dh: str, auth: str) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    """A point of the curve and a secret of sixteen octets; what is neither is refused."""
    try:
        point, secret = unwrapped(p256dh), unwrapped(auth)
        if len(point) != POINT_LENGTH or len(secret) != SECRET_LENGTH:
            raise BadKeys
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point), secret
    except ValueError as error:
        raise BadKeys from error


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def wrapped(octets: bytes) -> str:
    """As the web writes octets: base64 for addresses, with nothing at its end."""
    return urlsafe_b64encode(octets).rstrip(b"=").decode()


def unwrapped(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except Error as error:
        raise ValueError("no base64") from error


def _derived(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(key)
