"""What goes into a cell of a spreadsheet, so that it stays what it is: words, never a formula, a day or another number. Pure."""

from __future__ import annotations

import re

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")
"""The wide ones are taken for the narrow ones where people write with them."""

CHANGING = re.compile(r"0\d+|\d{12,}|\d+[eE]\d+|\d+[-/.]\d+([-/.]\d+)?", re.ASCII)
"""A telephone number loses its zeros, a club called 1/2 becomes a day in January."""


def harmless(value: object) -> object:
    """The value; a text that a spreadsheet would make something else of gets an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and _is_taken_otherwise(value) else value


def as_it_was(text: str) -> str:
    """What ``harmless`` was given, out of what it gave: for a file of ours that comes back."""
    return text[1:] if text.startswith("'") and _is_taken_otherwise(text[1:]) else text


def _is_taken_otherwise(text: str) -> bool:
    return text.startswith(DANGEROUS) or CHANGING.fullmatch(text) is not None
