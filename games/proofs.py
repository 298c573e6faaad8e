"""What the log holds of a drawing or a typed name: a salted hash, from which neither can be guessed.

The drawing itself can be erased when a person asks; the log stays as it was written.
"""

from __future__ import annotations

from uuid import UUID

from django.utils.crypto import salted_hmac

from games.chain import canonical
from games.models import Signature


def salt_for(event: UUID) -> str:
    """The same for the same event, so that a signature sent twice is the same signature."""
    return salted_hmac("games.signature", str(event), algorithm="sha256").hexdigest()


def proof_of(signature: Signature) -> str:
    said = canonical([signature.salt, signature.drawn, signature.name])
    return salted_hmac("games.proof", said, secret="", algorithm="sha256").hexdigest()
