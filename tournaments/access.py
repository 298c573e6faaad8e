"""Who is asking, and what they may do. Services ask here before they write.

Knows accounts, roles and judge cards; knows nothing of requests beyond how to read an actor out of one.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games import bearings
from games.services import Permit, SeatPermit
from tournaments.dates import cards_work_today
from tournaments.models import Club, Duty, JudgeCard, Member, Round, Table, Tournament
from tournaments.roles import Permission, Scope, as_program, may

CARDS_IN_SESSION = "judge_cards"
SEATS_IN_SESSION = "seats_to_sign"


class NotAllowed(Exception):
    """The actor may not do this. The page says so; nothing else is told."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody at the other end: an account, the judge cards they scanned, or neither.

    Lives as long as a request: what was looked up once is not looked up again.
    """

    user: User | None = None
    cards: frozenset[str] = frozenset()
    seats: frozenset[tuple[int, str]] = frozenset()
    """Tables and the seats at them for which this phone may sign."""
    _roles: dict[int, str] | None = field(default=None, init=False, compare=False, repr=False)
    _tables: dict[tuple[int, int], bool] = field(default_factory=dict, init=False, compare=False, repr=False)

    # -- clubs ---------------------------------------------------------------------------------

    def role_in(self, club_id: int) -> str | None:
        """What this account is in a club."""
        return self.roles().get(club_id)

    def roles(self) -> dict[int, str]:
        """For each club of this account its role there."""
        if self._roles is None:
            found = (
                Member.objects.filter(user=self.user).order_by().values_list("club_id", "role")
                if self.user
                else ()
            )
            object.__setattr__(self, "_roles", dict(found))
        return self._roles or {}

    def may(self, permission: Permission, where: Tournament | Club) -> bool:
        club_id = where.pk if isinstance(where, Club) else where.club_id
        return may(self.role_in(club_id), permission)

    def require(self, permission: Permission, where: Tournament | Club) -> None:
        if not self.may(permission, where):
            raise NotAllowed

    def require_account(self) -> User:
        if self.user is None:
            raise NotAllowed
        return self.user

    # -- tournaments -----------------------------------------------------------------------------

    def organises(self, tournament: Tournament) -> bool:
        return self.may(Permission.RUN, tournament)

    def require_organiser(self, tournament: Tournament) -> None:
        self.require(Permission.RUN, tournament)

    def sees(self, tournament: Tournament) -> bool:
        """A tournament is its club's own until its first round is published."""
        return (
            self.may(Permission.SEE_DRAFTS, tournament)
            or tournament.rounds.filter(published_at__isnull=False).exists()
        )

    def sees_round(self, round_: Round) -> bool:
        return round_.is_public or self.organises(round_.tournament)

    # -- tables ------------------------------------------------------------------------------------

    def judges(self, table: Table) -> bool:
        tournament = table.round.tournament
        return self.organises(tournament) or self._was_given(tournament, table.number)

    def permit_for(self, table: Table) -> Permit:
        """Leave to score at a table, for its judge and the organiser alone."""
        if table.match_id is None or not self.judges(table):
            raise NotAllowed
        return Permit(
            match_id=table.match_id,
            actor=self.name_at(table),
            user=self._account_at(table),
            may_reopen=self.organises(table.round.tournament),
        )

    def name_at(self, table: Table) -> str:
        """What is written down as who did something at a table."""
        user = self._account_at(table)
        return str(user) if user else _("judge of table %s") % table.number

    def signs_for(self, table: Table, seat: str) -> bool:
        """On the judge's phone anybody signs who proves who they are; on their own, only for their seat."""
        return (table.pk, seat) in self.seats or self.judges(table)

    def seat_permit(self, table: Table, seat: str) -> SeatPermit:
        """Leave to sign for one seat."""
        if table.match_id is None or not self.signs_for(table, seat):
            raise NotAllowed
        own = not self.judges(table)
        return SeatPermit(
            match_id=table.match_id,
            seat=seat,
            actor=_("player at seat %s") % seat if own else self.name_at(table),
            user=self._account_at(table),
            device=_("own phone") if own else "",
        )

    def _account_at(self, table: Table) -> User | None:
        """The account that answers for an entry; a spectator's own account has nothing to do with the card they hold."""
        return self.user if self.may(Permission.SCORE, table.round.tournament) else None

    def _was_given(self, tournament: Tournament, number: int) -> bool:
        """By a card that was scanned, or to this account by name."""
        asked = tournament.pk, number
        if asked not in self._tables:
            self._tables[asked] = self._has_card(tournament, number) or self._has_duty(tournament, number)
        return self._tables[asked]

    def _has_card(self, tournament: Tournament, number: int) -> bool:
        if not self.cards or not cards_work_today(tournament):
            return False
        held = JudgeCard.objects.filter(
            tournament=tournament, number=number, token__in=self.cards, revoked_at__isnull=True
        )
        return held.exists()

    def _has_duty(self, tournament: Tournament, number: int) -> bool:
        if not self.may(Permission.SCORE, tournament):
            return False
        return Duty.objects.filter(tournament=tournament, user=self.user, number=number).exists()


@dataclass(frozen=True, slots=True)
class Program(Actor):
    """A program to which a member gave a token: it acts in their name, in one club, as far as its scope goes."""

    club_id: int = 0
    scope: Scope = Scope.READ

    def roles(self) -> dict[int, str]:
        role = as_program(self._role_of_member(), self.scope)
        return {self.club_id: role} if role else {}

    def _was_given(self, tournament: Tournament, number: int) -> bool:
        """To score, it needs no table of its own where its member may score at all of them."""
        if self.scope == Scope.SCORE and tournament.club_id == self.club_id:
            return may(self._role_of_member(), Permission.RUN) or Actor._was_given(self, tournament, number)
        return Actor._was_given(self, tournament, number)

    def _role_of_member(self) -> str | None:
        return Actor.roles(self).get(self.club_id)


def actor_of(request: HttpRequest) -> Actor:
    """Who sent this request."""
    user = request.user if isinstance(request.user, User) else None
    known: Actor | None = getattr(request, "_actor", None)
    if known is None or known.user != user:
        known = _read_actor(request, user)
        request._actor = known  # type: ignore[attr-defined]
    return known


def _read_actor(request: HttpRequest, user: User | None) -> Actor:
    if user is not None:
        bearings.note(user=user.pk)
    seats = request.session.get(SEATS_IN_SESSION, ())
    now = time.time()
    return Actor(
        user,
        frozenset(request.session.get(CARDS_IN_SESSION, ())),
        frozenset((table, seat) for table, seat, until in seats if until > now),
    )
