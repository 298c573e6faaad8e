"""How what is told to a hook is signed: HMAC-SHA256 over its id, the moment and the body (Standard Webhooks).

The key is made of the hook's salt and of the installation's own secret, so that the database does not hold it.
"""

from __future__ import annotations

import hmac
from base64 import b64encode
from hashlib import sha256

from django.utils import timezone
from django.utils.crypto import salted_hmac

from config.api.models import Delivery, Hook

SALT = "config.api.hooks"


def secret_of(hook: Hook) -> str:
    """What whoever is told has to know, to know who tells it."""
    return "whsec_" + b64encode(_key_of(hook)).decode()


def sealed(delivery: Delivery) -> dict[str, str]:
    """The headers to send it with, now."""
    seconds = int(timezone.now().timestamp())
    text = f"{delivery.uid}.{seconds}.{delivery.body}".encode()
    seal = b64encode(hmac.new(_key_of(delivery.hook), text, sha256).digest()).decode()
    return {
        "webhook-id": str(delivery.uid),
        "webhook-timestamp": str(seconds),
        "webhook-signature": f"v1,{seal}",
    }


def _key_of(hook: Hook) -> bytes:
    return salted_hmac(SALT, hook.salt, algorithm="sha256").digest()
