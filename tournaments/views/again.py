"""Other tables where nobody has begun: asked for, shown with what they cost, then made or left."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import actor_of
from tournaments.models import Round
from tournaments.selectors.arranging import cost_changes
from tournaments.services import again as service
from tournaments.views.common import Request, carry_out, find_round, sent_number


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def again(request: Request, slug: str, number: int) -> HttpResponse:
    round_ = find_round(request, slug, number)
    actor = actor_of(request)
    actor.require_organiser(round_.tournament)
    if request.method != "POST":
        return _page(request, round_)
    if "yes" in request.POST:
        seed = sent_number(request, "seed")
        if carry_out(request, lambda: service.carry_out_proposal(actor, round_, seed)):
            messages.success(request, _("The tables are made. Those that had begun are as they were."))
            return redirect("round", slug, number)
    elif "no" in request.POST:
        service.drop_proposal(actor, round_)
        return redirect("round", slug, number)
    else:
        how, edition = request.POST.get("how", service.NEAR)[:10], sent_number(request, "edition")
        carry_out(request, lambda: service.ask_again(actor, round_, how, edition))
    return redirect("again", slug, number)


def _page(request: Request, round_: Round) -> HttpResponse:
    proposal = round_.again or {}
    context: dict[str, Any] = {
        "tournament": round_.tournament,
        "round": round_,
        "proposal": proposal,
        "searched": round_.stage.system in service.SEARCHED,
        "organises": True,
        "free": round_.tables.filter(match__version=0).count(),
        "begun": round_.tables.filter(match__version__gt=0).count(),
    }
    if "tables" in proposal:
        names = {str(pk): name for pk, name in round_.tournament.entrants.values_list("pk", "name")}
        changed = set(proposal["changed"])
        left = changed - {number for number, _seats in proposal["tables"]}
        context |= {
            "costs": cost_changes(round_, proposal["cost"], proposal["bound"]),
            "tables": [
                (number, [names.get(each, each) for each in seats])
                for number, seats in proposal["tables"]
                if number in changed
            ],
            "out": [names.get(each, each) for each in proposal["out"]],
            "left": sorted(left),
        }
    name = "tournaments/_again.html" if request.htmx else "tournaments/again.html"
    return render(request, name, context)
