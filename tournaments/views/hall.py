"""What goes on around a table: its clock, its call to the organiser, and their answers."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.desk.hall import hall_context
from tournaments.forms import broken_page
from tournaments.hall_forms import CallForm, ClockForm
from tournaments.selectors.calls import waiting_in
from tournaments.services import calls as service
from tournaments.services import clocks
from tournaments.views.common import (
    NO_CONTENT,
    UNFIT,
    Request,
    carry_out,
    find_round,
    find_table,
    find_tournament,
)


@require_safe
def hall(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    """The clock and the call of a table, for a page that asks again."""
    table = find_table(request, slug, round_number, number)
    context = hall_context(request, table)
    if request.GET.get("known") == context["hall_token"]:
        return HttpResponse(status=NO_CONTENT)
    return render(request, "desk/_hall.html", context)


@require_POST
def call(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    table = find_table(request, slug, round_number, number)
    actor = actor_of(request)
    if not actor.judges(table):
        raise PermissionDenied
    form = CallForm(request.POST)
    refusal = ""
    if not form.is_valid():
        refusal = broken_page(form) or _("Say it in 200 characters at most.")
    else:
        try:
            service.call_organiser(actor, table, form.cleaned_data["call_id"], form.said)
        except Refused as refused:
            refusal = refused.message
    if request.htmx:
        context = hall_context(request, table) | {"call_refusal": refusal}
        if refusal:
            context["call_form"] = form
        return render(request, "desk/_hall.html", context, status=UNFIT if refusal else 200)
    if refusal:
        messages.error(request, refusal)
    return redirect(table)


@require_safe
def calls(request: Request, slug: str) -> HttpResponse:
    """What waits for the organiser, for every page of theirs."""
    tournament = find_tournament(request, slug)
    if not actor_of(request).organises(tournament):
        raise PermissionDenied
    waiting = waiting_in(tournament)
    if request.GET.get("known") == (waiting.token or "none"):
        return HttpResponse(status=NO_CONTENT)
    return render(request, "tournaments/_calls.html", {"tournament": tournament, "waiting": waiting})


@require_POST
def answer(request: Request, slug: str, call_id: UUID) -> HttpResponse:
    """“I'm coming”, and “done”; the table itself may only say that it is done."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    answered = service.answer_call if request.POST.get("do") == "coming" else service.close_call
    done: list[Any] = []
    carry_out(request, lambda: done.append(answered(actor, tournament, call_id)))
    if not request.htmx:
        table = done[0].table if done else None
        return redirect(table if table and not actor.organises(tournament) else tournament)
    if request.POST.get("at") == "table" and done:
        return render(request, "desk/_hall.html", hall_context(request, done[0].table))
    context = {"tournament": tournament, "waiting": waiting_in(tournament)}
    return render(request, "tournaments/_calls.html", context)


@require_POST
def round_clock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Start the clock, or add minutes."""
    round_ = find_round(request, slug, number)
    actor = actor_of(request)
    form = ClockForm(request.POST)
    if not form.is_valid():
        actor.require_organiser(round_.tournament)
        messages.error(request, _("Enter whole minutes, 1 to 60."))
    elif form.cleaned_data["do"] == "start":
        form_id = form.cleaned_data["form_id"]
        if carry_out(request, lambda: clocks.start_clock(actor, form_id, round_)):
            messages.success(request, _("The clock of this round runs from now on."))
    else:
        form_id, minutes = form.cleaned_data["form_id"], form.cleaned_data["minutes"] or 0
        at = form.cleaned_data["table"]
        if carry_out(request, lambda: clocks.add_time(actor, form_id, round_, minutes, at)):
            messages.success(request, _said(minutes, at))
    if request.POST.get("back") == "control":
        return redirect("control", slug)
    table = form.cleaned_data.get("table") or 0
    return redirect(round_.tables.filter(number=table).first() or round_)


def _said(minutes: int, table: int | None) -> str:
    if table is None:
        return _("%(minutes)s more minutes for all tables.") % {"minutes": minutes}
    return _("%(minutes)s more minutes for table %(table)s.") % {"minutes": minutes, "table": table}
