"""The second person: confirms a change that waits, and it is carried out; or does not, and nothing happens."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from games.services import preview_change
from tournaments.access import Actor
from tournaments.models import Penalty, PendingChange, Table, Tournament
from tournaments.selectors.whatif import TournamentEffects, effects_of_correction, effects_of_penalty
from tournaments.services import corrections, penalties
from tournaments.services.closing import keep_ranks
from tournaments.services.history import record
from tournaments.services.penalties import PenaltyPlan


def confirm_change(actor: Actor, tournament: Tournament, change_id: int) -> PendingChange:
    """Carry it out. Only somebody else than who asked for it can; confirmed twice, it is done once."""
    actor.require_organiser(tournament)
    user = actor.require_account()
    with transaction.atomic():
        change = _locked(tournament, change_id)
        if change.state == PendingChange.State.DONE:
            return change
        _check_waiting(change)
        if change.asked_by_id == user.pk:
            raise Refused(
                "second-person",
                _(
                    "You asked for this change yourself. Somebody else who runs this tournament has to confirm it."
                ),
            )
        _carry_out(actor, change)
        keep_ranks(change.tournament)
        _decide(actor, change, PendingChange.State.DONE, "change-confirmed")
    return change


def refuse_change(actor: Actor, tournament: Tournament, change_id: int) -> PendingChange:
    """Let it be; also whoever asked for it may think better of it."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        change = _locked(tournament, change_id)
        if change.state == PendingChange.State.REFUSED:
            return change
        _check_waiting(change)
        _decide(actor, change, PendingChange.State.REFUSED, "change-refused")
    return change


def effects_of_pending(change: PendingChange) -> TournamentEffects | None:
    """What it would do by now; nothing where it could no longer be carried out. Writes nothing."""
    body, tournament = change.body, change.tournament
    try:
        match change.kind:
            case corrections.CORRECT:
                table = _table(change)
                found = preview_change(table.match_id or 0, corrections.change_kept(body))
                return effects_of_correction(table, found.after.result)
            case penalties.GIVE:
                return effects_of_penalty(penalties.made_of(tournament, _plan(body)))
            case penalties.TAKE_BACK:
                return effects_of_penalty(Penalty.objects.get(tournament=tournament, pk=body["penalty"]))
    except (Refused, Penalty.DoesNotExist):
        pass
    return None


# -- in detail -----------------------------------------------------------------------------------


def _plan(body: Mapping[str, Any]) -> PenaltyPlan:
    return PenaltyPlan(**dict(body) | {"amount": Decimal(body["amount"])})


def _table(change: PendingChange) -> Table:
    tables = Table.objects.select_related("match", "round__tournament")
    return tables.get(
        round__tournament=change.tournament,
        round__number=change.round_number or 0,
        number=change.table_number or 0,
    )


def _carry_out(actor: Actor, change: PendingChange) -> None:
    body, tournament = change.body, change.tournament
    match change.kind:
        case corrections.CORRECT:
            corrections.carry_out_kept(actor, _table(change), body, change.reason, change.asker)
        case penalties.GIVE:
            penalties.carry_out_penalty(actor, penalties.made_of(tournament, _plan(body)))
        case penalties.TAKE_BACK:
            penalties.carry_out_taking_back(actor, tournament, body["penalty"], body["reason"])
        case _:
            raise Refused("unknown-change", _("This change cannot be carried out here. Refuse it."))


def _locked(tournament: Tournament, change_id: int) -> PendingChange:
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    changes = PendingChange.objects.select_for_update(of=("self",)).select_related("tournament")
    change = changes.filter(tournament=tournament, pk=change_id).first()
    if change is None:
        raise Refused("no-such-change", _("This change is not there any more."))
    return change


def _check_waiting(change: PendingChange) -> None:
    if change.state != PendingChange.State.WAITING:
        raise Refused("already-decided", _("Somebody has decided on this change already."))


def _decide(actor: Actor, change: PendingChange, state: PendingChange.State, code: str) -> None:
    change.state, change.decided_by, change.decided_at = state, str(actor.user), timezone.now()
    change.save(update_fields=["state", "decided_by", "decided_at"])
    record(
        actor,
        change.tournament,
        code,
        round_number=change.round_number,
        table_number=change.table_number,
        reason=change.reason,
        asker=change.asker,
        about=change.about,
    )
