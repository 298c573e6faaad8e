"""The standings as a list to look through: so many at once, only a club or a category, or whose name is looked for.

Looks only through what is shown: whoever is covered by a number is not found by their name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator

from tournaments.models import NAME_LENGTH
from tournaments.names import clean_name, name_key, sort_key
from tournaments.selectors.categories import BETWEEN, Categories
from tournaments.selectors.columns import Row
from tournaments.selectors.pages import Overview
from tournaments.selectors.provisional import Now

A_PAGE = 100
"""How many stand on a page: most tournaments have one page, and narrow it by themselves."""
MOST_WORDS = 6


@dataclass(frozen=True, slots=True)
class Asked:
    """What of the list is looked for; whatever there is not, is not asked for."""

    q: str = ""
    club: str = ""
    category: str = ""

    @property
    def everybody(self) -> bool:
        return self == Asked()

    def query(self, page: int = 1) -> str:
        """The one way to write it in an address, so that all who look at the same share it."""
        named = {"q": self.q, "club": self.club, "category": self.category}
        told = {name: value for name, value in named.items() if value}
        return urlencode(told | ({"page": str(page)} if page > 1 else {}))


@dataclass(frozen=True, slots=True)
class StandingsList:
    page: Page[Row]
    asked: Asked
    clubs: list[str]
    now: Mapping[int, Now]
    elsewhere: list[tuple[int, str, str, str, str]]
    """Who is not on this page, for whoever follows them: number, rank, name, first value, and where they stand."""

    @property
    def rows(self) -> list[tuple[Row, Now | None]]:
        """Each row with how they stand at their table, for those who play."""
        return [(row, self.now.get(row.line.entrant.pk)) for row in self.page.object_list]

    @property
    def whole(self) -> bool:
        """Whether everybody stands on this page, which then can narrow itself."""
        return self.asked.everybody and not self.page.has_other_pages()

    @property
    def query(self) -> str:
        return self.asked.query(self.page.number)

    @property
    def pages(self) -> list[tuple[int, int, int, str]]:
        """Of each page its number, the first and the last on it, and its address."""
        paginator = self.page.paginator
        each = [paginator.page(number) for number in paginator.page_range]
        return [
            (one.number, one.start_index(), one.end_index(), f"?{self.asked.query(one.number)}")
            for one in each
        ]


def standings_list(
    overview: Overview, categories: Categories | None, asked: Mapping[str, str]
) -> StandingsList:
    """The page that was asked for, or the nearest that there is."""
    rows = overview.table.rows
    clubs = sorted({row.line.entrant.club for row in rows if row.line.entrant.club}, key=sort_key)
    wish = _understood(asked, clubs, categories)
    found = rows if wish.everybody else [row for row in rows if _matches(row, wish, categories)]
    page = Paginator(found, A_PAGE).get_page(asked.get("page"))
    return StandingsList(page, wish, clubs, overview.running.now, _elsewhere(rows, page))


# -- in detail -----------------------------------------------------------------------------------


def _understood(asked: Mapping[str, str], clubs: Sequence[str], categories: Categories | None) -> Asked:
    club, category = asked.get("club", ""), asked.get("category", "")
    return Asked(
        q=clean_name(asked.get("q", ""))[:NAME_LENGTH],
        club=club if club in clubs else "",
        category=category if categories and category in categories.names else "",
    )


def _matches(row: Row, wish: Asked, categories: Categories | None) -> bool:
    entrant = row.line.entrant
    if wish.club and entrant.club != wish.club:
        return False
    mine = categories.by.get(entrant.pk, "").split(BETWEEN) if categories else ()
    if wish.category and wish.category not in mine:
        return False
    key = name_key(entrant.name)
    return all(word in key or word == str(entrant.number) for word in name_key(wish.q).split()[:MOST_WORDS])


def _elsewhere(rows: Sequence[Row], page: Page[Row]) -> list[tuple[int, str, str, str, str]]:
    if len(page) == len(rows):
        return []
    here = {row.line.entrant.pk for row in page}
    pages = [f"?{Asked().query(number)}" for number in range(1, len(rows) // A_PAGE + 2)]
    return [
        (
            row.line.entrant.number,
            "–" if row.line.out else str(row.line.standing.rank),
            row.line.entrant.name,
            next((text for _column, text in row.first(1)), ""),
            f"{pages[at // A_PAGE]}#row-{row.line.entrant.number}",
        )
        for at, row in enumerate(rows)
        if row.line.entrant.pk not in here
    ]
