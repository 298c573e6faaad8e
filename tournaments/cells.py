"""What goes into a cell of a spreadsheet, so that it stays what it is: words, never a formula. Pure."""

from __future__ import annotations

DANGEROUS = ("=", "+", "-", "@", "\t", "\r")


def harmless(value: object) -> object:
    """The value; a text that a spreadsheet would compute gets an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(DANGEROUS) else value
