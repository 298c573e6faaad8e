"""Who is asking, and what they may do. Services ask here before they write.

Knows accounts and judge cards; knows nothing of requests beyond how to read an actor out of one.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.services import Permit
from tournaments.models import JudgeCard, Round, Table, Tournament

CARDS_IN_SESSION = "judge_cards"


class NotAllowed(Exception):
    """The actor may not do this. The page says so; nothing else is told."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody at the other end: an account, the judge cards they scanned, or neither."""

    user: User | None = None
    cards: frozenset[str] = frozenset()

    def organises(self, tournament: Tournament) -> bool:
        return self.user is not None and tournament.organiser_id == self.user.pk

    def sees(self, tournament: Tournament) -> bool:
        """A tournament is its organiser's own until its first round is published."""
        return self.organises(tournament) or tournament.rounds.filter(published_at__isnull=False).exists()

    def sees_round(self, round_: Round) -> bool:
        return round_.is_public or self.organises(round_.tournament)

    def judges(self, table: Table) -> bool:
        tournament = table.round.tournament
        return self.organises(tournament) or self._has_card(tournament, table.number)

    def require_account(self) -> User:
        if self.user is None:
            raise NotAllowed
        return self.user

    def require_organiser(self, tournament: Tournament) -> None:
        if not self.organises(tournament):
            raise NotAllowed

    def permit_for(self, table: Table) -> Permit:
        """Leave to score at a table, for its judge and the organiser alone."""
        if table.match_id is None or not self.judges(table):
            raise NotAllowed
        organises = self.organises(table.round.tournament)
        return Permit(
            match_id=table.match_id,
            actor=str(self.user) if self.user and organises else _("judge of table %s") % table.number,
            user=self.user if organises else None,
            may_reopen=organises,
        )

    def _has_card(self, tournament: Tournament, number: int) -> bool:
        if not self.cards:
            return False
        held = JudgeCard.objects.filter(tournament=tournament, number=number, token__in=self.cards)
        return held.exists()


def actor_of(request: HttpRequest) -> Actor:
    """Who sent this request."""
    user = request.user if isinstance(request.user, User) else None
    return Actor(user, frozenset(request.session.get(CARDS_IN_SESSION, ())))
