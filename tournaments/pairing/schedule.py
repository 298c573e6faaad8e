"""Stored schedules: everybody meets as many others as can be, and nobody twice.

Numbers in the schedule are given by seeding and never change. Where fewer play than the schedule holds,
seats that never meet are left empty, so that tables are one short and no more. When people come or go, the
round of the schedule that costs least is taken and mended. Points do not count here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.api import gettext_noop
from tournaments.pairing.api import Pairing, Reason, Request, Watch
from tournaments.pairing.designs import Design, schedules
from tournaments.pairing.lattices import lattice
from tournaments.pairing.mending import fitted, gathered, improved, total
from tournaments.pairing.seating import Groups, everybody, finished, who_plays


class ScheduleSystem:
    key = "schedule"
    name = gettext_noop("Stored schedule")
    about = gettext_noop(
        "For a small field: nobody meets anybody twice for as many rounds as are known to be possible."
    )

    def rounds(self, people: int, prefer: int, options: Mapping[str, Any]) -> int | None:
        return None

    def longest(self, people: int, prefer: int) -> int:
        """For how many rounds nobody meets anybody twice by the schedules that are known here."""
        fitting = [each for each in known(people, prefer) if each.people // prefer == -(-people // prefer)]
        return max((len(each.rounds) for each in fitting), default=1 if people >= prefer else 0)

    def pair(self, request: Request, watch: Watch | None = None) -> Pairing:
        playing, out, sizes = who_plays(request)
        ids = [each.id for each in playing]
        why = everybody((each.id for each in out), Reason("sits-out", {"left": len(out)}))
        cost, groups, reason = _cheapest(request, ids, sizes)
        if request.fixed:
            groups = gathered(groups, request.fixed)
        if request.fixed or cost > (0, 0):
            groups = improved(groups, request)
        return finished(request, groups, everybody(ids, reason) | why)


def _cheapest(
    request: Request, ids: list[str], sizes: Sequence[int]
) -> tuple[tuple[int, int], Groups, Reason]:
    """The round, of all the schedules that may do, which repeats the fewest meetings; the first that repeats none."""
    best = None
    for design in known(len(ids), request.prefer):
        for number, plan in _plans(design, request):
            groups = fitted(plan, ids, sizes, request)
            cost = total(groups, request)
            if best is None or cost < best[0]:
                best = cost, groups, _reason(design, number, plan, groups)
            if cost == (0, 0):
                return best
    if best is not None:
        return best
    return (1, 0), fitted([], ids, sizes, request), Reason("no-schedule", {"people": len(ids)})


def known(people: int, size: int) -> list[Design]:
    """Schedules for about so many, the nearest first; of equals the one with more rounds."""
    tables = -(-people // size)
    found = [each for each in schedules(size) if each.people // size in (tables, tables - 1)]
    found += [
        Design(size * count, size, rounds)
        for count in (tables, tables - 1)
        if (rounds := lattice(size, count)) is not None
    ]
    return sorted(
        found, key=lambda each: (each.people < people, abs(each.people - people), -len(each.rounds))
    )


def _plans(design: Design, request: Request) -> Iterator[tuple[int, list[list[str]]]]:
    """Each round of the schedule with names in place of numbers, the one whose turn it is first."""
    numbers = _numbers(design, request)
    count = len(design.rounds)
    for offset in range(count):
        index = (request.round - 1 + offset) % count
        yield (
            index + 1,
            [[numbers[each] for each in table if each in numbers] for table in design.rounds[index]],
        )


def _numbers(design: Design, request: Request) -> dict[int, str]:
    """Who has which number. Who comes late gets one that is free, or that somebody has left."""
    here = {each.id for each in request.contenders}
    people = [*(request.seeding or sorted(here))]
    people += sorted(here - set(people))
    slots = design.last_ones()
    given = dict(zip(slots, people, strict=False))
    left = iter([slot for slot, who in given.items() if who not in here])
    for late in people[len(slots) :]:
        if late in here and (slot := next(left, None)) is not None:
            given[slot] = late
    return {slot: who for slot, who in given.items() if who in here}


def _reason(design: Design, number: int, plan: list[list[str]], groups: Groups) -> Reason:
    facts = {"people": design.people, "size": design.size, "rounds": len(design.rounds), "round": number}
    same = sorted(sorted(each) for each in plan if each) == sorted(sorted(each) for each in groups)
    return Reason("schedule-round" if same else "schedule-mended", facts)


system = ScheduleSystem()
