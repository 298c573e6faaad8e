"""Why each of them sits where they sit, as codes and what fills them in. Words are made in ``words``.

Says only what follows from the request and the finished seating: nothing of how it was searched for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournaments.pairing.api import Contender, PastRound, Reason, Request, Seating
from tournaments.pairing.costs import plain_points
from tournaments.pairing.field import Field

MOST_NAMED = 3
"""People named whom one might have expected to meet."""

Why = dict[str, tuple[Reason, ...]]


def reasons(field: Field, tables: Sequence[Seating], *, least_repeats: bool, ahead: bool) -> Why:
    """For everybody, also who sits out. ``least_repeats``: proved that fewer repeats are impossible."""
    return _Explainer(field, tables, least_repeats, ahead).everybody()


def company(one: Contender, others: Sequence[Contender], *, by_lot: bool) -> list[Reason]:
    """Who else is at the table, and on how many points. ``by_lot``: everybody in the round is on the same."""
    points = plain_points(one)
    if by_lot:
        return [Reason("all-equal", {"points": points})]
    same = [each.id for each in others if each.points == one.points]
    unlike = [each for each in others if each.points != one.points]
    found = [Reason("same-points", {"who": same, "points": points})] if same else []
    if unlike:
        args = {
            "who": [each.id for each in unlike],
            "each": [plain_points(each) for each in unlike],
            "points": points,
            "some_same": bool(same),
        }
        found.append(Reason("other-points", args))
    return found


class _Explainer:
    def __init__(self, field: Field, tables: Sequence[Seating], least_repeats: bool, ahead: bool) -> None:
        self.field = field
        self.request: Request = field.request
        self.tables = tables
        self.least_repeats = least_repeats
        self.ahead = ahead
        self.people = {each.id: each for each in field.playing}
        self.rounds = _rounds_of_meetings(self.request.past)
        self.once_met = self._once_met()
        self.to_be_apart = self._to_be_apart()
        self.by_lot = len({each.points for each in field.playing}) == 1

    def everybody(self) -> Why:
        why = {
            each: tuple(self._seated(self.people[each], table))
            for table in self.tables
            for each in table.seats
        }
        left = len(self.field.out)
        for each in self.field.out:
            why[each.id] = (
                Reason("sits-out", {"left": left}),
                Reason("least-out", {"sat_out": each.sat_out}),
            )
        return why

    def _seated(self, one: Contender, table: Seating) -> list[Reason]:
        others = [self.people[each] for each in table.seats if each != one.id]
        found: list[Reason] = []
        if one.id in self.request.fixed:
            found.append(Reason("fixed-table", {"table": table.number}))
        found += company(one, others, by_lot=self.by_lot)
        found += self._missed(one, others)
        found += self._against_wishes(one, others)
        if len(table.seats) != self.request.prefer:
            args = {"size": len(table.seats), "prefer": self.request.prefer, "short": one.short}
            found.append(Reason("odd-table", args))
        if self.ahead:
            left = (self.request.rounds or 0) - self.request.round
            found.append(Reason("looking-ahead", {"rounds": left}))
        return found

    def _missed(self, one: Contender, others: Sequence[Contender]) -> list[Reason]:
        """Who was at least as near in points as the furthest at the table, and was met before or kept apart."""
        furthest = max(abs(one.points - each.points) for each in others)
        here = {each.id for each in others}
        found: list[tuple[float, Reason]] = []
        for other, code in self._not_wanted(one):
            gap = abs(one.points - other.points)
            if other.id not in here and gap <= furthest:
                args: dict[str, object] = {"who": [other.id], "theirs": plain_points(other), "same": gap == 0}
                if code == "met-before":
                    args |= {
                        "times": self.request.meetings(one.id, other.id),
                        "rounds": self.rounds.get(frozenset((one.id, other.id)), []),
                    }
                found.append((gap, Reason(code, args)))
        found.sort(key=lambda each: (each[0], str(each[1].args["who"])))
        return [reason for _gap, reason in found[:MOST_NAMED]]

    def _not_wanted(self, one: Contender) -> list[tuple[Contender, str]]:
        met = [(self.people[each], "met-before") for each in self.once_met.get(one.id, ())]
        apart = [(self.people[each], "kept-apart") for each in self.to_be_apart.get(one.id, ())]
        return met + apart

    def _against_wishes(self, one: Contender, others: Sequence[Contender]) -> list[Reason]:
        found = []
        for other in others:
            times = self.request.meetings(one.id, other.id)
            if times:
                args = {
                    "who": [other.id],
                    "times": times,
                    "rounds": self.rounds.get(frozenset((one.id, other.id)), []),
                    "proved": self.least_repeats,
                }
                found.append(Reason("meets-again", args))
            if other.id in self.to_be_apart.get(one.id, ()):
                found.append(Reason("not-kept-apart", {"who": [other.id]}))
        return found

    def _once_met(self) -> dict[str, list[str]]:
        return self._both_ways(pair for pair, times in self.request.met.items() if times)

    def _to_be_apart(self) -> dict[str, list[str]]:
        return self._both_ways(self.request.apart)

    def _both_ways(self, pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for one, other in sorted(pairs):
            if one in self.people and other in self.people:
                found.setdefault(one, []).append(other)
                found.setdefault(other, []).append(one)
        return found


def _rounds_of_meetings(past: Sequence[PastRound]) -> Mapping[frozenset[str], list[int]]:
    found: dict[frozenset[str], list[int]] = {}
    for number, round_ in enumerate(past, start=1):
        for table in round_.tables:
            for index, one in enumerate(table.seats):
                for other in table.seats[:index]:
                    found.setdefault(frozenset((one, other)), []).append(number)
    return found
