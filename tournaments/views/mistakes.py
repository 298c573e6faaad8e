"""Penalties, for everybody to read and the organiser to give; and changes that wait for a second person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.errors import Refused
from tournaments.access import NotAllowed, actor_of
from tournaments.forms import broken_page
from tournaments.mistake_forms import PenaltyForm, ReasonForm
from tournaments.models import Penalty, PendingChange, Tournament
from tournaments.selectors.closing import is_closed
from tournaments.selectors.penalties import in_words, penalties_of
from tournaments.selectors.versions import rounds_of
from tournaments.selectors.whatif import effects_of_penalty
from tournaments.services import confirming
from tournaments.services import penalties as service
from tournaments.services.confirming import effects_of_pending
from tournaments.services.once import FORM_REUSED
from tournaments.views.common import UNFIT, carry_out, find_tournament, tell_of

SHOWN = 5
"""Changes that wait are shown with what they would do, the newest of them: each takes computing."""


@require_http_methods(["GET", "HEAD", "POST"])
def penalties(request: HttpRequest, slug: str) -> HttpResponse:
    """First what it means for the standings, then yes."""
    tournament = find_tournament(request, slug)
    if not actor_of(request).organises(tournament):
        if request.method == "POST":
            raise NotAllowed
        return _penalties(request, tournament)
    form = _penalty_form(tournament, request)
    if not form.is_bound:
        return _penalties(request, tournament, form=form)
    if not form.is_valid():
        return _penalties(request, tournament, form=form, refusal=broken_page(form), status=UNFIT)
    try:
        shown = service.made_of(tournament, form.plan())
        if request.POST.get("sure") != form.fingerprint:
            more = {"effects": effects_of_penalty(shown), "sure": form.fingerprint, "shown": shown}
            return _penalties(request, tournament, form=form, words=in_words(shown), more=more)
        form_id = form.cleaned_data["form_id"]
        made = service.give_penalty(actor_of(request), form_id, tournament, form.plan())
    except Refused as refusal:
        if refusal.code == FORM_REUSED:
            form.renew()
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        return _penalties(request, tournament, form=form, status=UNFIT)
    tell_of(request, made, _("Given. It counts from now on, and can be taken back."))
    return redirect("penalties", slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_back_penalty(request: HttpRequest, slug: str, penalty_id: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    penalty = get_object_or_404(
        Penalty.objects.select_related("entrant", "tournament"), tournament=tournament, pk=penalty_id
    )
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        form_id, reason = form.cleaned_data["form_id"], form.cleaned_data["reason"]
        try:
            made = service.take_back_penalty(actor, form_id, tournament, penalty_id, reason)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        else:
            tell_of(request, made, _("Taken back. It no longer counts."))
            return redirect("penalties", slug)
    effects = None if penalty.back_at else effects_of_penalty(penalty)
    context = _context(request, tournament) | {
        "penalty": penalty,
        "words": in_words(penalty),
        "form": form,
        "effects": effects,
    }
    status = UNFIT if form.errors else 200
    return render(request, "tournaments/take_back_penalty.html", context, status=status)


@login_required
@require_safe
def changes(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits for a second person, and what was decided."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    found = PendingChange.objects.filter(tournament=tournament).order_by("-asked_at", "-pk")[:200]
    waiting = [each for each in found if each.state == PendingChange.State.WAITING]
    context = _context(request, tournament) | {
        "waiting": [
            (each, each.asked_by_id == request.user.pk, effects_of_pending(each) if at < SHOWN else None)
            for at, each in enumerate(waiting)
        ],
        "decided": [each for each in found if each.state != PendingChange.State.WAITING],
    }
    return render(request, "tournaments/changes.html", context)


@login_required
@require_POST
def decide_change(request: HttpRequest, slug: str, change_id: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    if request.POST.get("do") == "confirm":
        if carry_out(request, lambda: confirming.confirm_change(actor, tournament, change_id)):
            messages.success(request, _("Confirmed and carried out."))
    elif carry_out(request, lambda: confirming.refuse_change(actor, tournament, change_id)):
        messages.success(request, _("Left as it was."))
    return redirect("changes", slug)


# -- in detail -----------------------------------------------------------------------------------


def _penalty_form(tournament: Tournament, request: HttpRequest) -> PenaltyForm:
    entrants = list(tournament.entrants.order_by("name"))
    public = [each.number for each in rounds_of(tournament) if each.is_public]
    data = request.POST if request.method == "POST" else None
    return PenaltyForm(tournament, entrants, public, data, initial={"entrant_id": request.GET.get("who")})


def _penalties(
    request: HttpRequest,
    tournament: Tournament,
    *,
    status: int = 200,
    more: Mapping[str, Any] | None = None,
    **shown: Any,
) -> HttpResponse:
    listed = [(each, in_words(each)) for each in penalties_of(tournament, actor_of(request))]
    context = _context(request, tournament) | {"penalties": listed} | shown | dict(more or {})
    return render(request, "tournaments/penalties.html", context, status=status)


def _context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    actor = actor_of(request)
    return {
        "tournament": tournament,
        "tab": "penalties",
        "organises": actor.organises(tournament),
        "closed": is_closed(tournament),
        "rounds": [each for each in rounds_of(tournament) if actor.sees_round(each)],
    }
