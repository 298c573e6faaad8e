"""Checks of points, places and outcome, and that every line can be said in a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.api import Outcome, ScoreLine
from rules.testing.complaints import demand, demand_code, demand_equal, demand_sentence, through_text
from rules.testing.hooks import Hooks


class Scored(Hooks):
    """Totals, places, outcome, explanations, conservation."""

    def test_random_matches_end(self) -> None:
        for play in self.plays():
            demand(play.turns, f"{play.where}: the match is over before anything was done")

    def test_totals_are_the_sum_of_the_lines(self) -> None:
        for play in self.plays():
            totals = dict.fromkeys(play.players, 0)
            demand_equal(self.engine.totals(play.first), totals, f"{play.where}: everybody starts with 0")
            for turn in play.turns:
                for line in turn.step.lines:
                    demand(line.player in totals, f"{turn.where}: {line!r} is for nobody at the table")
                    totals[line.player] += line.points
                found = self.engine.totals(turn.step.state)
                complaint = f"{turn.where}, {turn.action!r}: totals are not the sum of all lines so far"
                demand_equal(list(found.items()), list(totals.items()), complaint)

    def test_every_line_names_its_reason_and_its_rule(self) -> None:
        for play in self.plays():
            for turn in play.turns:
                demand(isinstance(turn.step.lines, tuple), f"{turn.where}: the lines of a step are a tuple")
                for line in turn.step.lines:
                    demand(
                        type(line.points) is int,
                        f"{turn.where}: {line!r} has points that are no whole number",
                    )
                    demand_code(line.reason, f"{turn.where}: the reason of {line!r}")
                    demand(line.point.strip(), f"{turn.where}: {line!r} does not say on which rule it rests")

    def test_every_line_explains_itself(self) -> None:
        for play in self.plays():
            for turn in play.turns:
                for line in turn.step.lines:
                    self._demand_explained(line, turn.where)

    def test_places_are_shared_by_equals(self) -> None:
        for play in self.plays():
            for state, where in play.states():
                places = self.engine.places(state)
                demand_equal(list(places), list(play.players), f"{where}: places are in seat order")
                demand(
                    _is_ranking(list(places.values())), f"{where}: {places!r} is not of the form 1, 2, 2, 4"
                )

    def test_the_outcome_says_who_won_and_why(self) -> None:
        for play in self.plays():
            outcome = self.engine.outcome(play.last)
            demand(isinstance(outcome, Outcome), f"{play.where}: the outcome is {outcome!r}")
            if outcome is not None:
                _demand_outcome(outcome, play.players, play.where)
                first = tuple(player for player, place in self.engine.places(play.last).items() if place == 1)
                complaint = f"{play.where}: once it is over, those in place 1 are the winners, in seat order"
                demand_equal(outcome.winners, first, complaint)

    def test_nothing_is_lost_or_doubled(self) -> None:
        """Only where the author says in `conserved` what there is to count."""
        for play in self.plays():
            first: object = None
            for state, where in play.states():
                counted = self.conserved(state)
                if counted is not None:
                    first = counted if first is None else first
                    demand_equal(counted, first, f"{where}: what `conserved` counts has changed")

    def _demand_explained(self, line: ScoreLine, where: str) -> None:
        message = self.engine.explain(line)
        demand_sentence(message, f"{where}: the explanation of {line!r}")
        details: dict[str, Any] = through_text(dict(line.details), f"{where}: the details of {line!r}")
        again = self.engine.explain(replace(line, details=details))
        demand_equal(str(again), str(message), f"{where}: a line is explained otherwise after JSON")


def _demand_outcome(outcome: Outcome, players: Sequence[str], where: str) -> None:
    demand_code(outcome.reason, f"{where}: the reason of the outcome")
    demand_sentence(outcome.message, f"{where}: the sentence of the outcome")
    demand(
        isinstance(outcome.winners, tuple) and outcome.winners, f"{where}: a match that is over has winners"
    )
    strangers = set(outcome.winners) - set(players)
    demand(not strangers, f"{where}: the winners {strangers!r} do not play")


def _is_ranking(places: list[int]) -> bool:
    """Each place is one more than the number of those before it."""
    held = Counter(places)
    return all(place == 1 + sum(held[better] for better in held if better < place) for place in held)
