"""What goes into a cell of a spreadsheet, so that it stays what it is: words, never a formula. Pure."""

from __future__ import annotations

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")
"""The wide ones are taken for the narrow ones where people write with them."""


def harmless(value: object) -> object:
    """The value; a text that a spreadsheet would compute gets an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(DANGEROUS) else value


def as_it_was(text: str) -> str:
    """What ``harmless`` was given, out of what it gave: for a file of ours that comes back."""
    return text[1:] if text.startswith("'") and text[1:].startswith(DANGEROUS) else text
