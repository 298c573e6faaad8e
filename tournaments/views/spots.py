"""Where the tables stand in the hall."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.models import MOST_TABLES, SPOT_LENGTH, Spot, Table, Tournament
from tournaments.services.spots import SpotPlan, change_spots
from tournaments.views.common import UNFIT, find_tournament

SPARE = 2
"""Rows beyond the tables that are needed."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def spots(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    rows = _rows(tournament)
    if request.method == "POST":
        plans = {number: _sent(request, number) for number in rows}
        try:
            change_spots(actor, tournament, plans)
        except Refused as refusal:
            return _page(request, tournament, plans, refusal)
        messages.success(request, _("Kept. Where a table stands is shown wherever its number is."))
        return redirect("spots", slug)
    return _page(request, tournament, rows)


def _rows(tournament: Tournament) -> dict[int, SpotPlan]:
    """As many as there are tables to be expected, and a few more; those out of use not counted."""
    known = {
        spot.number: SpotPlan(spot.label, spot.usable) for spot in Spot.objects.filter(tournament=tournament)
    }
    people = tournament.entrants.filter(withdrawn=False).count()
    highest = Table.objects.filter(round__tournament=tournament).aggregate(most=Max("number"))["most"] or 0
    needed = -(-people // max(2, tournament.table_size - 1)) + SPARE
    needed += sum(not plan.usable for plan in known.values())
    last = min(MOST_TABLES, max([needed, highest, *known]))
    return {number: known.get(number, SpotPlan()) for number in range(1, last + 1)}


def _sent(request: HttpRequest, number: int) -> SpotPlan:
    label = request.POST.get(f"label_{number}", "")[: 10 * SPOT_LENGTH]
    return SpotPlan(label, f"usable_{number}" in request.POST)


def _page(
    request: HttpRequest, tournament: Tournament, rows: dict[int, SpotPlan], refusal: Refused | None = None
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "rows": [
            {
                "number": number,
                "plan": plan,
                "error": refusal.message if refusal and refusal.field == f"label_{number}" else "",
            }
            for number, plan in rows.items()
        ],
        "refusal": refusal.message if refusal and not refusal.field else "",
        "longest": SPOT_LENGTH,
        "tab": "cards",
        "organises": True,
        "rounds": tournament.rounds.select_related("tournament").order_by("number"),
    }
    return render(request, "tournaments/spots.html", context, status=UNFIT if refusal else 200)
