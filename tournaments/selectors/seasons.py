"""A season's table as a page shows it, out of the results of its evenings. A few queries, however many there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match
from tournaments.access import Actor
from tournaments.models import MOST_EVENINGS, Club, Entrant, Place, Player, Season, Tournament
from tournaments.seasons import PLACES, Line, Result, Rules, season_table
from tournaments.selectors.ranking import is_member
from tournaments.selectors.records import may_see_record
from tournaments.selectors.shown import listed_name


@dataclass(frozen=True, slots=True)
class SeasonLine:
    line: Line[int]
    player: Player
    name: str
    open: bool
    """Whether this actor may see the evenings one by one, and the record they lead to."""
    why: str
    """What decided, where totals are equal; what is missing for a rank."""


@dataclass(frozen=True, slots=True)
class SeasonView:
    season: Season
    evenings: list[Tournament]
    lines: list[SeasonLine]
    rules: list[str]
    """How it is counted, in sentences."""


def may_see_season(actor: Actor, season: Season) -> bool:
    return season.public or is_member(actor, season.club)


def seasons_of(club: Club) -> QuerySet[Season]:
    return Season.objects.filter(club=club).order_by("-first_day", "-pk")


def tournaments_of_days(season: Season) -> QuerySet[Tournament]:
    """That could count: they begin within its days, and are no rehearsals."""
    return Tournament.objects.filter(
        club=season.club_id, rehearsal=False, first_day__range=(season.first_day, season.last_day)
    ).order_by("first_day", "created_at", "pk")[:MOST_EVENINGS]


def season_view(actor: Actor, season: Season) -> SeasonView:
    """Evenings that are closed and not held. Whoever is in no list cannot be known again, and has no line."""
    left_out = set(season.left_out.values_list("pk", flat=True))
    evenings = [
        each
        for each in tournaments_of_days(season)
        if each.closed_at and each.held_at is None and each.pk not in left_out
    ]
    results = _results(season, evenings)
    lines = season_table([results[each.pk] for each in evenings], _rules(season))
    players = {each.pk: each for each in Player.objects.filter(pk__in={line.who for line in lines})}
    whole = is_member(actor, season.club)
    return SeasonView(
        season,
        evenings,
        [_shown(actor, line, players[line.who], whole=whole) for line in lines if line.who in players],
        in_sentences(season),
    )


def in_sentences(season: Season) -> list[str]:
    """How it is counted."""
    if season.scoring == Season.Scoring.PLACES:
        worth = " · ".join(map(str, season.place_points))
        told = [
            _("For the ranks of an evening there are %(worth)s points; who shares a rank shares them.")
            % {"worth": worth}
        ]
    elif season.scoring == Season.Scoring.POINTS:
        told = [_("All points that were made at the tables are added up.")]
    else:
        told = [_("Every match that was won counts one.")]
    if season.drop:
        told.append(
            ngettext(
                "Everybody’s worst evening does not count; one that was missed is the worst.",
                "Everybody’s %(count)s worst evenings do not count; those that were missed are the worst.",
                season.drop,
            )
            % {"count": season.drop}
        )
    if season.least > 1:
        told.append(_("A rank needs %(count)s evenings.") % {"count": season.least})
    told.append(_("Where totals are equal, more evenings won decide, then the best single evening."))
    return told


# -- in detail -----------------------------------------------------------------------------------


def _rules(season: Season) -> Rules:
    return Rules(season.scoring, tuple(season.place_points), season.drop, season.least)


def _shown(actor: Actor, line: Line[int], player: Player, *, whole: bool) -> SeasonLine:
    return SeasonLine(
        line=line,
        player=player,
        name=player.name if whole else listed_name(player),
        open=may_see_record(actor, player),
        why=_why(line),
    )


def _why(line: Line[int]) -> str:
    if line.missing:
        return ngettext("one more evening for a rank", "%(count)s more evenings for a rank", line.missing) % {
            "count": line.missing
        }
    if line.by == "wins":
        return _("as many points as the one above, and fewer evenings won")
    if line.by == "best":
        return _("as many points as the one above, and a lower best evening")
    return _("level with the one above in everything") if line.by == "shared" else ""


@dataclass(slots=True)
class _Sum:
    """What an entrant made over the tables of an evening."""

    points: int = 0
    wins: int = 0


def _results(season: Season, evenings: Sequence[Tournament]) -> dict[int, dict[int, Result]]:
    """For each evening what each player did; only who played at a table has done anything."""
    played = Place.objects.filter(entrant=OuterRef("pk"), table__match__status=Match.Status.FINAL)
    entrants = Entrant.objects.filter(
        Exists(played), tournament__in=evenings, player__isnull=False, final_rank__isnull=False
    ).values_list("pk", "tournament", "player", "final_rank")
    sums = {} if season.scoring == PLACES else _added_up(evenings)
    found: dict[int, dict[int, Result]] = {each.pk: {} for each in evenings}
    for pk, tournament, player, rank in entrants:
        made = sums.get(pk, _Sum())
        found[tournament][player or 0] = Result(rank or 0, made.points, made.wins)
    return found


def _added_up(evenings: Iterable[Tournament]) -> dict[int, _Sum]:
    finals = Match.objects.filter(
        table__round__tournament__in=evenings, status=Match.Status.FINAL, result__isnull=False
    )
    results = {
        pk: (totals, places)
        for pk, totals, places in finals.values_list("pk", "result__totals", "result__places")
    }
    seats = Place.objects.filter(round__tournament__in=evenings, table__match__isnull=False)
    sums: dict[int, _Sum] = defaultdict(_Sum)
    for entrant, position, match in seats.values_list("entrant", "position", "table__match"):
        if match in results:
            totals, places = results[match]
            sums[entrant].points += totals[str(position)]
            sums[entrant].wins += places[str(position)] == 1
    return sums
