"""Finds schedules in which no two people share a table twice: ``python -m tournaments.pairing.schedule_search``.

People stand in wheels of equal length, and perhaps a few in the middle. One round is looked for by
simulated annealing; turning the wheels by one gives the next. A search for one round in place of
seven is short, and the wheels make the rounds alike for everybody. A wheel of length 1 is no wheel:
then every round is looked for by itself. Knows nothing of the stored files but how to write one.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

from tournaments.pairing import cubes
from tournaments.pairing.starters import Names, TooLong, starter

Table = tuple[int, ...]
Rounds = tuple[tuple[Table, ...], ...]

STEPS_A_RUN = 300_000
MOST_TRIED = 3_000
"""Tables tried one by one, a run."""
HOT, COLD = 1.2, 0.12


@dataclass(frozen=True, slots=True)
class Wheels:
    """Who turns with whom: ``wheels`` of ``length`` people each, then ``middle`` who stay."""

    length: int
    wheels: int
    middle: int

    @property
    def people(self) -> int:
        return self.length * self.wheels + self.middle

    def turned(self, person: int, by: int) -> int:
        if person >= self.length * self.wheels:
            return person
        wheel, place = divmod(person, self.length)
        return wheel * self.length + (place + by) % self.length

    def meeting(self, one: int, other: int) -> tuple[tuple[int, ...], int]:
        """What the meeting becomes in all turns: its name, and how often that makes the same two meet."""
        turning = self.length * self.wheels
        one, other = min(one, other), max(one, other)
        if one >= turning:
            return (one, other), self.length
        if other >= turning:
            return (one // self.length, other), 1
        (wheel, place), (second, further) = divmod(one, self.length), divmod(other, self.length)
        apart = (further - place) % self.length
        if wheel == second:
            apart = min(apart, self.length - apart)
            return (wheel, second, apart), 2 if 2 * apart == self.length else 1
        return (wheel, second, apart), 1


def ways(people: int, rounds: int) -> Iterator[tuple[Wheels, int]]:
    """Wheels that fit, with how many rounds have to be looked for; the longest wheels first."""
    for length in range(rounds, 0, -1):
        if rounds % length == 0:
            yield Wheels(length, people // length, people % length), rounds // length


def search(people: int, size: int, rounds: int, seed: int = 0, runs: int = 20) -> Rounds | None:
    """A schedule without a second meeting, or nothing if none was found in that many runs of each way."""
    if people % size or rounds * (size - 1) > people - 1:
        return None
    if (people, size, rounds) == (32, 4, 10):
        return cubes.rounds()
    exact = one_by_one(people, size, rounds, seed, MOST_TRIED * runs)
    if exact is not None:
        return exact
    for run in range(runs):
        for wheels, starters in ways(people, rounds):
            found = Annealing(wheels, size, starters, Random(f"{seed} {run} {wheels.length}")).run()  # noqa: S311 - repeatable is what is wanted here
            if found is not None:
                return developed(found, wheels)
    return None


def one_by_one(people: int, size: int, rounds: int, seed: int, most: int) -> Rounds | None:
    """The same by trying every table, where the wheels are as long as there are rounds.

    Where the one in the middle sits with one of each wheel, the wheels can be counted from there.
    """
    wheels = Wheels(rounds, people // rounds, people % rounds)
    if wheels.middle * (size - 1) > wheels.middle * wheels.wheels:
        return None
    numbers: dict[tuple[int, ...], int] = {}
    names: Names = [[None] * people for _ in range(people)]
    for one, other in combinations(range(people), 2):
        key, weight = wheels.meeting(one, other)
        if weight == 1:
            names[one][other] = names[other][one] = numbers.setdefault(key, len(numbers))
    first = None
    if wheels.middle and wheels.wheels == size - 1:
        first = (*(wheel * rounds for wheel in range(wheels.wheels)), rounds * wheels.wheels)
    try:
        found = starter(names, size, first, Random(seed), most)  # noqa: S311 - repeatable is what is wanted here
    except TooLong:
        return None
    if found is None:
        return None
    tables = tuple(tuple(each for each in range(people) if seats >> each & 1) for seats, _meetings in found)
    return developed((tables,), wheels)


def developed(starters: Rounds, wheels: Wheels) -> Rounds:
    """Every round that turning gives."""
    return tuple(
        tuple(tuple(wheels.turned(each, by) for each in table) for table in starter)
        for starter in starters
        for by in range(wheels.length)
    )


class Annealing:
    """Exchanges two people of a round; a worse round is kept ever more rarely."""

    def __init__(self, wheels: Wheels, size: int, starters: int, random: Random) -> None:
        self.people, self.size, self.random = wheels.people, size, random
        names: dict[tuple[int, ...], int] = {}
        self.weight: list[int] = []
        self.name = [[0] * self.people for _ in range(self.people)]
        for one, other in combinations(range(self.people), 2):
            key, weight = wheels.meeting(one, other)
            if key not in names:
                names[key] = len(names)
                self.weight.append(weight)
            self.name[one][other] = self.name[other][one] = names[key]
        self.rows = [random.sample(range(self.people), self.people) for _ in range(starters)]

    def run(self, steps: int = STEPS_A_RUN) -> Rounds | None:
        """A starter for each orbit of rounds in which no meeting happens twice."""
        self.count = [0] * len(self.weight)
        for row in self.rows:
            for table in self._tables(row):
                for one, other in combinations(table, 2):
                    self.count[self.name[one][other]] += self.weight[self.name[one][other]]
        cost = sum(each - 1 for each in self.count if each > 1)
        cooling = (COLD / HOT) ** (1 / steps)
        heat = HOT
        for _ in range(steps):
            if cost == 0:
                return tuple(tuple(tuple(table) for table in self._tables(row)) for row in self.rows)
            heat *= cooling
            cost += self._step(heat)
        return None

    def _step(self, heat: float) -> int:
        random, size, count, weight = self.random.random, self.size, self.count, self.weight
        row = self.rows[int(random() * len(self.rows))]
        left, right = int(random() * self.people), int(random() * self.people)
        first, second = left - left % size, right - right % size
        if first == second:
            return 0
        here, there = self.name[row[left]], self.name[row[right]]
        gone, come = [], []
        for place in range(first, first + size):
            if place != left:
                gone.append(here[row[place]])
                come.append(there[row[place]])
        for place in range(second, second + size):
            if place != right:
                gone.append(there[row[place]])
                come.append(here[row[place]])
        change = 0
        for name in gone:
            before = count[name]
            count[name] = after = before - weight[name]
            change += (after - 1 if after > 1 else 0) - (before - 1 if before > 1 else 0)
        for name in come:
            before = count[name]
            count[name] = after = before + weight[name]
            change += (after - 1 if after > 1 else 0) - (before - 1 if before > 1 else 0)
        if change <= 0 or random() < math.exp(-change / heat):
            row[left], row[right] = row[right], row[left]
            return change
        for name in come:
            count[name] -= weight[name]
        for name in gone:
            count[name] += weight[name]
        return 0

    def _tables(self, row: list[int]) -> list[list[int]]:
        return [row[start : start + self.size] for start in range(0, self.people, self.size)]


def written(rounds: Rounds) -> str:
    """As in the stored files: a round a line, people counted from 1, a bar between tables."""
    return "".join(
        " | ".join(" ".join(str(each + 1) for each in table) for table in tables) + "\n" for tables in rounds
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Look for a schedule in which no two people meet twice.")
    parser.add_argument("people", type=int)
    parser.add_argument("size", type=int)
    parser.add_argument("rounds", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--runs", type=int, default=20)
    asked = parser.parse_args(arguments)
    found = search(asked.people, asked.size, asked.rounds, asked.seed, asked.runs)
    if found is None:
        sys.stderr.write("None was found.\n")
        return 1
    sys.stdout.write(written(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
