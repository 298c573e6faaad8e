"""What is to be told to whom: messages are written in the transaction of what they tell, and sent by the letters' job.

Nothing is written for a rehearsal, nor where the organiser wants silence.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Q
from django.utils import timezone

from config.signin import letters
from config.signin.models import Letter
from config.tidings.models import Kind, Message, Silence, Subscription
from games.models import Match
from tournaments.models import Place, Round, Table, Tournament

OUT = 0
"""The table of who sits out."""
Seats = Mapping[int, int]
"""For each entrant the number of their table."""


def tell_of_publication(round_: Round) -> None:
    """Everybody's table; and that it begins, to those who asked for that alone."""
    if is_silent(round_.tournament):
        return
    seats = _seats(round_)
    tell_of_tables(round_, seats)
    playing = {entrant: table for entrant, table in seats.items() if table != OUT}
    _write(round_, Kind.START, playing, f"start:{round_.pk}:{round_.edition}", on_table=False)


def tell_of_tables(round_: Round, seats: Seats | None = None) -> None:
    """To whoever was not told of this very table last."""
    if is_silent(round_.tournament):
        return
    now = _seats(round_) if seats is None else seats
    _write(round_, Kind.TABLE, now, f"table:{round_.pk}:{round_.edition}")


def tell_of_clock(round_: Round) -> None:
    """That the time of a round runs; started anew, it is told anew."""
    if is_silent(round_.tournament) or round_.clock_at is None:
        return
    playing = {entrant: table for entrant, table in _seats(round_).items() if table != OUT}
    _write(round_, Kind.START, playing, f"clock:{round_.pk}:{round_.clock_at.timestamp():.0f}")


def tell_of_sheet(match_id: int, sheet: str) -> None:
    """To who sits there: signatures are asked for. While results are held, that a match is over is one of them."""
    table = Table.objects.select_related("round__tournament").filter(match=match_id).first()
    if table is None or table.round.tournament.held_at or is_silent(table.round.tournament):
        return
    seated = Place.objects.filter(table=table).values_list("entrant", flat=True)
    _write(table.round, Kind.SIGN, dict.fromkeys(seated, table.number), f"sign:{match_id}:{sheet[:32]}")


def is_silent(tournament: Tournament) -> bool:
    return tournament.rehearsal or Silence.objects.filter(tournament=tournament).exists()


def signed_at(match: Match) -> set[str]:
    return set((match.signoffs or {}).get("signed", {}))


# -- in detail -----------------------------------------------------------------------------------


def _seats(round_: Round) -> dict[int, int]:
    found = Place.objects.filter(round=round_).values_list("entrant", "table__number")
    return {entrant: table or OUT for entrant, table in found}


def _write(round_: Round, kind: Kind, seats: Seats, occasion: str, **only: bool) -> None:
    asked = Subscription.objects.filter(
        entrant__tournament=round_.tournament_id, confirmed_at__isnull=False, **{f"on_{kind.value}": True}
    )
    wanted = [each for each in asked.filter(**only) if each.entrant_id in seats]
    if not wanted:
        return
    told = _told(round_, kind, occasion, wanted)
    now = timezone.now()
    made = Message.objects.bulk_create(
        Message(
            subscription=each,
            round=round_,
            kind=kind,
            channel=each.channel,
            occasion=occasion,
            about=str(seats[each.entrant_id]),
            at=now,
        )
        for each in wanted
        if told.get(each.pk) not in (occasion, str(seats[each.entrant_id]))
    )
    letters.ask_many(Letter.Kind.TIDING, [str(each.pk) for each in made])


def _told(round_: Round, kind: Kind, occasion: str, wanted: list[Subscription]) -> dict[int | None, str]:
    """For each subscription the occasion if it was told of it; of tables, the last one it was told, or is about to be."""
    before = Message.objects.filter(round=round_, kind=kind, subscription__in=[each.pk for each in wanted])
    if kind == Kind.TABLE:
        # What was not true for a moment was not told.
        before = before.filter(Q(occasion=occasion) | Q(outcome__in=("", Message.Outcome.SENT)))
    rows = before.order_by("at", "pk").values_list("subscription", "occasion", "about")
    if kind == Kind.TABLE:
        return {pk: occasion if then == occasion else about for pk, then, about in rows}
    return {pk: occasion for pk, then, _about in rows if then == occasion}
