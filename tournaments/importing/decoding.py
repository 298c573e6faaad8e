"""Bytes of a text file as text, whatever program wrote it. Knows nothing of what the text says."""

from __future__ import annotations

import codecs

from django.utils.translation import gettext as _

from games.errors import Refused

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""UTF-32 before UTF-16, whose mark it begins with."""
SAMPLE = 4_000


def as_text(data: bytes) -> str:
    """The text, by its mark, else by its zeros, else UTF-8, else as Windows writes it in western Europe."""
    for encoding in _candidates(data):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" not in text:
            return text
        break
    raise Refused(
        "not-text",
        _("This file cannot be read as text. Save it as CSV (UTF-8) or as an Excel workbook (.xlsx)."),
        field="file",
    )


def _candidates(data: bytes) -> tuple[str, ...]:
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return (encoding,)
    if wide := _wide(data[:SAMPLE]):
        return (wide,)
    # Latin-1 last: it reads anything, cp1252 all but five of its bytes.
    return ("utf-8", "cp1252", "latin-1")


def _wide(sample: bytes) -> str:
    """UTF-16 without its mark: in western text every other byte is nought."""
    if len(sample) < 2 or b"\x00" not in sample:
        return ""
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > len(sample) // 4 and not even:
        return "utf-16-le"
    if even > len(sample) // 4 and not odd:
        return "utf-16-be"
    return ""
