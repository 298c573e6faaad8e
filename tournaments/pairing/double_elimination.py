"""Double elimination for two at a table: out after the second loss.

Who has not lost plays among themselves by the bracket, who has lost once among themselves, at the same time;
the one left of each meets at last, and once more if the unbeaten one loses. Counted from the rounds really
played, so that a withdrawal only makes a smaller field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.api import gettext_noop
from tournaments.pairing.api import CannotPair, Pairing, PastRound, Reason, Request, Watch
from tournaments.pairing.brackets import folded, ranked
from tournaments.pairing.knockout import began
from tournaments.pairing.seating import Groups, Why, check, everybody, finished

OUT_AFTER = 2


class DoubleEliminationSystem:
    key = "double-elimination"
    name = gettext_noop("Double elimination")
    about = gettext_noop("For two at a table: nobody is out before a second loss.")
    sizes = (2,)

    def rounds(self, people: int, prefer: int, options: Mapping[str, Any]) -> int | None:
        """The most it can take: the last match may have to be played again."""
        if people < 2:
            return 0
        unbeaten = 1 << (people - 1).bit_length() - 1
        once, count = people - unbeaten, 1
        while unbeaten + once > 2:
            matches = unbeaten // 2
            unbeaten, once, count = unbeaten - matches, once - once // 2 + matches, count + 1
        return count + 1 + bool(options.get("replay", True))

    def pair(self, request: Request, watch: Watch | None = None) -> Pairing:
        check(request)
        if request.prefer != 2:
            raise CannotPair("tables-of-two-only")
        here = {each.id for each in request.contenders}
        order = began(request)
        lost = losses(order, request.past)
        alive = [each for each in _by_merit(order, request.past) if each in here and lost[each] < OUT_AFTER]
        if len(alive) < 2 or _decided(request, lost):
            raise CannotPair("stage-over" if request.past else "too-few-players")
        unbeaten = [each for each in alive if not lost[each]]
        once = [each for each in alive if lost[each]]
        groups, why = _drawn(request, unbeaten, once)
        others = here - set(alive)
        why |= everybody((each for each in others if lost[each] >= OUT_AFTER), Reason("eliminated"))
        why |= everybody((each for each in others if lost[each] < OUT_AFTER), Reason("came-too-late"))
        return finished(request, groups, why)


def losses(order: Sequence[str], past: Sequence[PastRound]) -> dict[str, int]:
    """How often each has lost. Who comes after the first round comes too late."""
    lost = dict.fromkeys(order, 0)
    if past:
        first = {each for table in past[0].tables for each in table.seats} | set(past[0].out)
        late = [each for each in order if each not in first]
    for played in past:
        for table in played.tables:
            for each in ranked(table, order)[1:]:
                lost[each] = lost.get(each, 0) + 1
    return lost | (dict.fromkeys(late, -1) if past else {})


def ranking(seeding: Sequence[str], past: Sequence[PastRound]) -> list[str]:
    """Everybody, the winner first: the later the second loss, the better."""
    order = list(dict.fromkeys([*seeding, *(each for played in past for each in _people(played))]))
    lost = losses(order, past)
    last = {each: number for number, played in enumerate(past) for each in _losers(played, order)}
    return sorted(order, key=lambda each: _merit(lost[each], last.get(each, -1)))


def _merit(lost: int, last: int) -> tuple[bool, int]:
    return (True, -last) if lost >= OUT_AFTER else (False, last)


# -- in detail -----------------------------------------------------------------------------------


def _people(played: PastRound) -> list[str]:
    return [*(each for table in played.tables for each in table.seats), *played.out]


def _losers(played: PastRound, order: Sequence[str]) -> list[str]:
    return [each for table in played.tables for each in ranked(table, order)[1:]]


def _by_merit(order: Sequence[str], past: Sequence[PastRound]) -> list[str]:
    """As the bracket has them: the winner of a match stands where the better seed stood."""
    first = set(_people(past[0])) if past else set(order)
    places = [each for each in order if each in first]
    for played in past:
        for table in played.tables:
            known = [each for each in table.seats if each in places]
            if len(known) == 2:
                spots = sorted(places.index(each) for each in known)
                winner, loser = ranked(table, order)
                places[spots[0]], places[spots[1]] = winner, loser
    return places


def _decided(request: Request, lost: Mapping[str, int]) -> bool:
    """Whether the last match was the deciding one although both have lost once: it is not to be replayed."""
    if request.options.get("replay", True) or not request.past:
        return False
    tables = request.past[-1].tables
    alive = [each for each, times in lost.items() if 0 <= times < OUT_AFTER]
    both_lost = all(lost[each] for each in alive)
    return both_lost and len(tables) == 1 and set(tables[0].seats) == set(alive)


def _drawn(request: Request, unbeaten: list[str], once: list[str]) -> tuple[Groups, Why]:
    if len(unbeaten) <= 1 and len(once) == 1 and unbeaten:
        both = [*unbeaten, *once]
        return [both], everybody(both, Reason("final", {"left": 2, "advance": 1}))
    groups: Groups = []
    why: Why = {}
    if len(unbeaten) > 1:
        pairs = folded(unbeaten) if not request.past else _halved(unbeaten)
        _take(pairs, Reason("bracket", {"left": len(unbeaten)}), "bye", groups, why)
    elif unbeaten:
        why |= everybody(unbeaten, Reason("waits-for-final"))
    if len(once) > 1:
        _take(
            _rematches_avoided(once, request),
            Reason("second-chance", {"left": len(once)}),
            "bye",
            groups,
            why,
        )
    elif once:
        why |= everybody(once, Reason("bye"))
    return groups, why


def _take(pairs: Groups, reason: Reason, alone: str, groups: Groups, why: Why) -> None:
    for pair in pairs:
        if len(pair) == 2:
            groups.append(pair)
            why.update(everybody(pair, reason))
        else:
            why.update(everybody(pair, Reason(alone)))


def _halved(people: list[str]) -> Groups:
    """First against last; of an odd number the first waits."""
    alone = [people[:1]] if len(people) % 2 else []
    rest = people[len(people) % 2 :]
    half = len(rest) // 2
    return alone + [[one, other] for one, other in zip(rest[:half], reversed(rest[half:]), strict=True)]


def _rematches_avoided(people: list[str], request: Request) -> Groups:
    """First against last, those who have met exchanged with the next; of an odd number the one who waited least."""
    waited = {each.id: each.sat_out for each in request.contenders}
    rest = list(people)
    alone: Groups = []
    if len(rest) % 2:
        first = min(rest, key=lambda each: (waited.get(each, 0), people.index(each)))
        rest.remove(first)
        alone = [[first]]
    pairs: Groups = []
    while rest:
        one = rest.pop(0)
        other = min(reversed(rest), key=lambda each: request.meetings(one, each))
        rest.remove(other)
        pairs.append([one, other])
    return alone + pairs


system = DoubleEliminationSystem()
