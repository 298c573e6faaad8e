"""From an ordered list of tie-breaks to ranks, and to what decided between neighbours.

The entrants are one group; each tie-break in turn splits the groups that are still tied. Knows no tie-break.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from tournaments.tiebreaks.api import Number, TieBreak, WithinTies
from tournaments.tiebreaks.field import Field


@dataclass(frozen=True, slots=True)
class Edge:
    """What put one ahead of the next: the tie-break, and the two numbers."""

    key: str
    ahead: Number
    behind: Number


@dataclass(frozen=True, slots=True)
class Ranking:
    """Groups of equals, best first; between two groups, what decided. Also every number there is."""

    groups: list[list[int]]
    edges: list[Edge]
    values: Mapping[str, Mapping[int, Number]]


@dataclass(slots=True)
class _Order:
    """Groups so far. ``edges`` stand between them: always one fewer."""

    groups: list[list[int]]
    edges: list[Edge] = field(default_factory=list)


def rank(found: Field, tiebreaks: Sequence[TieBreak], among: Sequence[int] | None = None) -> Ranking:
    """Everybody, or these, in order. Equals stand in the order in which they came."""
    ranked = list(found.entrants if among is None else among)
    order = _Order([ranked] if ranked else [])
    values: dict[str, Mapping[int, Number]] = {}
    for tiebreak in tiebreaks:
        if isinstance(tiebreak, WithinTies):
            order, values[tiebreak.key] = _within(found, order, tiebreak)
        else:
            values[tiebreak.key] = tiebreak.values(found)
            order = _split_all(order, tiebreak, values[tiebreak.key])
    return Ranking(order.groups, order.edges, values)


def _split_all(order: _Order, tiebreak: TieBreak, values: Mapping[int, Number]) -> _Order:
    return _joined(order, (_split(group, tiebreak, values) for group in order.groups))


def _within(found: Field, order: _Order, tiebreak: WithinTies) -> tuple[_Order, Mapping[int, Number]]:
    known: dict[int, Number] = {}
    parts = [_split_within(found, group, tiebreak, known) for group in order.groups]
    return _joined(order, parts), known


def _split_within(found: Field, group: list[int], tiebreak: WithinTies, known: dict[int, Number]) -> _Order:
    """Again among those who are still tied, as long as that parts somebody."""
    values = tiebreak.among(found, group) if len(group) > 1 else None
    if values is None:
        return _Order([group])
    known.update(values)
    parts = _split(group, tiebreak, values)
    if len(parts.groups) == 1:
        return parts
    return _joined(parts, (_split_within(found, part, tiebreak, known) for part in parts.groups))


def _split(group: list[int], tiebreak: TieBreak, values: Mapping[int, Number]) -> _Order:
    if len(group) == 1:
        return _Order([group])
    ordered = sorted(group, key=values.__getitem__, reverse=tiebreak.higher_is_better)
    groups = [list(equals) for _, equals in groupby(ordered, key=values.__getitem__)]
    edges = [Edge(tiebreak.key, values[ahead[0]], values[behind[0]]) for ahead, behind in pairwise(groups)]
    return _Order(groups, edges)


def _joined(order: _Order, parts: Iterable[_Order]) -> _Order:
    """Each group replaced by its parts; the edges between groups stay where they were."""
    joined = _Order([])
    for at, part in enumerate(parts):
        if at:
            joined.edges.append(order.edges[at - 1])
        joined.groups += part.groups
        joined.edges += part.edges
    return joined
