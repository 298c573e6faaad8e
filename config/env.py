"""Settings as they stand in the environment, each as what it means; unset, each is what was said instead.

Ends with a sentence when one cannot be understood: better now than when it is first needed. Not translated: the
settings, and with them the language, are still being read.
"""

import math
import os
from collections.abc import Callable, Collection
from typing import NoReturn, TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

T = TypeVar("T", int, float)
YES = {"1", "true", "t", "yes", "y", "on"}
NO = {"0", "false", "f", "no", "n", "off"}


def text(name: str, unset: str, *, among: Collection[str] = (), least: int = 0) -> str:
    """One of some, where some are given; if there is any, of so many characters at least."""
    value = os.environ.get(name, unset)
    if among and value not in among:
        refuse(name, "one of " + ", ".join(among))
    if value and len(value) < least:
        refuse(name, f"at least {least} characters long")
    return value


def switch(name: str, unset: bool) -> bool:
    value = os.environ.get(name, "yes" if unset else "no").lower()
    return value in YES if value in YES | NO else refuse(name, "“true” or “false”")


def whole(name: str, unset: int, *, least: int = 0, most: int | None = None) -> int:
    return _within(name, _read(int, name, unset, "a whole number"), least, most)


def number(name: str, unset: float, *, least: float = 0, most: float | None = None) -> float:
    value = _read(float, name, unset, "a number")
    return _within(name, value, least, most) if math.isfinite(value) else refuse(name, "a number")


def several(name: str, *, beginning: tuple[str, ...] = ("",)) -> list[str]:
    """With commas between them, each beginning with one of these."""
    values = [each.strip() for each in os.environ.get(name, "").split(",") if each.strip()]
    if not all(each.startswith(beginning) for each in values):
        refuse(name, "a list with commas, each beginning with " + " or ".join(beginning))
    return values


def address(name: str, *kinds: str) -> str:
    """Of a server, if there is one: which kind of, where it is, and what else goes with it."""
    value = os.environ.get(name, "")
    try:
        parts = urlsplit(value)
        somewhere = bool(parts.hostname or parts.path) and parts.port != 0
        if parts.scheme.startswith("redis") and (index := parts.path.strip("/")):
            somewhere = somewhere and index.isdecimal()
        fits = not value or (parts.scheme in kinds and somewhere)
    except ValueError:
        fits = False
    beginnings = " or ".join(f"{kind}://" for kind in kinds)
    return value if fits else refuse(name, f"an address that begins with {beginnings}")


def zone(name: str) -> str:
    """Of time, if one is named."""
    value = os.environ.get(name, "")
    try:
        return ZoneInfo(value).key if value else ""
    except (ValueError, LookupError, OSError):
        return refuse(name, "a place on the clock, like Europe/Berlin")


def refuse(name: str, wanted: str) -> NoReturn:
    """Not with what was written, which may be secret."""
    raise SystemExit(f"{name} cannot be understood: it has to be {wanted}.")


def _read(read: Callable[[str], T], name: str, unset: T, wanted: str) -> T:
    value = os.environ.get(name)
    try:
        return unset if value is None else read(value)
    except ValueError:
        return refuse(name, wanted)


def _within(name: str, value: T, least: T, most: T | None) -> T:
    if value < least or (most is not None and value > most):
        refuse(name, f"at least {least}" if most is None else f"from {least} to {most}")
    return value
