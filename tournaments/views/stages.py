"""The stages of a tournament: the organiser's page."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.models import Stage, Tournament
from tournaments.organiser_forms import StageForm
from tournaments.services import stages as service
from tournaments.views.common import UNFIT, carry_out, find_tournament


@login_required
@require_http_methods(["GET", "POST"])
def stages(request: HttpRequest, slug: str) -> HttpResponse:
    """The stages there are; sending the form at the end adds one."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    form = StageForm(_next(tournament), request.POST if request.method == "POST" else None)
    if request.method == "POST" and _kept(form, lambda: service.add_stage(actor, tournament, form.plan())):
        messages.success(request, _("The stage is added."))
        return redirect("stages", slug)
    return _page(request, tournament, form)


@login_required
@require_POST
def stage(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    existing = next((each for each in _stages(tournament) if each.number == number), None)
    if existing is None:
        return redirect("stages", slug)
    form = StageForm(existing, request.POST)
    if _kept(form, lambda: service.change_stage(actor, tournament, number, form.plan())):
        messages.success(request, _("Kept."))
        return redirect("stages", slug)
    return _page(request, tournament, StageForm(_next(tournament)), changed=form)


@login_required
@require_POST
def remove_stage(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    if carry_out(request, lambda: service.remove_stage(actor, tournament, number)):
        messages.success(request, _("The stage is removed."))
    return redirect("stages", slug)


def _kept(form: StageForm, work: Callable[[], object]) -> bool:
    if not form.is_valid():
        return False
    try:
        work()
    except Refused as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        return False
    return True


def _stages(tournament: Tournament) -> list[Stage]:
    """Those that are planned; a tournament without any is one Swiss stage."""
    found = list(tournament.stages.order_by("number"))
    return found or [
        Stage(
            tournament=tournament,
            number=1,
            rounds=tournament.rounds_planned,
            table_size=tournament.table_size,
        )
    ]


def _next(tournament: Tournament) -> Stage:
    """What one more stage would be, if nothing else is said: a final of one table."""
    last = _stages(tournament)[-1]
    return Stage(
        tournament=tournament,
        number=last.number + 1,
        rounds=1,
        table_size=last.table_size,
        advance=last.table_size,
    )


def _page(
    request: HttpRequest, tournament: Tournament, new: StageForm, changed: StageForm | None = None
) -> HttpResponse:
    listed = _stages(tournament)
    forms = [
        changed if changed and changed.stage.number == each.number else StageForm(each) for each in listed
    ]
    begun = set(tournament.rounds.values_list("stage__number", flat=True))
    context = {
        "tournament": tournament,
        "listed": [(form, form.stage.number in begun, form is forms[-1]) for form in forms],
        "new": new,
        "room": len(listed) < service.MOST_STAGES,
        "tab": "plan",
        "organises": True,
        "rounds": tournament.rounds.select_related("tournament").order_by("number"),
    }
    unfit = new.errors or (changed and changed.errors)
    return render(request, "tournaments/stages.html", context, status=UNFIT if unfit else 200)
