"""How many tables of which size: fewest people out, sizes even, most tables as preferred.

Knows numbers only. What it decides follows from the number of people, the sizes and who has to sit together:
never from who they are, so that nobody can be suspected of having been counted out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import inf

from tournaments.pairing.api import LARGEST_TABLE, SMALLEST_TABLE, CannotPair

Sizes = tuple[int, ...]


def allowed(people: int, prefer: int, seats: frozenset[int]) -> frozenset[int]:
    """One more or one fewer than preferred where that seats everybody, else all the rules allow."""
    near = seats & {prefer - 1, prefer, prefer + 1}
    return near if seats_all(people, near) else seats


def seats_all(people: int, sizes: frozenset[int]) -> bool:
    """Whether everybody can be seated at even tables of these sizes."""
    return any(set(_even(people, tables)) <= sizes for tables in range(1, people + 1))


def split(people: int, prefer: int, allow: frozenset[int], groups: Sequence[int] = ()) -> Sizes:
    """Table sizes, the largest first. Whoever they do not hold sits out.

    ``groups`` are numbers of people who have to sit together: each gets a table that holds it.
    """
    sizes = frozenset(size for size in allow if SMALLEST_TABLE <= size <= LARGEST_TABLE)
    if not sizes:
        raise CannotPair("no-such-size", allow=sorted(allow))
    if people < min(sizes):
        raise CannotPair("too-few-players", people=people, smallest=min(sizes))
    if _least(groups, sizes) > people:  # seen at once, where trying every number of people takes long
        raise CannotPair("fixed-too-many", people=sum(groups), seats=people)
    for seated in range(people, 0, -1):
        found = _best(seated, prefer, sizes, groups)
        if found is not None:
            return found
    raise CannotPair("fixed-too-many", people=sum(groups), seats=people)


def holds(sizes: Sizes, groups: Sequence[int]) -> bool:
    """Whether each group finds a table of its own that is large enough."""
    largest_first = sorted(groups, reverse=True)
    return len(groups) <= len(sizes) and all(
        group <= size for group, size in zip(largest_first, sizes, strict=False)
    )


def _least(groups: Sequence[int], sizes: frozenset[int]) -> float:
    """Seats at the smallest tables that hold the groups; infinitely many where one is too large for any."""
    return sum(min((size for size in sizes if size >= group), default=inf) for group in groups)


def _best(people: int, prefer: int, sizes: frozenset[int], groups: Sequence[int]) -> Sizes | None:
    """All of them seated: even if that is possible, else at sizes as near each other as can be."""
    for found in (_all_even(people, sizes), *_ever_wider(people, prefer, sizes)):
        holding = [each for each in found if holds(each, groups)]
        if holding:
            return min(holding, key=lambda each: _rank(each, prefer))
    return _around(people, prefer, sizes, groups) if groups else None


def _all_even(people: int, sizes: frozenset[int]) -> list[Sizes]:
    """Sizes that differ by one at most."""
    every = (_even(people, tables) for tables in range(-(-people // max(sizes)), people // min(sizes) + 1))
    return [each for each in every if set(each) <= sizes]


def _ever_wider(people: int, prefer: int, sizes: frozenset[int]) -> Iterator[list[Sizes]]:
    """Sizes that are neighbours among those allowed; then next to neighbours, and so on."""
    steps = sorted(sizes)
    for apart in range(1, max(2, len(steps))):
        windows = [frozenset(steps[first : first + apart + 1]) for first in range(max(1, len(steps) - apart))]
        yield [each for window in windows for each in _within(people, prefer, window)]


def _around(people: int, prefer: int, sizes: frozenset[int], groups: Sequence[int]) -> Sizes | None:
    """Tables for the groups first, the rest around them: where nothing tidier holds everybody."""
    sums: dict[int, Sizes] = {0: ()}
    for group in groups:
        sums = {
            total + size: (*made, size)
            for total, made in sums.items()
            for size in sorted(sizes, key=lambda size: size == prefer)
            if size >= group
        }
    whole = [
        tuple(sorted((*made, *rest), reverse=True))
        for total, made in sums.items()
        if total <= people
        and (rest := _best(people - total, prefer, sizes, ()) if total < people else ()) is not None
    ]
    return min(whole, key=lambda each: _rank(each, prefer), default=None)


def _rank(sizes: Sizes, prefer: int) -> tuple[int, int, int]:
    """Fewest of another size; then most as preferred; then the smaller tables."""
    return sum(size != prefer for size in sizes), -sizes.count(prefer), -len(sizes)


def _within(people: int, prefer: int, sizes: frozenset[int]) -> Iterator[Sizes]:
    """The ways that matter: any with the fewest tables of another size is among them."""
    if prefer not in sizes:
        fewest = _fewest(people, sizes)
        if fewest:
            yield fewest
        return
    # Of as many odd tables as the preferred size holds, some always make up whole preferred ones instead.
    for odd in range(min(prefer, people // min(sizes) + 1)):
        for others in combinations_with_replacement(sorted(sizes - {prefer}), odd):
            tables, rest = divmod(people - sum(others), prefer)
            if rest == 0 and tables >= 0:
                yield tuple(sorted((*others, *(prefer,) * tables), reverse=True))


def _fewest(people: int, sizes: frozenset[int]) -> Sizes | None:
    """As few tables as can be."""
    best: list[Sizes | None] = [()]
    for seated in range(1, people + 1):
        before = [
            (*found, size) for size in sizes if size <= seated and (found := best[seated - size]) is not None
        ]
        best.append(min(before, key=lambda each: (len(each), each)) if before else None)
    found = best[people]
    return None if found is None else tuple(sorted(found, reverse=True))


def _even(people: int, tables: int) -> Sizes:
    small, larger = divmod(people, tables)
    return (small + 1,) * larger + (small,) * (tables - larger)
