"""The whole of a Swiss round: who plays, who sits together, where, and what is proved of it.

Chooses the search for the field at hand and knows none of their insides. Loads numpy, scipy and rustworkx: import
it where a round is computed, not where one is only shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.api import Pairing, Seating, Watch
from tournaments.pairing.budget import Budget
from tournaments.pairing.chairs import number_tables, seat
from tournaments.pairing.chance import Chance
from tournaments.pairing.costs import costs
from tournaments.pairing.even_seats import EvenSeats
from tournaments.pairing.exact import MOST_SEATINGS, best_of_all, seatings
from tournaments.pairing.field import Field
from tournaments.pairing.improve import ENDLESS, IDLE_KICKS, Improvement
from tournaments.pairing.local_search import LocalSearch
from tournaments.pairing.lookahead import look_ahead
from tournaments.pairing.problem import Problem, Whole
from tournaments.pairing.proof import Bounds, prove, simple_bounds, totals, true_spread
from tournaments.pairing.reasons import reasons
from tournaments.pairing.twos import pair_twos

Tables = list[list[int]]

FIRST_SHARE = 0.4
"""Of the time for the search, before a proof is tried."""
LAST_SHARE = 0.93
"""Of the time for everything before the seats."""
IDLE_BEFORE_PROOF = 150


@dataclass
class Found:
    tables: Tables
    bounds: Bounds
    ahead: bool = False
    """Whether a later round has changed the seating."""


def pair_swiss(field: Field, watch: Watch | None = None) -> Pairing:
    made = Problem(field)
    chance, budget = Chance(field.request.seed), Budget(field.request.seconds, watch, field.request.effort)
    found = find(made, chance, budget)
    ahead = look_ahead(made, found.tables, chance, budget)
    if ahead is not None:
        found = Found(ahead, found.bounds, ahead=True)
    else:
        found.tables = EvenSeats(made, found.tables, chance, budget).improved()
    return _finished(made, found, chance)


def find(made: Problem, chance: Chance, budget: Budget) -> Found:
    """The best seating by the costs of who sits with whom."""
    if seatings(made.sizes) <= MOST_SEATINGS:
        tables = [list(table) for table in best_of_all(made, chance)]
        return Found(tables, totals(made, tables))
    if set(made.sizes) == {2}:
        pairs, proved = pair_twos(made, chance, budget)
        tables = [list(pair) for pair in pairs]
        return Found(tables, totals(made, tables) if proved else simple_bounds(made))
    return _searched(made, chance, budget)


def _searched(made: Problem, chance: Chance, budget: Budget) -> Found:
    bounds = simple_bounds(made)
    search = LocalSearch(made, chance)

    def enough(tables: Whole) -> bool:
        """No repeat, nobody apart together, the least spread, no club twice, nobody needlessly short."""
        return not made.mixed and float(search.costs(tables).sum()) <= bounds.spread * made.tiers[0]

    def told() -> Mapping[str, float]:
        now = totals(made, search.seating())
        return {"repeats": now.repeats, "apart": now.apart, "spread": true_spread(made, now.spread)}

    going = Improvement(search, budget, enough, told)
    going.begin()
    going.go_on(IDLE_BEFORE_PROOF, FIRST_SHARE)
    bounds, better = prove(made, search.seating(), budget)
    if better is not None:
        search.take(better)
    if totals(made, search.seating()) != bounds or made.club.any():
        idle = ENDLESS if budget.endless and totals(made, search.seating()) != bounds else IDLE_KICKS
        going.go_on(idle, LAST_SHARE)
    return Found(search.seating(), bounds)


def _finished(made: Problem, found: Found, chance: Chance) -> Pairing:
    numbered = number_tables(made, found.tables)
    seated = {
        number: seat([made.playing[each] for each in table], made.prefer, chance)[0]
        for number, table in numbered.items()
    }
    cost = costs(made.request, list(seated.values()), len(made.field.out))
    bound = {
        "out": cost["out"],
        "sizes": cost["sizes"],
        "repeats": found.bounds.repeats,
        "apart": found.bounds.apart,
        "spread": min(cost["spread"], true_spread(made, found.bounds.spread)),
    }
    tables = tuple(Seating(number, tuple(each.id for each in people)) for number, people in seated.items())
    return Pairing(
        tables=tables,
        out=tuple(each.id for each in made.field.out),
        cost=cost,
        bound=bound,
        proven=all(cost[name] == bound[name] for name in bound),
        why=reasons(made.field, tables, least_repeats=cost["repeats"] == bound["repeats"], ahead=found.ahead),
    )
