"""Who plays, who sits out, at which sizes, and who has a fixed table: what is settled before any search.

Refuses what nobody could seat, and loads nothing for it: a refusal is quick.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tournaments.pairing.api import CannotPair, Contender, Request
from tournaments.pairing.sizes import Sizes, split


@dataclass(frozen=True)
class Field:
    """Those who play are numbered from nought, in standings order."""

    request: Request
    playing: tuple[Contender, ...]
    out: tuple[Contender, ...]
    sizes: Sizes
    fixed: tuple[tuple[int, tuple[int, ...]], ...]
    """Table numbers with the people that are to sit there."""


def settled(request: Request) -> Field:
    """Raises ``CannotPair`` where nobody could seat them."""
    _check_ids(request)
    together = Counter(request.fixed.values())
    sizes = _sizes(request, together)
    _check_fixed(together, sizes)
    playing, out = who_plays(request, sum(sizes))
    number = {each.id: index for index, each in enumerate(playing)}
    groups: dict[int, list[int]] = {}
    for one, table in request.fixed.items():
        groups.setdefault(table, []).append(number[one])
    fixed = tuple((table, tuple(sorted(group))) for table, group in sorted(groups.items()))
    return Field(request, playing, out, sizes, fixed)


def _sizes(request: Request, together: Counter[int]) -> Sizes:
    """Where the fixed cannot be held at all, the sizes without them: what is wrong shows there."""
    people = len(request.contenders)
    try:
        return split(people, request.prefer, request.allow, list(together.values()))
    except CannotPair as error:
        if error.code != "fixed-too-many":
            raise
        return split(people, request.prefer, request.allow)


def who_plays(request: Request, seats: int) -> tuple[tuple[Contender, ...], tuple[Contender, ...]]:
    """Those who sat out least sit out first, and of these the lowest. Whoever has a fixed table plays."""
    free = [index for index, each in enumerate(request.contenders) if each.id not in request.fixed]
    by_claim = sorted(free, key=lambda index: (request.contenders[index].sat_out, -index))
    too_many = len(request.contenders) - seats
    if too_many > len(by_claim):
        raise CannotPair("fixed-too-many", people=len(request.fixed), seats=seats)
    out = set(by_claim[:too_many])
    return (
        tuple(each for index, each in enumerate(request.contenders) if index not in out),
        tuple(each for index, each in enumerate(request.contenders) if index in out),
    )


def _check_ids(request: Request) -> None:
    if not request.contenders:
        raise CannotPair("nobody")
    twice = [each for each, times in Counter(each.id for each in request.contenders).items() if times > 1]
    if twice:
        raise CannotPair("twice-entered", ids=twice)
    known = {each.id for each in request.contenders}
    unknown = sorted(set(request.fixed) - known)
    if unknown:
        raise CannotPair("unknown-id", ids=unknown)


def _check_fixed(together: Counter[int], sizes: Sizes) -> None:
    for table in together:
        if not 1 <= table <= len(sizes):
            raise CannotPair("no-such-table", table=table, tables=len(sizes))
    largest_first = sorted(together, key=lambda table: -together[table])
    for table, size in zip(largest_first, sizes, strict=False):
        if together[table] > size:
            raise CannotPair("table-full", table=table, people=together[table], seats=size)
