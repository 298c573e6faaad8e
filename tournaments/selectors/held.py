"""What the public may know of a tournament while its view is held: the results that were public when the hold began.

Who runs the tournament sees the truth, and a judge the table they judge at; everybody else sees this. Computes nothing
itself: it only says what counts (``Otherwise``) and what has been revealed.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from games.models import Match
from tournaments.access import Actor
from tournaments.models import Hold, Penalty, Round, ShownResult, Table, Tournament
from tournaments.selectors.standings import Line, Otherwise, standings_of


@dataclass(frozen=True)
class Held:
    """The kept view of one tournament."""

    hold: Hold
    shown: Mapping[int, ShownResult]
    """By match: what was public."""

    @cached_property
    def otherwise(self) -> Otherwise:
        penalties = Penalty.objects.filter(pk__in=self.hold.penalties).order_by("given_at", "pk")
        results = {match: each.result for match, each in self.shown.items()}
        return Otherwise(results, tuple(penalties), nothing_else=True)

    @property
    def key(self) -> str:
        """Another one for every hold: what is cached of one must not be shown in the next."""
        return f"held-{self.hold.pk}"

    @property
    def revealing(self) -> bool:
        return self.hold.revealed is not None

    def rounds(self, rounds: Iterable[Round]) -> list[Round]:
        """Those that were public then, each as it was."""
        then = []
        for round_ in rounds:
            state = self.hold.rounds.get(str(round_.number))
            if state and round_.is_public:
                kept = copy.copy(round_)
                kept.state = state
                then.append(kept)
        return then

    def as_then(self, rounds: Iterable[Round]) -> list[Round]:
        """All that are public now, those of then as they were."""
        kept = {each.number: each for each in self.rounds(rounds)}
        return [kept.get(each.number, each) for each in rounds if each.is_public]

    def knows(self, round_: Round) -> bool:
        """Whether the round was public when the hold began."""
        return str(round_.number) in self.hold.rounds

    def shows(self, match: Match) -> bool:
        """Whether the match is still as it was when its result was public."""
        return is_as_shown(self.shown.get(match.pk), match)


def is_held_from(actor: Actor, tournament: Tournament) -> bool:
    return tournament.held_at is not None and not actor.organises(tournament)


def held_for(actor: Actor, tournament: Tournament) -> Held | None:
    """Nothing where this actor may see everything."""
    return held_view(tournament) if is_held_from(actor, tournament) else None


def held_view(tournament: Tournament) -> Held | None:
    """What the public sees, whoever asks; nothing where nothing is held."""
    if tournament.held_at is None:
        return None
    hold = Hold.objects.filter(tournament=tournament).first()
    if hold is None:
        return None  # lifted since the tournament was read
    return Held(hold, {each.match_id: each for each in hold.results.all()})


def is_table_held_from(actor: Actor, table: Table) -> bool:
    """Whether this actor may not see what was entered at a table."""
    tournament, match = table.round.tournament, table.match
    if tournament.held_at is None or match is None or actor.judges(table):
        return False
    kept = ShownResult.objects.filter(hold__tournament=tournament, match=match).first()
    return not is_as_shown(kept, match)


def is_as_shown(kept: ShownResult | None, match: Match) -> bool:
    return kept is not None and match.status == Match.Status.FINAL and kept.version == match.version


def lines_seen(tournament: Tournament, rounds: Sequence[Round], held: Held) -> tuple[list[Line], int]:
    """The standings as the public may read them, and how many places above them are hidden.

    Before the first place is revealed, those of then; from then on those of now, as far up as they are revealed.
    """
    if held.hold.revealed is None:
        return standings_of(tournament, held.rounds(rounds), held.otherwise), 0
    lines = standings_of(tournament, rounds)
    revealed = [line for line in lines if line.standing.rank >= held.hold.revealed]
    hidden = len(lines) - len(revealed)
    if hidden and revealed:
        # What decided between this one and the next above would tell who that is.
        best = revealed[0]
        revealed[0] = replace(best, above=None, standing=replace(best.standing, above=None))
    return revealed, hidden


def next_place(tournament: Tournament, hold: Hold) -> list[Line]:
    """Who is revealed next: everybody on the last rank that is still hidden."""
    if hold.revealed is None:
        return []
    hidden = [line for line in standings_of(tournament) if line.standing.rank < hold.revealed]
    rank = max((line.standing.rank for line in hidden), default=0)
    return [line for line in hidden if line.standing.rank == rank]
