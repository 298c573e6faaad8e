"""Knockout for tables of two to six: the first k of each table go on, until one table is left.

Two at a table play a fixed bracket with byes in the first round for the highest seeds. Larger tables are
of mixed sizes where that is allowed, so that nobody needs a bye. Who leaves gives a walkover.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from rules.api import gettext_noop
from tournaments.pairing.api import CannotPair, Pairing, PastRound, Reason, Request, Watch
from tournaments.pairing.brackets import Field, after_bracket, after_tables, dealt, folded, ranked
from tournaments.pairing.mending import price
from tournaments.pairing.round_robin import sizes_of
from tournaments.pairing.seating import Groups, Why, check, everybody, finished
from tournaments.pairing.sizes import split


class KnockoutSystem:
    key = "knockout"
    name = gettext_noop("Knockout")
    about = gettext_noop("For finals: the best of each table go on, the others are out.")

    def rounds(self, people: int, prefer: int, options: Mapping[str, Any]) -> int | None:
        """``options["advance"]`` go on from a table; ``allow`` are the allowed sizes."""
        allow = sizes_of(people, prefer, options)
        try:
            return Rules(prefer, allow, options).rounds(people)
        except CannotPair:
            return 0

    def pair(self, request: Request, watch: Watch | None = None) -> Pairing:
        check(request)
        rules = Rules(request.prefer, request.allow, request.options)
        here = {each.id for each in request.contenders}
        fields = rules.fields(began(request), request.past)
        field = fields[-1]
        left = sum(each in here for each in field.order)
        if left < 2 or (request.past and rules.was_final(fields[-2], request.past[-1])):
            raise CannotPair("stage-over" if request.past else "too-few-players")
        groups, why = _bracket(field, here) if rules.byes else _tables(field, here, rules, request)
        groups += _third_place(groups, field, here, request, why)
        seated = {each for group in groups for each in group}
        others = here - seated - set(field.order)
        why |= everybody(others & set(field.gone), Reason("eliminated"))
        why |= everybody(others - set(field.gone), Reason("came-too-late"))
        return finished(request, groups, why)


class Rules:
    """The options of a knockout, and what they make of a field."""

    def __init__(self, prefer: int, allow: frozenset[int], options: Mapping[str, Any]) -> None:
        self.prefer, self.allow = prefer, allow
        self.byes = prefer == 2 and bool(options.get("byes", True))
        smallest = 2 if self.byes else min(allow)
        asked = int(options.get("advance", min(max(1, prefer // 2), smallest - 1)))
        if asked < 1:
            raise CannotPair("nobody-advances")
        if asked >= smallest:
            raise CannotPair("everybody-advances", advance=asked, smallest=smallest)
        self.advance = asked

    def going_on(self, sizes: Sequence[int], waiting: int) -> int:
        """How many go on from each table: as asked, or as many more as the next round needs to be one."""
        if len(sizes) == 1 and not waiting:
            return 1
        going = self.advance
        while waiting + going * len(sizes) < min(self.allow) and going < min(sizes) - 1:
            going += 1
        return going

    def fields(self, order: Sequence[str], past: Sequence[PastRound]) -> list[Field]:
        """The field before the first round, and after each."""
        if past:
            first = {each for table in past[0].tables for each in table.seats} | set(past[0].out)
            order = [each for each in order if each in first]
        fields = [Field(tuple(order))]
        for played in past:
            fields.append(self.after(fields[-1], played))
        return fields

    def after(self, field: Field, played: PastRound) -> Field:
        if self.byes:
            return after_bracket(field, played)
        sizes = [len(table.seats) for table in field.main(played)]
        return after_tables(field, played, self.going_on(sizes, len(field.waited(played))) if sizes else 1)

    def was_final(self, field: Field, played: PastRound) -> bool:
        return len(field.main(played)) == 1 and not field.waited(played)

    def rounds(self, people: int) -> int:
        """How many rounds until one table holds all who are left."""
        if self.byes:
            return max(0, people - 1).bit_length()
        count = 0
        while people > 1:
            count += 1
            sizes = split(people, self.prefer, self.allow)
            waiting = people - sum(sizes)
            if len(sizes) == 1 and not waiting:
                break
            people = waiting + len(sizes) * self.going_on(sizes, waiting)
        return count


def began(request: Request) -> list[str]:
    """Who came into the stage, the highest seed first: without a seeding, as they stand."""
    here = [each.id for each in request.contenders]
    if request.past:
        return list(dict.fromkeys([*request.seeding, *here, *_seen(request.past)]))
    return [each for each in dict.fromkeys([*request.seeding, *here]) if each in here]


def ranking(seeding: Sequence[str], past: Sequence[PastRound], rules: Rules) -> list[str]:
    """Everybody, the winner first: by how far they got, then by place, then by seeding."""
    fields = rules.fields(list(dict.fromkeys([*seeding, *_seen(past)])), past)
    order = [*fields[-1].order, *fields[-1].gone]
    if past and rules.was_final(fields[-2], past[-1]):
        final = fields[-2].main(past[-1])
        others = [table for table in past[-1].tables if table not in final]
        decided = [each for table in (*final, *others) for each in ranked(table, fields[-2].order)]
        order = list(dict.fromkeys([*decided, *order]))
    return order


# -- in detail -----------------------------------------------------------------------------------


def _seen(past: Sequence[PastRound]) -> list[str]:
    if not past:
        return []
    return sorted({each for table in past[0].tables for each in table.seats} | set(past[0].out))


def _bracket(field: Field, here: set[str]) -> tuple[Groups, Why]:
    groups: Groups = []
    why: Why = {}
    for pair in folded(field.order):
        present = [each for each in pair if each in here]
        if len(present) == 2:
            groups.append(present)
            why |= everybody(present, Reason("bracket", {"left": len(field.order)}))
        else:
            why |= everybody(present, Reason("bye" if len(pair) == 1 else "walkover"))
    return groups, why


def _tables(field: Field, here: set[str], rules: Rules, request: Request) -> tuple[Groups, Why]:
    order = [each for each in field.order if each in here]
    sizes = split(len(order), rules.prefer, rules.allow)
    byes = len(order) - sum(sizes)
    facts = {"left": len(order), "advance": rules.going_on(sizes, byes)}
    why = everybody(order[:byes], Reason("bye"))
    why |= everybody(order[byes:], Reason("bracket" if len(sizes) > 1 or byes else "final", facts))
    return _kept_apart(dealt(order[byes:], sizes), request), why


def _kept_apart(groups: Groups, request: Request) -> Groups:
    """People of the same rank exchanged between tables, so that who has just met does not meet at once again."""
    again = True
    while again:
        again = False
        for one, other in combinations(groups, 2):
            for rank in range(min(len(one), len(other))):
                before = price(one, request)[0] + price(other, request)[0]
                one[rank], other[rank] = other[rank], one[rank]
                if price(one, request)[0] + price(other, request)[0] < before:
                    again = True
                else:
                    one[rank], other[rank] = other[rank], one[rank]
    return groups


def _third_place(groups: Groups, field: Field, here: set[str], request: Request, why: Why) -> Groups:
    """The two who lost the semifinals, beside the final, if that was asked for."""
    if not request.options.get("third_place") or not request.past or request.prefer != 2:
        return []
    semifinals = [table for table in request.past[-1].tables if len(table.seats) == 2]
    lost = [each for table in semifinals for each in table.seats if each not in field.order]
    if len(groups) != 1 or len(field.order) != 2 or len(lost) != 2 or not set(lost) <= here:
        return []
    why.update(everybody(lost, Reason("third-place")))
    return [lost]


system = KnockoutSystem()
