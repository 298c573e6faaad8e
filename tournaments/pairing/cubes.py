"""The schedule of 32 people, tables of four, ten rounds, built rather than searched for at large.

People stand on the corners of four cubes; corners are three bits, and every round looks the same when all
four cubes are mirrored alike. Three kinds of rounds are then possible, and counting meetings leaves room
for one of the first kind, three of the second and six of the third:

- each cube is cut into two parallel faces or their like (a plane of corners and its other half);
- cubes go in pairs, an edge (or diagonal) of one with a parallel one of the other;
- one corner from each cube at every table.

The edges of the second kind have to be sums of each other for the distances to come out; with those fixed,
the six tables of the third kind are found by trying. Every two people meet, but for opposite corners.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

Rounds = tuple[tuple[tuple[int, ...], ...], ...]

CORNERS = range(8)
CUBES = range(4)
EDGE = {(0, 1): 1, (0, 2): 2, (0, 3): 4, (1, 2): 3, (1, 3): 5, (2, 3): 6}
"""Along which way two cubes are joined in the round in which they go together."""
TRANSVERSALS = 6

Offsets = tuple[int, int, int, int]
"""Of a table with one corner of each cube: that of the first cube is 0, mirrors make the others."""


def rounds() -> Rounds:
    """The ten rounds, people counted from 0."""
    chosen = next(_transversals((), _candidates()))
    return (
        _planes(),
        *(_joined(one, chosen) for one in (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))),
        *(_mirrored(offsets) for offsets in chosen),
    )


def _candidates() -> list[Offsets]:
    return [(0, one, two, three) for one in CORNERS for two in CORNERS for three in CORNERS]


def _transversals(chosen: tuple[Offsets, ...], left: list[Offsets]) -> Iterator[tuple[Offsets, ...]]:
    """Six tables in which no two cubes are at the same distance twice, what is left being the joined ones."""
    if len(chosen) == TRANSVERSALS:
        if all(len(set(_missing(pair, chosen))) == 2 for pair in EDGE) and _fits(chosen):
            yield chosen
        return
    for index, each in enumerate(left):
        fitting = [other for other in left[index + 1 :] if _no_distance_twice(each, other)]
        yield from _transversals((*chosen, each), fitting)


def _no_distance_twice(one: Offsets, other: Offsets) -> bool:
    return all(one[a] ^ one[b] != other[a] ^ other[b] for a, b in EDGE)


def _missing(pair: tuple[int, int], chosen: tuple[Offsets, ...]) -> list[int]:
    used = {offsets[pair[0]] ^ offsets[pair[1]] for offsets in chosen}
    return [distance for distance in CORNERS if distance not in used]


def _fits(chosen: tuple[Offsets, ...]) -> bool:
    return all(first ^ second == EDGE[pair] for pair in EDGE for first, second in [_missing(pair, chosen)])


def _person(cube: int, corner: int) -> int:
    return 8 * cube + corner


def _mirrored(offsets: Offsets) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(_person(cube, offsets[cube] ^ mirror) for cube in CUBES) for mirror in CORNERS)


def _joined(pairs: tuple[tuple[int, int], ...], chosen: tuple[Offsets, ...]) -> tuple[tuple[int, ...], ...]:
    tables = []
    for one, other in pairs:
        edge, distance = EDGE[one, other], _missing((one, other), chosen)[0]
        tables += [
            (
                _person(one, corner),
                _person(one, corner ^ edge),
                _person(other, corner ^ distance),
                _person(other, corner ^ edge ^ distance),
            )
            for corner in CORNERS
            if corner < corner ^ edge
        ]
    return tuple(tables)


def _planes() -> tuple[tuple[int, ...], ...]:
    """Of each cube the plane that holds none of its edges, nor the way to the opposite corner."""
    tables = []
    for cube in CUBES:
        taken = {way for pair, way in EDGE.items() if cube in pair} | {7}
        plane = [0, *(way for way in CORNERS if way and way not in taken)]
        assert all(one ^ other in plane for one, other in combinations(plane, 2))  # noqa: S101 - a proof, not a check of what came in
        tables += [
            tuple(_person(cube, corner) for corner in CORNERS if (corner in plane) == inside)
            for inside in (True, False)
        ]
    return tuple(tables)
