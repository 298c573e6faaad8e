"""Looking ahead in small fields: seat this round so that the rounds still planned need no repeats.

Round by round, a small field paints itself into a corner. For some fields a schedule is known in which nobody ever meets
twice (``schedules/``). Whoever has met so far is laid over such a schedule, person over number, in many ways; each
way offers every round of it that has not been played yet. Early on, the one that spreads the points least is taken;
later the way that will spread them least in all. Knows neither seats nor words, and gives up where the field has left
every known schedule.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np

from tournaments.pairing.budget import Budget
from tournaments.pairing.chance import Chance
from tournaments.pairing.problem import Problem
from tournaments.pairing.proof import totals

HERE = Path(__file__).parent / "schedules"
WAYS = 400
"""Ways of laying the field over a schedule that are looked at."""
MOST_TRIED = 40_000
"""People laid over numbers before a way that does not come out is given up."""

Tables = list[list[int]]
Rounds = tuple[tuple[tuple[int, ...], ...], ...]


def look_ahead(problem: Problem, tables: Tables, chance: Chance, budget: Budget) -> Tables | None:
    """A seating of this round that leaves the rest possible; nothing where there is none or none is needed."""
    rounds, now = problem.request.rounds, problem.request.round
    if rounds is None or now >= rounds or problem.mixed or problem.fixed or problem.request.apart:
        return None
    if totals(problem, tables).repeats or problem.met.max(initial=0) > 1:
        return None
    for schedule in _schedules(problem.sizes[0], problem.people):
        if len(schedule) >= rounds:
            found = _Laying(problem, schedule, rounds, chance, budget).best()
            if found is not None:
                return found
    return None


@cache
def _schedules(size: int, people: int) -> tuple[Rounds, ...]:
    """The known schedules for just this field, the shortest first: it leaves the most to choose."""
    found = []
    for path in HERE.glob(f"{size}-{people}-*.txt"):
        lines = [line for line in path.read_text(encoding="ascii").splitlines() if line and line[0] != "#"]
        found.append(
            tuple(
                tuple(tuple(int(each) - 1 for each in table.split()) for table in line.split("|"))
                for line in lines
            )
        )
    return tuple(sorted(found, key=len))


class _Laying:
    """All ways of giving the people the numbers of a schedule, so that those met are those whom it has let meet."""

    def __init__(
        self, problem: Problem, schedule: Rounds, planned: int, chance: Chance, budget: Budget
    ) -> None:
        self.problem = problem
        self.schedule = schedule
        self.numbers = np.array(schedule)
        self.planned = planned
        self.chance = chance
        self.budget = budget
        self.people = problem.people
        self.met = [
            sum(1 << int(other) for other in np.flatnonzero(problem.met[one, :-1]))
            for one in range(self.people)
        ]
        self.tried = 0

    def best(self) -> Tables | None:
        """The round to play now, of the best of the ways looked at."""
        degree = {mask.bit_count() for mask in self.met}
        size = self.problem.sizes[0]
        if len(degree) != 1 or degree.copy().pop() % (size - 1):
            return None
        played = degree.pop() // (size - 1)
        cheapest: tuple[int, Tables] | None = None
        for way, rest in self._ways(played):
            cost, number = self._judged(way, rest, played)
            if cheapest is None or cost < cheapest[0]:
                cheapest = cost, [[way[label] for label in table] for table in self.schedule[number]]
            if played == 0:
                break
        return None if cheapest is None else cheapest[1]

    def _judged(self, way: list[int], rest: list[int], played: int) -> tuple[int, int]:
        """What a way costs, and which of its rounds to play now.

        Who will be far apart hardly shows in the first third: then only this round counts. Afterwards the field soon
        has few ways left, and whatever spreads most had better be played before the points drift further apart.
        """
        points = self.problem.points
        sums = points[np.array(way)[self.numbers[rest]]].sum(2)
        spreads = self.problem.sizes[0] * int((points**2).sum()) - (sums**2).sum(1)
        order = np.argsort(spreads, kind="stable")
        if 3 * played < self.planned - 1:
            return int(spreads[order[0]]), rest[order[0]]
        order = order[: self.planned - played][::-1]
        drift = np.arange(played + 1, played + 1 + len(order)) ** 2
        return int((spreads[order] * drift).sum()), rest[order[0]]

    def _ways(self, played: int) -> Iterator[tuple[list[int], list[int]]]:
        """The people in order of their numbers, with the rounds of the schedule that are left."""
        rounds = range(len(self.schedule))
        chosen = list(combinations(rounds, played))
        order = self.chance.order(len(chosen))
        found = 0
        ways, most_tried = self.budget.work(WAYS), self.budget.work(MOST_TRIED)
        while found < ways and self.tried < most_tried and not self.budget.over():
            before = found
            for index in order:
                way = self._lay(self._meetings(chosen[index]))
                if way is not None:
                    found += 1
                    yield way, [number for number in rounds if number not in chosen[index]]
            if found == before:
                return

    def _meetings(self, rounds: tuple[int, ...]) -> list[int]:
        """Whom each number has met in these rounds."""
        masks = [0] * self.people
        for number in rounds:
            for table in self.schedule[number]:
                for one in table:
                    masks[one] |= sum(1 << other for other in table if other != one)
        return masks

    def _lay(self, meetings: list[int]) -> list[int] | None:
        """One way, chosen by chance: for each number the person who has it."""
        everyone = (1 << self.people) - 1
        given: dict[int, int] = {}
        tried = self.tried

        def go(open_to: dict[int, int]) -> bool:
            self.tried += 1
            if not open_to:
                return True
            if self.tried - tried > 40 * self.people:
                return False
            person = min(open_to, key=lambda one: (open_to[one].bit_count(), luck[one]))
            numbers = [each for each in range(self.people) if open_to[person] >> each & 1]
            for index in self.chance.order(len(numbers)):
                number = numbers[index]
                left = {
                    other: may & (meetings[number] if self.met[person] >> other & 1 else without[number])
                    for other, may in open_to.items()
                    if other != person
                }
                if all(left.values()):
                    given[number] = person
                    if go(left):
                        return True
            return False

        without = [everyone & ~mask & ~(1 << number) for number, mask in enumerate(meetings)]
        luck = self.chance.order(self.people)
        if not go(dict.fromkeys(range(self.people), everyone)):
            return None
        return [given[number] for number in range(self.people)]
