"""Changes that wait for a second person. Who carries them out is ``services.confirming``'s business."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import IdReused, Refused
from tournaments.access import Actor
from tournaments.models import REASON_LENGTH, PendingChange, Tournament
from tournaments.services.history import record

MOST_WAITING = 100
LONGEST_ABOUT = 200


def reason_of(text: str, field: str = "reason") -> str:
    """A reason as it is kept and shown; nothing is put right without one."""
    reason = " ".join(text.split())
    if not reason:
        raise Refused("reason-missing", _("Say why: it stands in the history."), field=field)
    if len(reason) > REASON_LENGTH:
        raise Refused(
            "reason-too-long",
            _("Say it in %(most)s characters at most.") % {"most": REASON_LENGTH},
            field=field,
        )
    return reason


def asked_before(
    tournament: Tournament, form_id: UUID, kind: str, body: Mapping[str, Any]
) -> PendingChange | None:
    """What this very form asked for, when it came before."""
    there = PendingChange.objects.filter(form_id=form_id).first()
    if there and (there.tournament_id, there.kind, there.body) != (tournament.pk, kind, dict(body)):
        raise IdReused(_("This page was sent before with other contents. Reload it, then try again."))
    return there


def wait_for_second(
    actor: Actor,
    tournament: Tournament,
    form_id: UUID,
    kind: str,
    body: Mapping[str, Any],
    *,
    about: str,
    reason: str,
    round_number: int | None = None,
    table_number: int | None = None,
) -> PendingChange:
    """Keep a change until somebody else confirms it. The same form sent again is the same change."""
    actor.require_organiser(tournament)
    user = actor.require_account()
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        if there := asked_before(tournament, form_id, kind, body):
            return there
        waiting = PendingChange.objects.filter(tournament=tournament, state=PendingChange.State.WAITING)
        if waiting.count() >= MOST_WAITING:
            raise Refused(
                "too-many-waiting", _("Too many changes wait already. Have them confirmed or refused first.")
            )
        change = PendingChange.objects.create(
            tournament=tournament,
            form_id=form_id,
            kind=kind,
            body=dict(body),
            round_number=round_number,
            table_number=table_number,
            about=about[:LONGEST_ABOUT],
            reason=reason,
            asked_by=user,
            asker=str(user),
            asked_at=timezone.now(),
        )
        record(
            actor,
            tournament,
            "change-asked",
            round_number=round_number,
            table_number=table_number,
            reason=reason,
            about=change.about,
        )
    return change
