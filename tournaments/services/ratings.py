"""A club's ratings: asked for when something they follow from changes, and made whole by the worker.

What is kept of them is a cache: the row of the club says whether it is true (Ranking.wanted and made).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Case, F, Value, When
from django.utils import timezone

from games.jobs import send_on_commit
from tournaments.access import Actor
from tournaments.due import COMPUTE_RATINGS
from tournaments.models import Club, Ranking, Rating, Tournament
from tournaments.ratings.rating import rate
from tournaments.roles import Permission
from tournaments.selectors.rated import evenings_of
from tournaments.services.history import record_in_club
from tournaments.services.holding import hold_club

AT_A_TIME = 500
CLOSE = 1e-9
"""Two machines may differ in the last digits of a number; more is a difference."""


class Kept(NamedTuple):
    """One rating, whatever row it stands in."""

    player: int
    tournament: int
    mu: float
    sigma: float
    matches: int
    number: int
    last: bool


class Difference(NamedTuple):
    """What is kept and what it should be; nothing where one of the two is not there."""

    kept: Kept | None
    reckoned: Kept | None


def want_ratings(club_id: int) -> None:
    """Something that ratings follow from has changed. Last in the transaction that changed it: whoever takes a
    tournament or a person too takes this row after them, so that no two wait for each other.
    """
    Ranking.objects.get_or_create(club_id=club_id)
    # Since when they are due: what is asked for meanwhile does not make it younger. In one statement, for PostgreSQL
    # asks for the club's row again when a row that points at it is written twice, and may wait for it for ever.
    since = Case(When(wanted=F("made"), then=Value(timezone.now())), default=F("asked_at"))
    Ranking.objects.filter(pk=club_id).update(asked_at=since, wanted=F("wanted") + 1)
    send_on_commit(COMPUTE_RATINGS, club_id)


def compute_ratings(club_id: int) -> None:
    """Make them, if they are due. May run twice, late, or at the same moment: the row decides."""
    ranking = Ranking.objects.filter(pk=club_id).first()
    if ranking and ranking.wanted > ranking.made:
        keep_ratings(club_id, ranking.wanted)


def keep_ratings(club_id: int, wanted: int) -> list[Difference]:
    """Reckon all ratings and write what is otherwise now; nothing, where something was asked for meanwhile."""
    reckoned = reckoned_ratings(club_id)
    with transaction.atomic():
        # First the club, as merging and erasing do: whoever is rated here cannot vanish while it is written.
        hold_club(club_id)
        if not Ranking.objects.filter(pk=club_id, wanted=wanted).exists():
            return []
        found = differences(kept_ratings(club_id), reckoned)
        _write(found)
        if connection.vendor == "postgresql":
            # The tournaments and people these rows point at are taken here instead of at the end, so that the
            # club's own row below is the last one, as everywhere.
            connection.check_constraints()
        Ranking.objects.filter(pk=club_id).update(made=wanted)
    return found


def reckoned_ratings(club_id: int) -> list[Kept]:
    """What all ratings are, out of results alone."""
    made: list[Kept] = []
    last: dict[int, int] = {}
    for number, (tournament, ratings) in enumerate(rate(evenings_of(club_id)), start=1):
        for (kind, who), each in ratings.items():
            if kind == "player":
                last[who] = len(made)
                made.append(Kept(who, tournament, each.mu, each.sigma, each.matches, number, last=False))
    for at in last.values():
        made[at] = made[at]._replace(last=True)
    return made


def kept_ratings(club_id: int) -> list[Kept]:
    rows = Rating.objects.filter(player__club=club_id).order_by("number", "player")
    return [Kept(*each) for each in rows.values_list(*Kept._fields)]


def differences(kept: Iterable[Kept], reckoned: Iterable[Kept]) -> list[Difference]:
    """Between what is kept and what results say."""
    before = {(each.player, each.tournament): each for each in kept}
    after = {(each.player, each.tournament): each for each in reckoned}
    pairs = [(before.get(key), after.get(key)) for key in dict.fromkeys([*before, *after])]
    return [Difference(one, other) for one, other in pairs if not _same(one, other)]


def _same(one: Kept | None, other: Kept | None) -> bool:
    if one is None or other is None:
        return one is other
    near = abs(one.mu - other.mu) <= CLOSE and abs(one.sigma - other.sigma) <= CLOSE
    return near and one._replace(mu=0, sigma=0) == other._replace(mu=0, sigma=0)


def _write(found: Iterable[Difference]) -> None:
    gone: dict[int, list[int]] = {}
    rows = []
    for kept, reckoned in found:
        if reckoned is None and kept is not None:
            gone.setdefault(kept.tournament, []).append(kept.player)
        if reckoned is not None:
            rows.append(
                Rating(
                    player_id=reckoned.player,
                    tournament_id=reckoned.tournament,
                    mu=reckoned.mu,
                    sigma=reckoned.sigma,
                    matches=reckoned.matches,
                    number=reckoned.number,
                    last=reckoned.last,
                )
            )
    for tournament, players in gone.items():
        Rating.objects.filter(tournament=tournament, player__in=players).delete()
    Rating.objects.bulk_create(
        rows,
        batch_size=AT_A_TIME,
        update_conflicts=True,
        unique_fields=["player", "tournament"],
        update_fields=["mu", "sigma", "matches", "number", "last"],
    )


# -- what a club decides ---------------------------------------------------------------------------


def show_ratings(actor: Actor, club: Club, public: bool) -> None:
    """To everybody, or to members alone."""
    actor.require(Permission.MANAGE_CLUB, club)
    with transaction.atomic():
        ranking, _made = Ranking.objects.select_for_update().get_or_create(club=club)
        if ranking.public != public:
            ranking.public = public
            ranking.save(update_fields=["public"])
            record_in_club(actor, club, "ratings-shown" if public else "ratings-hidden")


def count_in_ratings(actor: Actor, tournament: Tournament, rated: bool) -> None:
    """Let a tournament count or leave it out, also when it is closed: its results stay as they are."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        current = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if current.rated == rated:
            return
        Tournament.objects.filter(pk=tournament.pk).update(rated=rated)
        code = "tournament-rated" if rated else "tournament-unrated"
        record_in_club(actor, current.club, code, name=current.name)
        want_ratings(current.club_id)
    tournament.rated = rated
