"""Settings as they stand in the environment, each as what it means; unset, each is what was said instead.

Ends with a sentence when one cannot be understood: better now than when it is first needed. Not translated: the
settings, and with them the language, are still being read.
"""

import math
import os
from collections.abc import Callable
from typing import NoReturn, TypeVar

T = TypeVar("T")
YES = {"1", "true", "t", "yes", "y", "on"}
NO = {"0", "false", "f", "no", "n", "off"}


def text(name: str, unset: str, *, among: tuple[str, ...] = ()) -> str:
    """One of some, where some are given."""
    value = os.environ.get(name, unset)
    return value if value in among or not among else _refuse(name, "one of " + ", ".join(among))


def switch(name: str, unset: bool) -> bool:
    value = os.environ.get(name, "yes" if unset else "no").lower()
    return value in YES if value in YES | NO else _refuse(name, "“true” or “false”")


def whole(name: str, unset: int) -> int:
    return _read(int, name, unset, "a whole number")


def number(name: str, unset: float) -> float:
    value = _read(float, name, unset, "a number")
    return value if math.isfinite(value) else _refuse(name, "a number")


def several(name: str) -> list[str]:
    """With commas between them."""
    value = os.environ.get(name, "")
    return [each.strip() for each in value.split(",")] if value else []


def _read(read: Callable[[str], T], name: str, unset: T, wanted: str) -> T:
    value = os.environ.get(name)
    try:
        return unset if value is None else read(value)
    except ValueError:
        return _refuse(name, wanted)


def _refuse(name: str, wanted: str) -> NoReturn:
    raise SystemExit(f"{name} cannot be understood: it has to be {wanted}.")
