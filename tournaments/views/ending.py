"""The end: who wins what, closing and reopening, the podium, what certificates say."""

from __future__ import annotations

import csv
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.cells import harmless
from tournaments.models import Round, Tournament
from tournaments.plan_forms import ReopenForm
from tournaments.selectors.held import Held, held_view, lines_seen
from tournaments.selectors.kept_standings import kept_standings
from tournaments.selectors.prizes import awards_of, certificates_of
from tournaments.selectors.versions import live_token, rounds_of
from tournaments.services import closing
from tournaments.speaking import speak_on_paper
from tournaments.views.common import UNFIT, Request, carry_out, find_tournament, live, unchanged
from tournaments.views.planning import organiser_context

ON_THE_PODIUM = 3
MOST_ON_IT = 12
COLUMNS = (
    *("tournament", "place", "date", "rank", "shared", "name", "club", "categories", "placing"),
    *("points", "prizes"),
)
"""Of the certificates' file. Not translated: programs read them."""


@login_required
@require_safe
def end(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor_of(request).require_organiser(tournament)
    return _page(request, tournament, ReopenForm())


@login_required
@require_POST
def close(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    if carry_out(request, lambda: closing.close(actor, tournament)):
        messages.success(request, _("The tournament is closed. Congratulations to everybody!"))
    return redirect("end", slug)


@login_required
@require_POST
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    form = ReopenForm(request.POST)
    if form.is_valid():
        try:
            closing.reopen(actor, tournament, form.cleaned_data["reason"])
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            messages.success(request, _("The tournament is open again. Close it when it is right."))
            return redirect("end", slug)
    return _page(request, tournament, form)


@require_safe
def podium(request: Request, slug: str) -> HttpResponse:
    """For the projector. Public once the tournament is closed or its places are being revealed; before, the organiser
    may try it. While results are held even they see here only what is revealed: the hall looks at it."""
    tournament = find_tournament(request, slug)
    organises = actor_of(request).organises(tournament)
    rounds = rounds_of(tournament)
    token = live_token(tournament, rounds)
    held = held_view(tournament)
    if tournament.closed_at is None and not organises and not (held and held.revealing):
        raise Http404
    if request.htmx and (nothing_new := unchanged(request, token)):
        return nothing_new
    context = {"tournament": tournament, "token": token, "organises": organises, "held": held}
    context |= _steps(tournament, rounds, held)
    name = "tournaments/_podium.html" if request.htmx else "tournaments/podium.html"
    return live(render(request, name, context), token, f"tournament:{tournament.pk}")


def _steps(tournament: Tournament, rounds: list[Round], held: Held | None) -> dict[str, Any]:
    """Who stands on which step. Who wins a prize tells of places: it is said when all of them are known."""
    hidden = 0
    if held is None:
        lines = kept_standings(tournament, rounds)
    elif held.revealing:
        lines, hidden = lines_seen(tournament, rounds, held)
    else:
        lines, hidden = [], ON_THE_PODIUM
    best = [line for line in lines if line.standing.rank <= ON_THE_PODIUM and line.standing.matches]
    steps = []
    for rank in (2, 1, 3):
        on_it = [line for line in best if line.standing.rank == rank]
        if on_it or rank <= hidden:
            steps.append((rank, on_it))
    return {
        "best": best[:MOST_ON_IT],
        "hidden": hidden,
        "steps": steps,
        "awards": [] if held else awards_of(tournament, lines),
        "people": sum(bool(line.standing.matches) for line in lines) if held is None else None,
    }


@login_required
@require_safe
def certificates(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor_of(request).require_organiser(tournament)
    speak_on_paper(request, tournament)
    rounds = rounds_of(tournament)
    context = organiser_context(tournament, "end") | {"rounds": rounds}
    context["certificates"] = certificates_of(tournament, kept_standings(tournament, rounds))
    return render(request, "tournaments/certificates.html", context)


@login_required
@require_safe
def certificates_csv(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor_of(request).require_organiser(tournament)
    speak_on_paper(request, tournament)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-certificates.csv"'
    response.write("\N{BYTE ORDER MARK}")  # or spreadsheets take it for an older encoding
    table = csv.writer(response)
    table.writerow(COLUMNS)
    for each in certificates_of(tournament, kept_standings(tournament)):
        row: list[Any] = [tournament.name, tournament.place, each.day, each.rank]
        row += [int(each.shared), each.entrant.name, each.entrant.club, each.categories]
        table.writerow(map(harmless, [*row, each.placing, each.points, each.prizes]))
    return response


def _page(request: HttpRequest, tournament: Tournament, form: ReopenForm) -> HttpResponse:
    rounds = rounds_of(tournament)
    lines = kept_standings(tournament, rounds)
    context = {
        "tournament": tournament,
        "tab": "end",
        "organises": True,
        "rounds": rounds,
        "finished": sum(each.state == Round.State.CLOSED for each in rounds) >= tournament.rounds_planned,
        "best": [line for line in lines if line.standing.matches][:10],
        "awards": awards_of(tournament, lines),
        "why_not": "" if tournament.closed_at else closing.why_not_closable(tournament),
        "form": form,
    }
    return render(request, "tournaments/end.html", context, status=UNFIT if form.errors else 200)
