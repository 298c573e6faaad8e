"""Tables of two: minimum-weight perfect matching, whole in small fields, in overlapping windows in large ones.

A matching of the whole field is the best there is. It takes time by the cube of the field, so a large one is matched
window by window down the standings until no window gets better. Knows one weight for two at a table.
"""

from __future__ import annotations

import numpy as np
import rustworkx as rx

from tournaments.pairing.budget import Budget
from tournaments.pairing.chance import Chance
from tournaments.pairing.problem import Problem, Weights

WHOLE = 200
"""Up to so many people are matched at once: the result is the best there is."""
WINDOW = 96
MOST_PASSES = 12
WIDEST = 800
"""A window grows to this before a repeat is put up with."""

Pairs = list[tuple[int, int]]


def pair_twos(problem: Problem, chance: Chance, budget: Budget) -> tuple[Pairs, bool]:
    """Everybody in twos, and whether that is proved the best by all costs of who meets whom."""
    free = [number for number in range(problem.people) if number not in _seated_together(problem)]
    seated: Pairs = [(group[0], group[1]) for _table, group in problem.fixed if len(group) == 2]
    weight = _keep_fixed_apart(problem)
    chance_order = chance.order(len(free))
    in_order = sorted(
        range(len(free)), key=lambda index: (-int(problem.points[free[index]]), chance_order[index])
    )
    order = [free[index] for index in in_order]
    if len(order) <= WHOLE:
        return seated + match(order, weight), True
    return seated + _by_windows(order, weight, problem, budget), False


def match(people: list[int], weight: Weights) -> Pairs:
    """The cheapest way to put all of them into pairs."""
    if len(people) < 2:
        return []
    between = weight[np.ix_(people, people)]
    top = int(between.max()) + 1
    graph: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(people))
    rows, columns = np.triu_indices(len(people), 1)
    gains = [top - int(each) for each in between[rows, columns].tolist()]
    graph.add_edges_from(list(zip(rows.tolist(), columns.tolist(), gains, strict=True)))
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((people[min(pair)], people[max(pair)]) for pair in found)


def _by_windows(order: list[int], weight: Weights, problem: Problem, budget: Budget) -> Pairs:
    pairs: Pairs = list(zip(order[::2], order[1::2], strict=True))
    window = WINDOW
    for done in range(MOST_PASSES):
        better = False
        step = window // 4
        pairs.sort(key=lambda pair: -int(problem.points[pair[0]] + problem.points[pair[1]]))
        for start in range(0, max(1, len(pairs) - step), step):
            if budget.over():
                return pairs
            better |= _rematch(pairs, slice(start, start + window // 2), weight)
            going = start / len(pairs)
            if not budget.report((done + going) / MOST_PASSES, dict):
                return pairs
        if not better:
            again = any(problem.met[pair] or problem.apart[pair] for pair in pairs)
            if not again or window >= min(WIDEST, len(order)):
                break
            window *= 2
    return pairs


def _rematch(pairs: Pairs, part: slice, weight: Weights) -> bool:
    before = pairs[part]
    after = match([each for pair in before for each in pair], weight)
    if sum(weight[pair] for pair in after) >= sum(weight[pair] for pair in before):
        return False
    pairs[part] = after
    return True


def _seated_together(problem: Problem) -> set[int]:
    return {each for _table, group in problem.fixed if len(group) == 2 for each in group}


def _keep_fixed_apart(problem: Problem) -> Weights:
    """People with different fixed tables cannot meet: that outweighs everything."""
    alone = [group[0] for _table, group in problem.fixed if len(group) == 1]
    if len(alone) < 2:
        return problem.weight
    weight = problem.weight.copy()
    weight[np.ix_(alone, alone)] = weight.max() * problem.people + 1
    return weight
