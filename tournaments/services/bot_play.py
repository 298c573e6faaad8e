"""Bots at the tables of a rehearsal: what they owe since they last played, entered as any judge's entry is.

Driven by facts in the database: run twice, late or not at all, it goes on where it was. Every turn has an id that
follows from where it stands, so that two workers who play the same one enter it once.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

from django.utils import timezone
from django.utils.translation import gettext as _

from games import services as games
from games.errors import Refused
from games.models import Match
from games.services import Hand, NewAction, Permit, SeatPermit
from rules.registry import EngineMissing
from tournaments.access import Actor, NotAllowed
from tournaments.bots import next_turn
from tournaments.models import Rehearsal, Round, Table
from tournaments.services import rounds
from tournaments.services.rehearsals import EVERY
from tournaments.speaking import told_in

LEASE = timedelta(seconds=60)
"""After so long another worker may take up what one has left lying."""
TICK = timedelta(seconds=0.5)
MOST_OWED = 30
"""Turns a table at most, however long nobody played: a rehearsal is to be watched."""
MOST_SECONDS = 2.0
BOT = "bot"
LONGEST_PROBLEM = 200


def play_on(rehearsal_id: int) -> None:
    """Play what is owed by now, and lead the tournament on where that is wanted."""
    now = timezone.now()
    due = Rehearsal.objects.filter(pk=rehearsal_id, playing=True, problem="", due_at__lte=now)
    if not due.update(due_at=now + LEASE):
        return
    rehearsal = Rehearsal.objects.select_related("tournament__organiser").get(pk=rehearsal_id)
    ours = Rehearsal.objects.filter(pk=rehearsal_id, due_at=now + LEASE)
    with told_in(rehearsal.tournament):
        try:
            until = _play(rehearsal, now)
        except (Refused, NotAllowed, EngineMissing) as error:
            text = getattr(error, "message", "") or _(
                "The bots may not go on. Look at the rules and the members."
            )
            ours.update(problem=str(text)[:LONGEST_PROBLEM])
            return
    ours.update(played_until=until, due_at=timezone.now() + TICK)


# -- in detail -----------------------------------------------------------------------------------


def _play(rehearsal: Rehearsal, now: datetime) -> datetime:
    last = rehearsal.tournament.rounds.order_by("-number").first()
    if last is None or last.state != Round.State.PUBLISHED:
        if rehearsal.directing:
            _lead_on(rehearsal, last)
        return now
    every = EVERY.get(Rehearsal.Speed(rehearsal.speed))
    owed = MOST_OWED if every is None else int((now - rehearsal.played_until) / every)
    if owed <= 0:
        return rehearsal.played_until
    for table in _in_turn(_tables(rehearsal, last), min(owed, MOST_OWED), time.monotonic() + MOST_SECONDS):
        _turn(rehearsal, table)
    return now if every is None or owed > MOST_OWED else rehearsal.played_until + owed * every


def _lead_on(rehearsal: Rehearsal, last: Round | None) -> None:
    """Pair, publish, pair; when all is played, stop."""
    tournament = rehearsal.tournament
    actor = Actor(tournament.organiser)
    if last is None or last.state == Round.State.CLOSED:
        if last and last.number >= tournament.rounds_planned:
            Rehearsal.objects.filter(pk=rehearsal.pk).update(playing=False)
        else:
            rounds.ask_for_pairings(actor, tournament)
    elif last.state == Round.State.DRAFT:
        rounds.publish(actor, last, last.seed, last.edition)
    elif last.problem:
        raise Refused("cannot-pair", _(last.problem))


def _tables(rehearsal: Rehearsal, round_: Round) -> list[Table]:
    tables = round_.tables.exclude(number__in=rehearsal.taken_over).filter(
        match__status__in=(Match.Status.PLAYING, Match.Status.SIGNING)
    )
    return list(tables.order_by("number"))


def _in_turn(tables: list[Table], turns: int, end: float) -> Iterator[Table]:
    """Every table once, then again, until all have had their turns or the time is over."""
    for _number in range(turns):
        for table in tables:
            if time.monotonic() > end:
                return
            yield table


def _turn(rehearsal: Rehearsal, table: Table) -> None:
    match = Match.objects.filter(pk=table.match_id or 0).first()
    if match is None:
        return
    if match.status == Match.Status.SIGNING:
        _sign(match)
    if match.status != Match.Status.PLAYING:
        return
    engine = games.engine_of(match)
    seed = f"{rehearsal.seed}/{match.pk}/{match.version}"
    turn = next_turn(engine, engine.load(match.state), Random(seed))  # noqa: S311 - a game, not a secret
    if turn is None:
        return
    actions = [
        NewAction(uuid.uuid5(uuid.NAMESPACE_OID, f"{seed}/{number}"), action)
        for number, action in enumerate(turn)
    ]
    try:
        games.append_actions(Permit(match.pk, _("bot"), device=BOT), match.version, actions)
    except Refused:
        return  # somebody entered something at this very moment: theirs counts


def _sign(match: Match) -> None:
    sheet, signed = games.sheet_of_record(match), (match.signoffs or {}).get("signed", {})
    for seat in match.seats.all():
        if seat.key not in signed:
            permit = SeatPermit(match.pk, seat.key, _("bot"), device=BOT)
            games.sign(permit, uuid.uuid4(), sheet, Hand(name=seat.name))
