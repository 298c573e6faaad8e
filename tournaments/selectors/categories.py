"""Who is in which category, for a page that can show only one of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Category, Tournament

BETWEEN = "\n"
"""Between the names of several categories of one person: no name holds it."""


@dataclass(frozen=True, slots=True)
class Categories:
    names: list[str]
    by: Mapping[int, str]
    """By entrant's id."""


def categories_of(tournament: Tournament) -> Categories | None:
    """Nothing where there are none, which ``find_tournament`` knows already."""
    if not getattr(tournament, "has_categories", True):
        return None
    rows = Category.objects.filter(tournament=tournament).order_by("pk").values_list("name", "entrants")
    by: dict[int, list[str]] = defaultdict(list)
    names: dict[str, None] = {}
    for name, entrant in rows:
        names[name] = None
        if entrant is not None:
            by[entrant].append(name)
    if not names:
        return None
    return Categories(list(names), {entrant: BETWEEN.join(each) for entrant, each in by.items()})
