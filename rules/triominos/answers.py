"""From the bytes of a record to the object that is printed about it, whatever the bytes are.

Knows nothing of files or of command lines.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rules.api import Engine, gettext_noop
from rules.triominos.actions import bad
from rules.triominos.reading import RecordError
from rules.triominos.record import score

NOT_JSON = gettext_noop("This is not JSON.")
NO_FILE = gettext_noop("This file cannot be read.")
REPEATED = gettext_noop("A field stands twice in the same object.")


def parse(raw: bytes) -> object:
    """The JSON document in these bytes; strict, so that nothing in it is guessed or lost."""
    try:
        return _decoder.decode(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise RecordError(bad(None, NOT_JSON)) from None


def answer(raw: bytes, engines: Mapping[str, Engine[Any]]) -> dict[str, Any]:
    """What is to be printed about a record: its scores, or its first error."""
    try:
        return score(parse(raw), engines)
    except RecordError as error:
        return error.answer()


def unreadable() -> dict[str, Any]:
    """The answer where there is no record at all."""
    return RecordError(bad(None, NO_FILE)).answer()


def is_error(printed: Mapping[str, Any]) -> bool:
    return "error" in printed


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise RecordError(bad(None, REPEATED))
    return fields


def _refuse(constant: str) -> None:
    raise ValueError(constant)


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse)
