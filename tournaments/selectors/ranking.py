"""A club's ranking as a page shows it, and one player's rating over time. Reads what is kept, reckons nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.access import Actor
from tournaments.models import Club, Player, Ranking, Rating, Tournament
from tournaments.pictures.whiskers import TimeChart, Whisker, time_chart, whiskers
from tournaments.ratings import scale
from tournaments.ratings.rating import Rating as Believed
from tournaments.ratings.scale import Sureness
from tournaments.roles import Permission
from tournaments.selectors.rated import rated_tournaments
from tournaments.selectors.records import may_see_record
from tournaments.selectors.shown import listed_name

A_PAGE = 100
SURE: dict[Sureness, str | Promise] = {
    Sureness.GUESS: _("hardly known yet"),
    Sureness.ROUGH: _("roughly known"),
    Sureness.FAIR: _("fairly well known"),
    Sureness.GOOD: _("well known"),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A rating as people read it."""

    at_least: int
    likely: int
    off: int
    sure: str | Promise
    matches: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class Line:
    player: Player
    name: str
    linked: bool
    """Whether there is a record that this actor may see."""
    rank: int | None
    rating: Shown
    whisker: Whisker


@dataclass(frozen=True, slots=True)
class RankingView:
    page: Page[tuple[Player, Believed]]
    lines: list[Line]
    """Of this page."""
    tournaments: list[Tournament]
    """That count, the newest first."""
    due: bool
    """Whether something has changed and is being reckoned."""
    public: bool


@dataclass(frozen=True, slots=True)
class Past:
    """A player's ratings, tournament by tournament, the first first."""

    now: Shown
    chart: TimeChart
    moments: list[tuple[Tournament, Shown]]


def is_member(actor: Actor, club: Club) -> bool:
    return actor.may(Permission.SEE_DRAFTS, club)


def may_see_ratings(actor: Actor, club: Club) -> bool:
    """Members; everybody where the club wants it so."""
    return is_member(actor, club) or Ranking.objects.filter(club=club, public=True).exists()


def ranking_view(actor: Actor, club: Club, page: str | None = None) -> RankingView:
    """In a few queries, however many people and tournaments there are. Whoever was erased has no line."""
    ranking = Ranking.objects.filter(club=club).first()
    rows = Rating.objects.filter(player__club=club, player__erased_at__isnull=True, last=True)
    rated = [(row.player, _believed(row)) for row in rows.select_related("player")]
    ranks = _ranks([each for _player, each in rated])
    rated.sort(key=lambda each: (scale.is_provisional(each[1]), -scale.at_least(each[1]), each[0].pk))
    found = Paginator(rated, A_PAGE).get_page(page)
    drawn = whiskers([(scale.likely(each), scale.give_or_take(each)) for _player, each in rated])
    first = found.start_index() - 1
    whole = is_member(actor, club)
    lines = [
        Line(
            player=player,
            name=player.name if whole else listed_name(player),
            linked=may_see_record(actor, player),
            rank=None if scale.is_provisional(each) else ranks[scale.at_least(each)],
            rating=shown(each),
            whisker=whisker,
        )
        for (player, each), whisker in zip(found.object_list, drawn[max(0, first) :], strict=False)
    ]
    return RankingView(
        page=found,
        lines=lines,
        tournaments=list(rated_tournaments(club.pk).reverse()),
        due=ranking is not None and ranking.wanted > ranking.made,
        public=ranking is not None and ranking.public,
    )


def past_of(player: Player) -> Past | None:
    """Nothing for who has not been rated yet."""
    rows = list(Rating.objects.filter(player=player).select_related("tournament").order_by("number"))
    if not rows:
        return None
    moments = [(row.tournament, shown(_believed(row))) for row in rows]
    chart = time_chart(
        [(date_format(tournament.first_day, "j M"), each.likely, each.off) for tournament, each in moments]
    )
    return Past(moments[-1][1], chart, moments)


def ratings_now(players: Sequence[int]) -> dict[int, Believed]:
    """What is believed today of each of these; who has not been rated is missing."""
    rows = Rating.objects.filter(player__in=players, last=True)
    return {row.player_id: _believed(row) for row in rows}


def shown(rating: Believed) -> Shown:
    return Shown(
        at_least=scale.at_least(rating),
        likely=scale.likely(rating),
        off=scale.give_or_take(rating),
        sure=SURE[scale.sureness(rating)],
        matches=rating.matches,
        provisional=scale.is_provisional(rating),
    )


# -- in detail -----------------------------------------------------------------------------------


def _believed(row: Rating) -> Believed:
    return Believed(row.mu, row.sigma, row.matches)


def _ranks(rated: Sequence[Believed]) -> dict[int, int]:
    """For each value that is shown its rank: who is shown alike ranks alike."""
    values = sorted((scale.at_least(each) for each in rated if not scale.is_provisional(each)), reverse=True)
    ranks: dict[int, int] = {}
    for at, value in enumerate(values, start=1):
        ranks.setdefault(value, at)
    return ranks
