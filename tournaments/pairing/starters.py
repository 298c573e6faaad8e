"""Finds the one round of which turning the wheels gives a schedule, by trying every table in turn.

Slower to give up than annealing and surer to find: it is what found the longest schedules by fours. Every
meeting of the round, followed through all turns, may happen only once; each table is two sets of bits,
whom it seats and which meetings it uses up. Knows nothing of how wheels turn but the names of meetings.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

Bits = tuple[int, int]
Names = list[list[int | None]]

MOST_TABLES = 200_000
"""More do not fit into a reasonable memory."""


class TooLong(Exception):
    """More was tried than was allowed."""


def starter(
    names: Names, size: int, first: tuple[int, ...] | None, random: Random, most: int
) -> list[Bits] | None:
    """Tables that seat everybody and use no meeting twice; ``first`` is one that may be taken for granted.

    ``names[one][other]`` is what a meeting becomes, and nothing where it would happen twice by itself.
    """
    return _Search(names, size, random, most).run(first)


class _Search:
    def __init__(self, names: Names, size: int, random: Random, most: int) -> None:
        self.names, self.size, self.most = names, size, most
        self.people = len(names)
        self.tables: list[Bits] = []
        self._grow((), 0, 0)
        random.shuffle(self.tables)
        used = {
            name
            for one, other in combinations(range(self.people), 2)
            if (name := names[one][other]) is not None
        }
        needed = self.people // size * (size * (size - 1) // 2)
        self.meetings = len(used) if len(used) == needed else 0
        """How many meetings there are, where every one of them has to be used."""

    def _grow(self, table: tuple[int, ...], seats: int, meetings: int) -> None:
        if len(table) == self.size:
            self.tables.append((seats, meetings))
            if len(self.tables) > MOST_TABLES:
                raise TooLong
            return
        for each in range(table[-1] + 1 if table else 0, self.people):
            now = meetings
            for other in table:
                name = self.names[other][each]
                if name is None or now >> name & 1:
                    break
                now |= 1 << name
            else:
                self._grow((*table, each), seats | 1 << each, now)

    def run(self, first: tuple[int, ...] | None) -> list[Bits] | None:
        if first is None:
            return self._rest(self.tables, 0, 0)
        seats = sum(1 << each for each in first)
        meetings = next(meetings for table, meetings in self.tables if table == seats)
        found = self._rest(_free(self.tables, seats, meetings), seats, meetings)
        return None if found is None else [(seats, meetings), *found]

    def _rest(self, open_: list[Bits], seats: int, meetings: int) -> list[Bits] | None:
        """The remaining tables: whoever, or whatever meeting, has the fewest left comes first."""
        if seats == (1 << self.people) - 1:
            return []
        self.most -= 1
        if self.most < 0:
            raise TooLong
        for table in self._rarest(open_, seats, meetings):
            rest = _free(open_, *table)
            found = self._rest(rest, seats | table[0], meetings | table[1])
            if found is not None:
                return [table, *found]
        return None

    def _rarest(self, open_: list[Bits], seats: int, meetings: int) -> list[Bits]:
        best = None
        for kind, count, done in ((0, self.people, seats), (1, self.meetings, meetings)):
            for each in range(count):
                bit = 1 << each
                if not done & bit:
                    having = [table for table in open_ if table[kind] & bit]
                    if best is None or len(having) < len(best):
                        best = having
                    if not having:
                        return []
        return best or []


def _free(tables: list[Bits], seats: int, meetings: int) -> list[Bits]:
    return [table for table in tables if not table[0] & seats and not table[1] & meetings]
