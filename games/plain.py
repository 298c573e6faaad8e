"""What an event may say: plain JSON that reads the same whichever database kept it.

Knows nothing of what it means; that is for the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.chain import canonical
from games.errors import Refused

MOST_CHARACTERS = 20_000
"""Many times the longest action; beyond it lies a mistake or mischief."""
MOST_DIGITS = 18


def plain(given: Mapping[str, Any]) -> dict[str, Any]:
    """The same as plain dicts and lists, or a refusal."""
    try:
        said: dict[str, Any] = _plain(dict(given))
        fits = len(canonical(said)) <= MOST_CHARACTERS and all(_fits(leaf) for leaf in _leaves(said))
    except (TypeError, ValueError, RecursionError):
        fits = False
    if not fits:
        raise Refused("bad-record", _("This entry cannot be read. Reload the page."))
    return said


def is_plain(said: Mapping[str, Any]) -> bool:
    """Whether an event that was written elsewhere says nothing that ``plain`` would have refused; quickly, for there are
    hundreds of thousands."""
    left = MOST_CHARACTERS
    try:
        for leaf in _leaves(said):
            left -= len(leaf) + 1 if isinstance(leaf, str) else 1
            if left < 0 or not _fits(leaf):
                return False
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    else:
        yield value


def _fits(leaf: Any) -> bool:
    """PostgreSQL keeps no NUL and no half of a character, and writes long numbers in another way."""
    if isinstance(leaf, str):
        leaf.encode()
        return "\0" not in leaf
    if isinstance(leaf, float):
        return "e" not in repr(leaf) and repr(leaf) != "-0.0" and len(repr(leaf)) <= MOST_DIGITS
    return leaf is None or isinstance(leaf, bool) or len(str(abs(leaf))) <= MOST_DIGITS
