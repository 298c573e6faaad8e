"""EMAIL_URL, one line that says how mail is sent, as the settings that Django wants."""

from __future__ import annotations

import socket
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

BACKENDS = "django.core.mail.backends"
SECONDS = 10
HERE = {"localhost", "127.0.0.1", "::1"}


def mail_settings(url: str, sender: str = "") -> dict[str, Any]:
    """Ends with a sentence when the line cannot be understood: better now than when the first mail is due."""
    if not url:
        return {}
    try:
        return {"EMAIL_TIMEOUT": SECONDS} | _read(url, sender)
    except ValueError:
        raise SystemExit(
            "EMAIL_URL cannot be understood. Write smtp://user:password@host:587, smtps://user:password@host, "
            "console: or file:/a/folder."
        ) from None


def _read(url: str, sender: str) -> dict[str, Any]:
    parts = urlsplit(url)
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": f"{BACKENDS}.console.EmailBackend", "DEFAULT_FROM_EMAIL": sender or _own()}
    if parts.scheme == "file" and parts.path:
        return {
            "EMAIL_BACKEND": f"{BACKENDS}.filebased.EmailBackend",
            "EMAIL_FILE_PATH": parts.path,
            "DEFAULT_FROM_EMAIL": sender or _own(),
        }
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise ValueError
    from_start, here = parts.scheme == "smtps", parts.hostname in HERE
    tls = not from_start and parse_qs(parts.query).get("tls", ["0" if here else "1"])[0] != "0"
    user = unquote(parts.username or "")
    return {
        "EMAIL_BACKEND": f"{BACKENDS}.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if from_start else 587 if tls else 25),
        "EMAIL_HOST_USER": user,
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": from_start,
        "EMAIL_USE_TLS": tls,
        "DEFAULT_FROM_EMAIL": sender or (user if "@" in user else _own()),
    }


def _own() -> str:
    return f"triomphe@{socket.gethostname() or 'localhost'}"
