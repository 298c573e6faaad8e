"""QR codes of our own links, as drawings to stand in a page. Knows no link and no page."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

import segno
from django.utils.safestring import SafeString, mark_safe

MOST_KEPT = 2048
"""Some two kilobytes each: the cards of the largest hall several times over."""
MASK = 2
"""One for all: trying out which of the eight looks best takes longer than all the rest, and each can be read."""


@lru_cache(maxsize=MOST_KEPT)
def drawn(link: str, error: str = "l", *, boost: bool = False) -> SafeString:
    """Drawn once, for a link never changes. ``error`` is how much of it may be unreadable: more on paper."""
    code = segno.make(link, error=error, micro=False, mask=MASK, boost_error=boost)
    svg = code.svg_inline(scale=4, border=2, dark="#000", light="#fff")
    return mark_safe(svg)  # noqa: S308 - segno's own drawing


@lru_cache(maxsize=MOST_KEPT)
def on_paper(link: str) -> str:
    """As a drawing of its own (SVG), for what is printed: a fold or a thumb may cover some of it."""
    code = segno.make(link, error="m", micro=False, mask=MASK, boost_error=True)
    drawing = BytesIO()
    code.save(drawing, kind="svg", xmldecl=False, svgns=True, border=0, dark="#13211b", light=None)
    return drawing.getvalue().decode().strip()
