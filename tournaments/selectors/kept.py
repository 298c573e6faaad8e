"""What takes long to reckon and stays the same until somebody writes: reckoned once a version, then kept.

Knows neither what is kept nor what makes a version. Only the newest version of each thing is kept, for this process
alone, and handed out as it is: nobody may change what they are given.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

MOST_THINGS = 64
"""Some tournaments with all that is kept of each; of the largest a thing takes about a megabyte."""

T = TypeVar("T")

_things: OrderedDict[str, tuple[str, Any]] = OrderedDict()
_lock = Lock()


def kept(what: str, version: str, make: Callable[[], T]) -> T:
    """As it was reckoned for this version, or reckoned now.

    The version is to be read before what it stands for: if somebody writes in between, what is kept under it is newer
    than it says, and nobody asks for that version again, because logs only grow.
    """
    with _lock:
        found = _things.get(what)
        if found is not None:
            _things.move_to_end(what)
    if found is not None and found[0] == version:
        made: T = found[1]
        return made
    made = make()
    with _lock:
        _things[what] = (version, made)
        _things.move_to_end(what)
        while len(_things) > MOST_THINGS:
            _things.popitem(last=False)
    return made


def forget() -> None:
    """As if the process had just begun."""
    with _lock:
        _things.clear()


def fingerprint(*parts: object) -> str:
    """The same for the same parts, short enough to be compared."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()
