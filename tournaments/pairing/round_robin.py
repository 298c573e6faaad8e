"""Round robin: everybody meets everybody equally often, or as equally as was found.

For two at a table by Berger; for three to six by a schedule in which every two meet exactly once where
one is stored, else by a circle that turns. Who leaves leaves a gap: their opponent sits out, a larger
table is mended. Who comes late takes the empty chair if there is one; else, at tables of two, whoever has
not met yet is matched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from rules.api import gettext_noop
from tournaments.pairing import turning_search
from tournaments.pairing.api import CannotPair, Pairing, Reason, Request, Watch
from tournaments.pairing.berger import berger
from tournaments.pairing.designs import Design, schedules, turning
from tournaments.pairing.mending import fitted, improved
from tournaments.pairing.seating import check, everybody, finished, who_plays
from tournaments.pairing.sizes import allowed, split


class RoundRobinSystem:
    key = "round-robin"
    name = gettext_noop("Round robin")
    about = gettext_noop("For a small field with much time: everybody meets everybody.")

    def rounds(self, people: int, prefer: int, options: Mapping[str, Any]) -> int | None:
        """``options["legs"]`` counts how often, at tables of two; ``allow`` are the allowed sizes."""
        if people < 2:
            return 0
        try:
            return len(plan(people, prefer, sizes_of(people, prefer, options), legs_of(options)).rounds)
        except CannotPair:
            return 0

    def pair(self, request: Request, watch: Watch | None = None) -> Pairing:
        check(request)
        if len(request.contenders) < min(request.prefer, *request.allow):
            raise CannotPair("too-few-players")
        people = in_order(request)
        if request.prefer == 2:
            return _twos(request, people)
        return _tables(request, people)


def plan(people: int, prefer: int, allow: frozenset[int], legs: int = 1) -> Design:
    """The rounds for so many people. Raises ``CannotPair`` where the sizes cannot seat them."""
    if prefer == 2:
        return berger(people, legs)
    sizes = split(people, prefer, allow)
    for design in schedules(prefer):
        once = len(design.rounds) * (prefer - 1) == people - 1
        if once and design.people == people and set(sizes) == {prefer}:
            return design
    if sum(sizes) == people and sizes in turning(prefer):
        return turning(prefer)[sizes]
    return turning_search.found(prefer, sizes, people)


def sizes_of(people: int, prefer: int, options: Mapping[str, Any]) -> frozenset[int]:
    return (
        frozenset(options["allow"])
        if options.get("allow")
        else allowed(people, prefer, frozenset(range(2, 7)))
    )


def legs_of(options: Mapping[str, Any]) -> int:
    return max(1, int(options.get("legs", 1)))


def in_order(request: Request) -> list[str]:
    """Everybody of the stage, those of its first round first, then who came later."""
    here = sorted(each.id for each in request.contenders)
    people = list(dict.fromkeys([*request.seeding, *here]))
    if not request.past:
        return people
    first = {each for table in request.past[0].tables for each in table.seats} | set(request.past[0].out)
    return [each for each in people if each in first] + [each for each in people if each not in first]


def started(request: Request, people: Sequence[str]) -> int:
    """How many there were when the stage began."""
    if not request.past:
        return len(people)
    first = request.past[0]
    return len({each for table in first.tables for each in table.seats} | set(first.out))


# -- tables of two -------------------------------------------------------------------------------


def _twos(request: Request, people: list[str]) -> Pairing:
    legs = legs_of(request.options)
    chairs = started(request, people)
    if len(people) > chairs + chairs % 2:
        return _matched(request, legs)
    rounds = berger(chairs + chairs % 2, legs).rounds
    if request.round > len(rounds):
        raise CannotPair("stage-over")
    here = {each.id for each in request.contenders}
    names = dict(enumerate(people))
    groups, why = [], {}
    for table in rounds[request.round - 1]:
        seated = [names[each] for each in table if names.get(each) in here]
        if len(seated) == 2:
            groups.append(seated)
            why.update(
                everybody(seated, Reason("round-robin", {"round": request.round, "rounds": len(rounds)}))
            )
        else:
            gone = any(each in names for each in table if names.get(each) not in seated)
            why.update(everybody(seated, Reason("opponent-gone" if gone else "nobody-left")))
    if not groups:
        raise CannotPair("too-few-players")
    return finished(request, groups, why, seats_given=True)


def _matched(request: Request, legs: int) -> Pairing:
    """As many as can be play somebody whom they have not met as often as there are legs."""
    import rustworkx

    people = request.contenders
    graph: Any = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(people)))
    waited = 1 + max(each.sat_out for each in people)
    for (one, first), (other, second) in combinations(enumerate(people), 2):
        met = request.meetings(first.id, second.id)
        if met < legs:
            weight = (legs - met) * 2 * waited + first.sat_out + second.sat_out
            graph.add_edge(one, other, weight)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if not found:
        raise CannotPair("stage-over")
    groups = [[people[each].id for each in sorted(pair)] for pair in sorted(map(sorted, found))]
    why = everybody((each.id for each in people), Reason("nobody-left"))
    why |= everybody((each for group in groups for each in group), Reason("not-met-yet"))
    return finished(request, groups, why)


# -- larger tables -------------------------------------------------------------------------------


def _tables(request: Request, people: list[str]) -> Pairing:
    here = {each.id for each in request.contenders}
    chairs = started(request, people)
    design = plan(chairs, request.prefer, request.allow)
    late = len(people) > chairs
    if request.round > len(design.rounds) and not late:
        raise CannotPair("stage-over")
    tables = design.rounds[(request.round - 1) % len(design.rounds)]
    groups = [[people[each] for each in table] for table in tables]
    facts = {"round": request.round, "rounds": len(design.rounds), "imbalance": design.imbalance}
    if here == set(people) and not late:
        why = everybody(here, Reason("nobody-left"))
        why |= everybody((each for group in groups for each in group), Reason("round-robin", facts))
        return finished(request, groups, why)
    playing, out, sizes = who_plays(request)
    ids = [each.id for each in playing]
    mended = improved(fitted(groups, ids, sizes, request), request)
    why = everybody(ids, Reason("round-robin-mended", facts))
    why |= everybody((each.id for each in out), Reason("sits-out", {"left": len(out)}))
    return finished(request, mended, why)


system = RoundRobinSystem()
