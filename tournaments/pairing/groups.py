"""Groups: drawn by seeding or by lot, a round robin inside each. Finals are a stage of their own.

Who comes late joins the smallest group. Knows nothing of who goes on: see ``stages``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from rules.api import gettext_noop
from tournaments.pairing import round_robin
from tournaments.pairing.api import CannotPair, Pairing, PastRound, Reason, Request, Watch
from tournaments.pairing.seating import Why, check, everybody, finished

GROUP_SIZE = {2: 4, 3: 6, 4: 8, 5: 10, 6: 12}
"""People in a group where nothing else was said, by the preferred table size."""


class GroupsSystem:
    key = "groups"
    name = gettext_noop("Groups")
    about = gettext_noop(
        "For a larger field: everybody meets everybody of their group, the best of each go on to the finals."
    )

    def rounds(self, people: int, prefer: int, options: Mapping[str, Any]) -> int | None:
        """``groups`` or ``group_size``, ``draw`` (``snake`` or ``random``), ``draw_seed``, and those of a round robin."""
        if people < 2:
            return 0
        count = how_many(people, prefer, options)
        sizes = {-(-people // count), people // count}
        return max(round_robin.system.rounds(size, prefer, options) or 0 for size in sizes)

    def pair(self, request: Request, watch: Watch | None = None) -> Pairing:
        check(request)
        people = round_robin.in_order(request)
        drawn = draw(people, round_robin.started(request, people), request.prefer, request.options)
        groups: list[Sequence[str]] = []
        why: Why = {}
        for number, members in enumerate(drawn, start=1):
            try:
                pairing = round_robin.system.pair(_inside(request, members))
            except CannotPair as error:
                why |= everybody(members, Reason(_idle(error), {"group": number}))
            else:
                groups += [table.seats for table in pairing.tables]
                why |= {
                    each: (Reason("group", {"group": number}), *why_) for each, why_ in pairing.why.items()
                }
        if not groups:
            raise CannotPair("stage-over" if request.past else "too-few-players")
        return finished(request, groups, why, seats_given=True)


def how_many(people: int, prefer: int, options: Mapping[str, Any]) -> int:
    """How many groups there are: as asked, never so many that a group could not fill a table."""
    size = max(prefer, int(options.get("group_size", GROUP_SIZE[prefer])))
    asked = int(options.get("groups", 0)) or -(-people // size)
    return max(1, min(asked, people // prefer))


def draw(people: Sequence[str], began: int, prefer: int, options: Mapping[str, Any]) -> list[list[str]]:
    """The groups, first those who were there when the stage began."""
    count = how_many(began, prefer, options)
    first, late = list(people[:began]), people[began:]
    if options.get("draw") == "random":
        Random(f"{options.get('draw_seed', 0)}").shuffle(first)  # noqa: S311 - repeatable is what is wanted here
    groups: list[list[str]] = [[] for _ in range(count)]
    for index, each in enumerate(first):
        turn, place = divmod(index, count)
        groups[count - 1 - place if turn % 2 else place].append(each)
    for each in late:
        min(groups, key=len).append(each)
    return groups


def _idle(error: CannotPair) -> str:
    return "group-finished" if error.code == "stage-over" else "group-too-small"


def _inside(request: Request, members: Sequence[str]) -> Request:
    """The same request as one group sees it."""
    mine = set(members)
    return replace(
        request,
        contenders=tuple(each for each in request.contenders if each.id in mine),
        fixed={},
        seeding=tuple(members),
        past=tuple(
            PastRound(
                tuple(table for table in played.tables if set(table.seats) <= mine),
                tuple(each for each in played.out if each in mine),
            )
            for played in request.past
        ),
    )


system = GroupsSystem()
