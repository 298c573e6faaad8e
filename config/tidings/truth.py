"""Whether what a message says is still so, and all that its words need. Looked up when it is sent, as the public sees it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from config.tidings.models import Kind, Message, Subscription
from config.tidings.telling import OUT, is_silent, signed_at
from games.models import Match
from tournaments.dates import zone_of
from tournaments.models import Place, Round, Tournament
from tournaments.selectors.clocks import round_clock
from tournaments.selectors.shown import public_name
from tournaments.selectors.spots import labels_of

WORTH = {Kind.TABLE: timedelta(minutes=30), Kind.START: timedelta(minutes=10), Kind.SIGN: timedelta(hours=2)}
"""So long after it happened it is still worth telling."""


@dataclass(frozen=True, slots=True)
class News:
    """What is so, now."""

    kind: Kind
    tournament: Tournament
    round: Round
    name: str
    """As everybody may read it."""
    table: int
    label: str
    ends: datetime | None
    """When the round's time is over, in the time of the hall."""
    path: str

    @property
    def out(self) -> bool:
        return self.table == OUT


def is_late(message: Message, now: datetime) -> bool:
    return now > message.at + WORTH[Kind(message.kind)]


def left(message: Message, now: datetime) -> int:
    """For how many seconds it is worth telling."""
    return max(0, int((message.at + WORTH[Kind(message.kind)] - now).total_seconds()))


def news_of(message: Message, subscription: Subscription) -> News | None:
    """Nothing, where it is not so any more or not wanted any more."""
    round_, entrant = message.round, subscription.entrant
    place = _place(message, subscription)
    unwanted = message.kind not in subscription.kinds or is_silent(round_.tournament)
    if place is None or unwanted or not _holds(message, place):
        return None
    number = place.table.number if place.table else OUT
    ends = round_clock(round_).round_end
    return News(
        kind=Kind(message.kind),
        tournament=round_.tournament,
        round=round_,
        name=public_name(entrant, round_.number),
        table=number,
        label=labels_of(round_.tournament).get(number, ""),
        ends=ends.astimezone(zone_of(round_.tournament)) if ends else None,
        path=place.table.get_absolute_url() if place.table else round_.get_absolute_url(),
    )


def _place(message: Message, subscription: Subscription) -> Place | None:
    found = Place.objects.select_related("table__match", "table__round__tournament")
    return found.filter(round=message.round_id, entrant=subscription.entrant_id).first()


def _holds(message: Message, place: Place) -> bool:
    table = place.table
    if message.round.state != Round.State.PUBLISHED or message.about != str(table.number if table else OUT):
        return False
    if message.kind != Kind.SIGN:
        return True
    match = table.match if table else None
    return (
        match is not None
        and match.status == Match.Status.SIGNING
        and str(place.position) not in signed_at(match)
        and not message.round.tournament.held_at
    )
