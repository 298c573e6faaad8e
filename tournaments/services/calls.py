"""A table calls the organiser, who says “I'm coming” and closes the call. Knows nothing of scores."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import IdReused, Refused
from tournaments.access import Actor, NotAllowed
from tournaments.models import Call, Table, Tournament
from tournaments.services.history import record_at
from tournaments.services.holding import hold

MOST_CHARACTERS = 200


def call_organiser(actor: Actor, table: Table, id_: UUID, reason: str) -> Call:
    """Ask the organiser to come. The same call sent again is the same call."""
    if not actor.judges(table):
        raise NotAllowed
    reason = _reason(reason)
    with transaction.atomic():
        hold(table.round.tournament)
        Table.objects.select_for_update().get(pk=table.pk)
        there = Call.objects.filter(pk=id_).first()
        if there:
            if (there.table_id, there.reason) != (table.pk, reason):
                raise IdReused(_("This call was already sent with another reason. Reload the page."))
            return there
        if open_call(table):
            raise Refused("already-called", _("The organiser has been called to this table already."))
        caller = actor.name_at(table)
        call = Call.objects.create(
            id=id_, table=table, reason=reason, caller=caller[:80], called_at=timezone.now()
        )
        record_at(actor, table, "called", reason=reason)
        return call


def answer_call(actor: Actor, tournament: Tournament, id_: UUID) -> Call:
    """“I'm coming”: said once, however often it is pressed."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        call = _locked(tournament, id_)
        if not call.answered_at and not call.closed_at:
            call.answered_at, call.answered_by = timezone.now(), str(actor.user)[:80]
            call.save()
            record_at(actor, call.table, "call-answered")
    return call


def close_call(actor: Actor, tournament: Tournament, id_: UUID) -> Call:
    """By the organiser who has been there, or by the table that no longer needs them."""
    with transaction.atomic():
        call = _locked(tournament, id_)
        if not actor.judges(call.table):
            raise NotAllowed
        if not call.closed_at:
            call.closed_at = timezone.now()
            call.save()
            record_at(actor, call.table, "call-closed")
    return call


def open_call(table: Table) -> Call | None:
    return Call.objects.filter(table=table, closed_at__isnull=True).order_by("called_at").first()


def _locked(tournament: Tournament, id_: UUID) -> Call:
    hold(tournament)
    calls = Call.objects.select_for_update(of=("self",)).select_related("table__round__tournament")
    call = calls.filter(pk=id_, table__round__tournament=tournament).first()
    if call is None:
        raise Refused("no-such-call", _("This call is not there any more."))
    return call


def _reason(reason: str) -> str:
    reason = " ".join(reason.split())
    if not reason:
        raise Refused("reason-missing", _("Say in a few words what it is about."), field="reason")
    if len(reason) > MOST_CHARACTERS:
        raise Refused(
            "reason-too-long",
            _("Say it in %(most)s characters at most.") % {"most": MOST_CHARACTERS},
            field="reason",
        )
    return reason
