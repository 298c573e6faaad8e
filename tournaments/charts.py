"""A rank over the rounds as a small drawing, made here so that it needs no script. Pure: numbers in, SVG out.

Looks are class names: the page's own colours, light and dark, apply.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

STEP, HEIGHT = 56, 120
LEFT, RIGHT, TOP, BOTTOM = 28, 28, 24, 26


def rank_chart(ranks: Sequence[tuple[int, int]], people: int) -> SafeString:
    """The first rank is at the top. ``ranks`` are a round and the rank after it; one alone is a dot."""
    if not ranks:
        return SafeString("")
    width = LEFT + STEP * (len(ranks) - 1) + RIGHT
    lowest = max(people, max(rank for _round, rank in ranks))
    points = [
        (LEFT + STEP * at, round(TOP + HEIGHT * (rank - 1) / max(1, lowest - 1), 1), number, rank)
        for at, (number, rank) in enumerate(ranks)
    ]
    base = TOP + HEIGHT
    said = ", ".join(
        _("round %(round)s: %(rank)s") % {"round": number, "rank": rank} for number, rank in ranks
    )
    return format_html(
        '<svg class="rank-chart" viewBox="0 0 {} {}" width="{}" height="{}" role="img" aria-label="{}">'
        '<path class="rank-chart__base" d="M{} {}H{}"/><path class="rank-chart__base" d="M{} {}H{}"/>'
        '<polyline class="rank-chart__line" points="{}"/>{}</svg>',
        *(width, base + BOTTOM, width, base + BOTTOM, _("Rank after each round: %s") % said),
        *(LEFT - 12, TOP, width - RIGHT + 12, LEFT - 12, base, width - RIGHT + 12),
        " ".join(f"{x},{y}" for x, y, _number, _rank in points),
        format_html_join(
            "",
            '<circle class="rank-chart__dot" cx="{}" cy="{}" r="5"/>'
            '<text class="rank-chart__rank" x="{}" y="{}">{}</text>'
            '<text class="rank-chart__round" x="{}" y="{}">{}</text>',
            ((x, y, x, y - 10, rank, x, base + 20, number) for x, y, number, rank in points),
        ),
    )
