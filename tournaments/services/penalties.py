"""Warnings, points taken off, disqualification: given and taken back at any time, and never forgotten.

Points name what they come off: the placing points or the match points. Sheets stay as they were signed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import PUBLIC_STATES, Entrant, Penalty, PendingChange, Tournament
from tournaments.numbers import as_text
from tournaments.selectors.closing import is_closed
from tournaments.selectors.penalties import in_words
from tournaments.services.history import record
from tournaments.services.once import Form, once, outcome_of
from tournaments.services.pending import asked_before, reason_of, wait_for_second
from tournaments.services.people import find_entrant
from tournaments.signals import standings_changed

MOST_POINTS = Decimal(10_000)
CENTS = Decimal("0.01")
GIVE, TAKE_BACK = "penalty", "penalty-back"


@dataclass(frozen=True, slots=True)
class PenaltyPlan:
    """What an organiser decides about a penalty."""

    entrant_id: int
    kind: str
    reason: str
    amount: Decimal = Decimal(0)
    round_number: int | None = None
    """For which round; without it, for the last that is public."""


def give_penalty(
    actor: Actor, form_id: UUID, tournament: Tournament, plan: PenaltyPlan
) -> Penalty | PendingChange:
    """Give it; once the final standings are published, have a second person confirm it first."""
    actor.require_organiser(tournament)
    body = asdict(plan) | {"amount": str(plan.amount)}
    form = Form(form_id, (GIVE, tournament.pk, *body.values()))
    if there := _sent_before(tournament, form, GIVE, body):
        return there
    made = made_of(tournament, plan)
    if is_closed(tournament):
        about = _("%(name)s: %(what)s") % {"name": made.entrant.name, "what": in_words(made)}
        return wait_for_second(actor, tournament, form_id, GIVE, body, about=about, reason=made.reason)
    return Penalty.objects.get(pk=once(form, lambda: carry_out_penalty(actor, made).pk))


def take_back_penalty(
    actor: Actor, form_id: UUID, tournament: Tournament, penalty_id: int, reason: str
) -> Penalty | PendingChange:
    """From then on it counts nowhere; that it was given, and why it was taken back, stays to be read."""
    actor.require_organiser(tournament)
    reason = reason_of(reason)
    body = {"penalty": penalty_id, "reason": reason}
    form = Form(form_id, (TAKE_BACK, penalty_id, reason))
    if there := _sent_before(tournament, form, TAKE_BACK, body):
        return there
    if is_closed(tournament):
        penalty = _standing(tournament, penalty_id)
        about = _("taken back, %(name)s: %(what)s") % {
            "name": penalty.entrant.name,
            "what": in_words(penalty),
        }
        return wait_for_second(actor, tournament, form_id, TAKE_BACK, body, about=about, reason=reason)

    def work() -> int:
        return carry_out_taking_back(actor, tournament, penalty_id, reason).pk

    return Penalty.objects.get(pk=once(form, work))


def made_of(tournament: Tournament, plan: PenaltyPlan) -> Penalty:
    """The penalty that a plan amounts to, not kept; refuses what cannot be."""
    entrant = Entrant.objects.filter(tournament=tournament, pk=plan.entrant_id).first()
    if entrant is None:
        raise Refused("no-such-entrant", _("This person is not in the list any more."), field="entrant_id")
    return Penalty(
        tournament=tournament,
        entrant=entrant,
        kind=_kind(tournament, entrant, plan.kind),
        amount=_amount(plan.kind, plan.amount),
        round_number=_round(tournament, plan.round_number),
        reason=reason_of(plan.reason),
        given_at=timezone.now(),
        was_playing=not entrant.withdrawn,
    )


def carry_out_penalty(actor: Actor, penalty: Penalty) -> Penalty:
    """Keep it, in the caller's transaction."""
    tournament = penalty.tournament
    entrant = find_entrant(tournament, penalty.entrant_id)
    _kind(tournament, entrant, penalty.kind)
    penalty.given_by, penalty.was_playing = str(actor.user), not entrant.withdrawn
    penalty.save()
    if penalty.kind == Penalty.Kind.OUT:
        Entrant.objects.filter(pk=entrant.pk).update(withdrawn=True)
    _tell(actor, penalty, f"penalty-{penalty.kind}", penalty.reason)
    return penalty


def carry_out_taking_back(actor: Actor, tournament: Tournament, penalty_id: int, reason: str) -> Penalty:
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    penalty = _standing(tournament, penalty_id)
    penalty.back_at, penalty.back_by, penalty.back_reason = timezone.now(), str(actor.user), reason
    penalty.save()
    if penalty.kind == Penalty.Kind.OUT and penalty.was_playing:
        Entrant.objects.filter(pk=penalty.entrant_id).update(withdrawn=False)
    _tell(actor, penalty, f"penalty-{penalty.kind}-back", reason)
    return penalty


# -- in detail -----------------------------------------------------------------------------------


def _sent_before(
    tournament: Tournament, form: Form, kind: str, body: Mapping[str, Any]
) -> Penalty | PendingChange | None:
    """What became of this very form, whatever has become of the tournament since."""
    number = outcome_of(form)
    if number is not None:
        return Penalty.objects.get(pk=number)
    return asked_before(tournament, form.id, kind, body)


def _standing(tournament: Tournament, penalty_id: int) -> Penalty:
    penalties = Penalty.objects.select_related("entrant", "tournament")
    penalty = penalties.filter(tournament=tournament, pk=penalty_id).first()
    if penalty is None:
        raise Refused("no-such-penalty", _("This penalty is not there any more."))
    if penalty.back_at:
        raise Refused("already-back", _("This penalty was taken back already."))
    return penalty


def _kind(tournament: Tournament, entrant: Entrant, kind: str) -> str:
    if kind not in Penalty.Kind.values:
        raise Refused("bad-kind", _("Choose one of these."), field="kind")
    if kind in (Penalty.Kind.PLACING, Penalty.Kind.POINTS) and kind not in tournament.tiebreaks:
        raise Refused(
            "does-not-count",
            _(
                "These points decide nothing in this tournament. Choose the other kind, or add them to the order first."
            ),
            field="kind",
        )
    out = entrant.penalties.filter(kind=Penalty.Kind.OUT, back_at__isnull=True)
    if kind == Penalty.Kind.OUT and out.exists():
        raise Refused("already-out", _("This person is disqualified already."), field="kind")
    return kind


def _amount(kind: str, amount: Decimal) -> Decimal:
    if kind not in (Penalty.Kind.PLACING, Penalty.Kind.POINTS):
        return Decimal(0)
    step = CENTS if kind == Penalty.Kind.PLACING else Decimal(1)
    if not amount.is_finite() or not 0 < amount <= MOST_POINTS or amount != amount.quantize(step):
        sentence = (
            _("Give a number up to %(most)s, with at most two decimals.")
            if kind == Penalty.Kind.PLACING
            else _("Give a whole number up to %(most)s.")
        )
        raise Refused("bad-points", sentence % {"most": MOST_POINTS}, field="amount")
    return amount


def _round(tournament: Tournament, number: int | None) -> int:
    last = tournament.rounds.filter(state__in=PUBLIC_STATES).count()
    if number is None:
        return max(1, last)
    if not 1 <= number <= max(1, last):
        raise Refused("no-such-round", _("Choose a round that has been published."), field="round_number")
    return number


def _tell(actor: Actor, penalty: Penalty, code: str, reason: str) -> None:
    """One line, and pages that show the standings have something new to show."""
    record(
        actor,
        penalty.tournament,
        code,
        round_number=penalty.round_number,
        reason=reason,
        name=penalty.entrant.name,
        points=as_text(penalty.amount),
    )
    Tournament.objects.filter(pk=penalty.tournament_id).update(revision=F("revision") + 1)
    standings_changed.send(sender=Penalty, tournament_id=penalty.tournament_id)
