"""How the kit complains: one sentence that says what is wrong and what the author can do.

Knows nothing of engines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from rules.api import Message, RuleError

CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
UNFILLED = re.compile(r"%\(\w+\)s")


def demand(condition: object, complaint: str) -> None:
    """Fail with the complaint. Not ``assert``, which an optimised Python leaves out."""
    __tracebackhide__ = True
    if not condition:
        raise AssertionError(complaint)


def demand_equal(found: object, expected: object, complaint: str) -> None:
    __tracebackhide__ = True
    demand(found == expected, f"{complaint}\n  expected: {expected!r}\n  found:    {found!r}")


def demand_code(code: object, what: str) -> None:
    """Codes are kept, compared and put into addresses, so they are plain words."""
    __tracebackhide__ = True
    fits = isinstance(code, str) and CODE.fullmatch(code)
    demand(fits, f"{what} is {code!r}: use small letters, digits and single hyphens")


def demand_sentence(message: object, what: str) -> None:
    """A sentence that can be shown as it stands."""
    __tracebackhide__ = True
    demand(isinstance(message, Message), f"{what} is {message!r}: it must be a rules.api.Message")
    try:
        shown = str(message)
    except (KeyError, TypeError, ValueError) as error:
        raise AssertionError(f"{what} cannot be filled in ({error!r}): {message!r}") from None
    demand(shown.strip() and not UNFILLED.search(shown), f"{what} is empty or not filled in: {shown!r}")


def demand_refusal(error: RuleError, action: object) -> None:
    __tracebackhide__ = True
    demand_code(error.code, f"the code of the refusal of {action!r}")
    demand_sentence(error.message, f"the sentence of the refusal of {action!r}")


def as_text(value: object, what: str) -> str:
    """The value as JSON. Keys are sorted, because a database keeps an object and not its order."""
    __tracebackhide__ = True
    try:
        return json.dumps(value, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise AssertionError(f"{what} is not ready for JSON ({error}): {value!r}") from None


def through_text(value: object, what: str) -> Any:
    """The value as it comes back from real JSON text, which must be the same."""
    __tracebackhide__ = True
    back = json.loads(as_text(value, what))
    complaint = f"{what} changes on its way through JSON: keys must be texts, and lists not tuples"
    demand_equal(back, value, complaint)
    return back


def texts_in(value: object) -> Iterator[str]:
    """Every text anywhere in a JSON value, the names of fields included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from texts_in(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from texts_in(each)
