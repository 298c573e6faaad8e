"""A tournament of tables of two as the report that programs for chess read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.exporting.trf import Game, Player, Report, Result
from tournaments.models import Place, Round, Tournament
from tournaments.selectors.held import is_held_from
from tournaments.selectors.pages import overview_of
from tournaments.selectors.played import PlayedRound, PlayedTable, Seat, played_rounds
from tournaments.selectors.standings import scheme_of
from tournaments.selectors.versions import rounds_of
from tournaments.systems import all_systems

PAIR = 2
WHITE, BLACK = "w", "b"
"""The first seat and the second."""


def why_no_report(actor: Actor, tournament: Tournament) -> str:
    """Why there is none for this actor, in a sentence; nothing where there is one."""
    rounds = [each for each in rounds_of(tournament) if each.is_public]
    if is_held_from(actor, tournament):
        return _("Results are held. There is a report when they are shown.")
    if not rounds or not all(each.state == Round.State.CLOSED for each in rounds[:1]):
        return _("There is a report when the first round is over.")
    if Place.objects.filter(round__in=rounds, position__gt=PAIR).exists():
        return _("Programs for chess know tables of two alone, and more than two sat at a table here.")
    return ""


def report_of(actor: Actor, tournament: Tournament) -> Report:
    """Up to the last round of which everything is known."""
    if why := why_no_report(actor, tournament):
        raise Refused("no-report", why)
    overview = overview_of(actor, tournament)
    public = [each for each in rounds_of(tournament) if each.is_public]
    known: list[PlayedRound] = []
    for played in played_rounds(actor, tournament, public):
        if not played.known:
            break
        known.append(played)
    # Their own counting, without gaps: a program for chess misses whoever is not there.
    lines = sorted(overview.lines, key=lambda line: line.entrant.number)
    numbers = {line.entrant.pk: at for at, line in enumerate(lines, start=1)}
    bye = _bye(tournament)
    games = [_games(played, numbers, bye) for played in known]
    return Report(
        name=tournament.name,
        place=tournament.place,
        first_day=tournament.first_day,
        last_day=tournament.last_day,
        rounds=tournament.rounds_planned,
        kind=_kind(public),
        players=[
            Player(
                numbers[line.entrant.pk],
                line.entrant.name,
                line.standing.rank,
                [each.get(line.entrant.pk, Game(Result.NO_POINT)) for each in games],
            )
            for line in lines
        ],
    )


# -- in detail -----------------------------------------------------------------------------------


def _games(played: PlayedRound, numbers: Mapping[int, int], bye: Result) -> dict[int, Game]:
    found = {seat.entrant.pk: Game(bye) for seat in played.out}
    for table in played.tables:
        one, other = sorted(table.seats, key=lambda seat: seat.position or 0)
        found[one.entrant.pk] = Game(_result(table, one, other), numbers[other.entrant.pk], WHITE)
        found[other.entrant.pk] = Game(_result(table, other, one), numbers[one.entrant.pk], BLACK)
    return found


def _result(table: PlayedTable, mine: Seat, theirs: Seat) -> Result:
    """A match that was decided before its first deal was over was not played."""
    played = table.deals > 0 or table.reason not in ("abandon", "stop")
    my, their = mine.place or 0, theirs.place or 0
    if my == their:
        return Result.TIE if played else Result.TIE_UNPLAYED
    if my < their:
        return Result.WIN if played else Result.WIN_UNPLAYED
    return Result.LOSS if played else Result.LOSS_UNPLAYED


def _bye(tournament: Tournament) -> Result:
    """As much as sitting out is worth here, in the steps that chess knows."""
    scheme = scheme_of(tournament)
    worth, win = scheme.for_sitting_out(PAIR), scheme.worth(PAIR)[0]
    if worth >= win:
        return Result.FULL_BYE
    return Result.HALF_BYE if worth * 2 >= win else Result.NO_POINT


def _kind(rounds: Sequence[Round]) -> str:
    system = all_systems().get(rounds[0].stage.system)
    return system.name if system else rounds[0].stage.system
