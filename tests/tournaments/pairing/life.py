"""A stage played from its first round to its last, in plain data: results by chance, people coming and going."""

from collections import Counter
from itertools import combinations
from random import Random

from tournaments.pairing.api import CannotPair, Contender, PastRound, Played, Request


class Life:
    """Keeps what a tournament would keep: who has met whom, seats, sit-outs, results."""

    def __init__(self, people, prefer, allow, *, options=None, seed=0, rounds=None):
        self.seeding = [f"p{number:03}" for number in range(1, people + 1)]
        self.here = list(self.seeding)
        self.prefer, self.allow = prefer, frozenset(allow)
        self.options = options or {}
        self.random = Random(seed)  # noqa: S311
        self.met, self.sat_out, self.short, self.points = Counter(), Counter(), Counter(), Counter()
        self.seats = {}
        self.past = []
        self.planned = rounds
        self.pairings = []

    def comes(self):
        late = f"p{len(self.seeding) + 1:03}"
        self.seeding.append(late)
        self.here.append(late)
        return late

    def leaves(self, who=None):
        who = who or self.random.choice(self.here)
        self.here.remove(who)
        return who

    def request(self, **changes):
        order = sorted(self.here, key=lambda each: (-self.points[each], self.seeding.index(each)))
        contenders = tuple(
            Contender(
                each,
                float(self.points[each]),
                "",
                self.sat_out[each],
                self.short[each],
                tuple(self.seats.get(each, [0] * 6)),
            )
            for each in order
        )
        asked = {
            "contenders": contenders,
            "prefer": self.prefer,
            "allow": self.allow,
            "seed": self.random.getrandbits(32),
            "met": dict(self.met),
            "round": len(self.past) + 1,
            "rounds": self.planned,
            "seeding": tuple(self.seeding),
            "past": tuple(self.past),
            "options": self.options,
        }
        return Request(**(asked | changes))

    def play(self, system, **changes):
        """One round, paired, checked to be whole, and played."""
        request = self.request(**changes)
        pairing = system.pair(request)
        check_whole(request, pairing)
        played = []
        for table in pairing.tables:
            order = self.random.sample(table.seats, len(table.seats))
            places = {each: place for place, each in enumerate(order, start=1)}
            played.append(Played(table.number, table.seats, places))
            for each in table.seats:
                self.points[each] += len(order) - places[each]
                self.seats.setdefault(each, [0] * 6)[table.seats.index(each)] += 1
                self.short[each] += len(order) != self.prefer
            self.met.update(combinations(sorted(table.seats), 2))
        self.sat_out.update(pairing.out)
        self.past.append(PastRound(tuple(played), pairing.out))
        self.pairings.append(pairing)
        return pairing

    def play_out(self, system, most=200):
        """Rounds until the stage is over."""
        for _ in range(most):
            try:
                self.play(system)
            except CannotPair as error:
                if error.code != "stage-over":
                    raise
                return self.pairings
        raise AssertionError("it never ends")


def check_whole(request, pairing):
    """What must hold for every system."""
    seated = [each for table in pairing.tables for each in table.seats]
    everybody = {each.id for each in request.contenders}
    assert len(set(seated)) == len(seated)
    assert set(seated) | set(pairing.out) == everybody
    assert not set(seated) & set(pairing.out)
    assert all(len(table.seats) in request.allow | {2} for table in pairing.tables)
    numbers = [table.number for table in pairing.tables]
    assert numbers == sorted(set(numbers))
    assert pairing.cost == plain_costs(request, pairing)
    assert all(pairing.bound[each] <= pairing.cost[each] for each in pairing.bound)
    assert set(pairing.why) == everybody
    assert all(pairing.why[each] for each in everybody)


def plain_costs(request, pairing):
    """The seven costs once more, by other means than the code under test."""
    person = {each.id: each for each in request.contenders}
    cost = dict.fromkeys(("out", "sizes", "repeats", "apart", "spread", "club", "seats"), 0)
    cost["out"] = len(everybody_of(request)) - sum(len(table.seats) for table in pairing.tables)
    for table in pairing.tables:
        cost["sizes"] += len(table.seats) != request.prefer
        for index, each in enumerate(table.seats):
            used = list(person[each].seats)
            used[index] += 1
            used = used[: request.prefer]
            cost["seats"] += max(max(used) - min(used) - 1, 0)
            for other in table.seats[:index]:
                cost["repeats"] += request.met.get((min(each, other), max(each, other)), 0)
                cost["apart"] += (min(each, other), max(each, other)) in request.apart
                cost["spread"] += (person[each].points - person[other].points) ** 2
                cost["club"] += bool(person[each].club) and person[each].club == person[other].club
    return cost


def everybody_of(request):
    return [each.id for each in request.contenders]
