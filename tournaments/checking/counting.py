"""The costs once more, and what the sizes force, by the plainest arithmetic that will do."""

from __future__ import annotations

from fractions import Fraction

from tournaments.checking.reading import Asked

Tables = list[list[str]]


def costs(asked: Asked, tables: Tables) -> dict[str, Fraction]:
    """All seven, from who sits where."""
    seated = [each for table in tables for each in table]
    out = sizes = repeats = apart = club = seats = 0
    spread = Fraction(0)
    for each in asked.people:
        if each not in seated:
            out += 1
    for table in tables:
        if len(table) != asked.prefer:
            sizes += 1
        for seat, each in enumerate(table):
            one = asked.people[each]
            used = list(one.seats)
            used[seat] += 1
            counted = used[: asked.prefer]
            seats += max(0, max(counted) - min(counted) - 1)
            for name in table[seat + 1 :]:
                other = asked.people[name]
                repeats += asked.met.get(frozenset((each, name)), 0)
                apart += frozenset((each, name)) in asked.apart
                spread += (one.points - other.points) ** 2
                club += one.club != "" and one.club == other.club
    found = {"out": out, "sizes": sizes, "repeats": repeats, "apart": apart, "club": club, "seats": seats}
    return {**{name: Fraction(value) for name, value in found.items()}, "spread": spread}


def reachable(most: int, allow: frozenset[int]) -> set[int]:
    """Every number of people that tables of the allowed sizes hold exactly."""
    found = {0}
    for people in range(1, most + 1):
        if any(people - size in found for size in allow):
            found.add(people)
    return found


def most_seated(asked: Asked) -> int:
    """How many can be seated at once, those fixed to a table among them; 0 if they cannot be."""
    exact = reachable(len(asked.people), asked.allow)
    sums = {0}
    for group in fixed_groups(asked):
        sums = {each + size for each in sums for size in asked.allow if size >= group}
    rests = [len(asked.people) - each for each in sums]
    return max(
        (
            len(asked.people) - rest + max(each for each in exact if each <= rest)
            for rest in rests
            if rest >= 0
        ),
        default=0,
    )


def fewest_off_size(asked: Asked, people: int) -> int | None:
    """The fewest tables of another size among the splits whose sizes differ by at most one; nothing if none is."""
    best = None
    for tables in range(1, people + 1):
        size, more = divmod(people, tables)
        sizes = [size + 1] * more + [size] * (tables - more)
        if set(sizes) <= asked.allow and _hold(sizes, fixed_groups(asked)):
            off = sum(each != asked.prefer for each in sizes)
            best = off if best is None else min(best, off)
    return best


def fixed_groups(asked: Asked) -> list[int]:
    """How many are fixed to each table that anybody is fixed to, the most first."""
    at = list(asked.fixed.values())
    return sorted((at.count(number) for number in set(at)), reverse=True)


def _hold(sizes: list[int], groups: list[int]) -> bool:
    """Whether each group finds a table of its own. Both lists begin with the largest."""
    return len(groups) <= len(sizes) and all(
        size >= group for size, group in zip(sizes, groups, strict=False)
    )


def who_sits_out(asked: Asked, how_many: int) -> set[str]:
    """Who sat out least, and of these the lowest: nobody whose table is fixed."""
    free = [each for each in asked.people.values() if each.id not in asked.fixed]
    free.sort(key=lambda each: (each.sat_out, -each.rank))
    return {each.id for each in free[:how_many]}
