"""Rehearsals: made with one press, played by bots, taken over by people, thrown away. They never count."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import jobs
from games import services as games
from games.errors import Refused
from tournaments.access import Actor
from tournaments.bots import can_play
from tournaments.due import REHEARSE
from tournaments.engines import engine_for
from tournaments.models import MOST_TABLES, Entrant, Place, Rehearsal, Round, Stage, Table, Tournament
from tournaments.services.history import record
from tournaments.services.once import Form, once
from tournaments.services.rehearsal_copy import copied_for_rehearsal
from tournaments.services.rounds import lock


def make_rehearsal(actor: Actor, form_id: UUID, tournament: Tournament, speed: str) -> Tournament:
    """A copy that bots begin to play at once. The same form sent twice makes one."""
    actor.require_organiser(tournament)
    user = actor.require_account()
    _check_speed(speed)
    if tournament.rehearsal:
        raise Refused("rehearsal-of-rehearsal", _("This is a rehearsal already."))
    if not can_play(engine_for(tournament)):
        raise Refused("no-bots", _("Bots do not know these rules. Choose others to rehearse."))
    if tournament.entrants.filter(withdrawn=False).count() < 2:
        raise Refused("too-few-players", _("Enter at least two people before a rehearsal."))

    def work() -> int:
        copy = copied_for_rehearsal(tournament, user)
        now = timezone.now()
        made = Rehearsal.objects.create(
            tournament=copy, original=tournament, speed=speed, played_until=now, due_at=now
        )
        record(actor, tournament, "rehearsal-made")
        record(actor, copy, "tournament-made", name=copy.name)
        jobs.send_on_commit(REHEARSE, made.pk)
        return copy.pk

    return Tournament.objects.get(pk=once(Form(form_id, ("rehearsal", tournament.pk, speed)), work))


def change_pace(actor: Actor, tournament: Tournament, *, speed: str, playing: bool, directing: bool) -> None:
    """How fast the bots play, whether they play at all, and whether rounds follow by themselves."""
    _check_speed(speed)
    with transaction.atomic():
        rehearsal = _own(actor, tournament)
        now = timezone.now()
        rehearsal.speed, rehearsal.playing, rehearsal.directing = speed, playing, directing
        rehearsal.problem, rehearsal.played_until, rehearsal.due_at = "", now, now
        rehearsal.save()
        record(actor, tournament, "rehearsal-changed")
        jobs.send_on_commit(REHEARSE, rehearsal.pk)


def take_over(actor: Actor, tournament: Tournament, number: int, *, people: bool) -> None:
    """From now on people play at this table, or the bots again."""
    if not 1 <= number <= MOST_TABLES:
        raise Refused("no-such-table", _("There is no such table."))
    with transaction.atomic():
        rehearsal = _own(actor, tournament)
        tables = set(rehearsal.taken_over)
        rehearsal.taken_over = sorted(tables | {number} if people else tables - {number})
        rehearsal.save()
        code = "table-taken-over" if people else "table-given-back"
        record(actor, tournament, code, table_number=number, table=number)


def throw_away(actor: Actor, tournament: Tournament) -> Tournament | None:
    """Nothing of it stays that anybody could find: only what the log never lets go, without a name. Gives the original."""
    with transaction.atomic():
        rehearsal = _own(actor, tournament)
        original, name = rehearsal.original, tournament.name
        matches = list(
            Table.objects.filter(round__tournament=tournament, match__isnull=False).values_list(
                "match", flat=True
            )
        )
        Place.objects.filter(round__tournament=tournament).delete()
        Table.objects.filter(round__tournament=tournament).delete()
        Round.objects.filter(tournament=tournament).delete()
        Stage.objects.filter(tournament=tournament).delete()
        Entrant.objects.filter(tournament=tournament).delete()
        tournament.delete()
        games.forget(matches)
        if original:
            record(actor, original, "rehearsal-thrown-away", name=name)
    return original


# -- in detail -----------------------------------------------------------------------------------


def _own(actor: Actor, tournament: Tournament) -> Rehearsal:
    """The rehearsal, ours alone; refuses for what is none, so that nothing that counts is ever touched."""
    actor.require_organiser(tournament)
    lock(tournament)
    rehearsal = Rehearsal.objects.select_for_update(of=("self",)).filter(tournament=tournament).first()
    if rehearsal is None or not tournament.rehearsal:
        raise Refused("no-rehearsal", _("This is no rehearsal: it counts."))
    return rehearsal


def _check_speed(speed: str) -> None:
    if speed not in Rehearsal.Speed.values:
        raise Refused("bad-speed", _("Choose one of these."), field="speed")


EVERY = {Rehearsal.Speed.CALM: timedelta(seconds=5), Rehearsal.Speed.LIVELY: timedelta(seconds=1)}
"""How long a turn takes at each table."""
