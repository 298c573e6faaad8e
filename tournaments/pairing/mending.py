"""Makes a round whole again that was planned for other people: some have gone, some have come.

Changes as little as the sizes need, then exchanges people as long as that spares a repeated meeting.
Knows no system; a plan is only groups of ids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from tournaments.pairing.api import CannotPair, Request, pair_key
from tournaments.pairing.seating import Groups

MOST_KICKS = 150
KICK = 2
Weights = dict[str, dict[str, int]]


def fitted(
    plan: Sequence[Sequence[str]], playing: Sequence[str], sizes: Sequence[int], request: Request
) -> Groups:
    """Groups of those who play, of exactly these sizes, as near to the plan as can be."""
    here = set(playing)
    groups = [[each for each in group if each in here] for group in plan]
    groups = sorted((group for group in groups if group), key=len, reverse=True)
    pool = [each for each in playing if each not in {one for group in groups for one in group}]
    sizes = sorted(sizes, reverse=True)
    for group in groups[len(sizes) :]:
        pool.extend(group)
    groups = groups[: len(sizes)] + [[] for _ in range(len(sizes) - len(groups))]
    for group, size in zip(groups, sizes, strict=True):
        pool.extend(group[size:])
        del group[size:]
    for each in pool:
        open_ = [group for group, size in zip(groups, sizes, strict=True) if len(group) < size]
        min(open_, key=lambda group: price([*group, each], request)).append(each)
    return groups


def gathered(groups: Groups, fixed: Mapping[str, int]) -> Groups:
    """The same groups with people exchanged so that everybody fixed to one table is in one group."""
    groups = [list(group) for group in groups]
    pinned = {each: number for each, number in fixed.items() if any(each in group for group in groups)}
    home: dict[int, int] = {}
    for number in sorted(set(pinned.values())):
        wanted = {each for each, its in pinned.items() if its == number}
        free = [index for index in range(len(groups)) if index not in home.values()]
        free = [index for index in free if len(groups[index]) >= len(wanted)]
        if not free:
            raise CannotPair(
                "table-full", table=number, people=len(wanted), seats=max(map(len, groups), default=0)
            )
        home[number] = max(
            free, key=lambda index: (len(wanted & set(groups[index])), len(groups[index]), -index)
        )
    for each, number in pinned.items():
        here = next(group for group in groups if each in group)
        there = groups[home[number]]
        if here is not there:
            other = next(one for one in there if pinned.get(one) != number)
            here[here.index(each)], there[there.index(other)] = other, each
    return groups


def improved(groups: Groups, request: Request) -> Groups:
    """Fewer repeated meetings, then fewer people together who are to be kept apart. Fixed ones stay."""
    weights = _weights([each for group in groups for each in group], request)
    random = Random(request.seed)  # noqa: S311 - repeatable is what is wanted here
    best = [list(group) for group in groups]
    cost = _descended(best, weights, request.fixed)
    for _ in range(MOST_KICKS if len(groups) > 1 else 0):
        if cost == 0:
            break
        tried = [list(group) for group in best]
        for _exchange in range(KICK):
            _kick(tried, request.fixed, random)
        if (found := _descended(tried, weights, request.fixed)) <= cost:
            best, cost = tried, found
    return best


def _weights(people: Sequence[str], request: Request) -> Weights:
    """What it costs to put two together; one repeated meeting is worse than all the pairs kept apart."""
    repeat = len(request.apart) + 1
    weights: Weights = {each: dict.fromkeys(people, 0) for each in people}
    for (one, other), times in request.met.items():
        if one in weights and other in weights and one != other:
            weights[one][other] = weights[other][one] = times * repeat
    for one, other in request.apart:
        if one in weights and other in weights and one != other:
            weights[one][other] += 1
            weights[other][one] += 1
    return weights


def _descended(groups: Groups, weights: Weights, fixed: Mapping[str, int]) -> int:
    """Exchange two people between two groups while that helps; what is left to pay."""
    again = True
    while again:
        again = False
        for one in groups:
            if _paid(one, weights):
                for other in groups:
                    again |= one is not other and _exchanged(one, other, weights, fixed)
    return sum(_paid(group, weights) for group in groups)


def _exchanged(one: list[str], other: list[str], weights: Weights, fixed: Mapping[str, int]) -> bool:
    """Make the exchange that helps these two groups most, if any does."""
    best, found = 0, None
    pays = {each: sum(map(weights[each].__getitem__, group)) for group in (one, other) for each in group}
    there = {each: sum(map(weights[each].__getitem__, other)) for each in one}
    here = {each: sum(map(weights[each].__getitem__, one)) for each in other}
    for left, mine in enumerate(one):
        for right, theirs in enumerate(other):
            change = there[mine] + here[theirs] - 2 * weights[mine][theirs] - pays[mine] - pays[theirs]
            if change < best and mine not in fixed and theirs not in fixed:
                best, found = change, (left, right)
    if found is None:
        return False
    left, right = found
    one[left], other[right] = other[right], one[left]
    return True


def _paid(group: Sequence[str], weights: Weights) -> int:
    return sum(weights[one][other] for one, other in combinations(group, 2))


def _kick(groups: Groups, fixed: Mapping[str, int], random: Random) -> None:
    one, other = random.sample(groups, 2)
    left, right = random.randrange(len(one)), random.randrange(len(other))
    if one[left] not in fixed and other[right] not in fixed:
        one[left], other[right] = other[right], one[left]


def price(group: Sequence[str], request: Request) -> tuple[int, int]:
    """What a group costs: meetings that are repeated, pairs that are to be kept apart."""
    pairs = list(combinations(group, 2))
    return (
        sum(request.meetings(one, other) for one, other in pairs),
        sum(pair_key(one, other) in request.apart for one, other in pairs),
    )


def total(groups: Sequence[Sequence[str]], request: Request) -> tuple[int, int]:
    prices = [price(group, request) for group in groups]
    return sum(each[0] for each in prices), sum(each[1] for each in prices)
