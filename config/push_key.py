"""WEB_PUSH_KEY, one line, as the settings it means. Looks at its shape alone: who uses it reads it."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from binascii import Error
from email.utils import parseaddr

OCTETS = 32


def push_settings(key: str, contact: str, sender: str = "") -> tuple[str, str]:
    """The key, and whom push services can write to: who mails are from, unless it is said. Ends with a sentence when the key cannot be one: better now than when the first message is due."""
    if key and not _is_key(key):
        raise SystemExit("WEB_PUSH_KEY cannot be understood. Make one with: manage.py push_key")
    if contact and not contact.startswith(("mailto:", "https://")):
        raise SystemExit("WEB_PUSH_CONTACT has to begin with mailto: or https://.")
    own = parseaddr(sender)[1]
    said = contact or (f"mailto:{own}" if own else "")
    if key and not said:
        raise SystemExit("WEB_PUSH_KEY needs WEB_PUSH_CONTACT beside it, such as mailto:you@example.org.")
    return key, said


def _is_key(text: str) -> bool:
    try:
        return len(urlsafe_b64decode(text + "=" * (-len(text) % 4))) == OCTETS
    except (Error, ValueError):
        return False
