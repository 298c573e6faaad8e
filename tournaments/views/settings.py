"""The organiser's settings for the hall."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.hall_forms import SettingsForm
from tournaments.models import Tournament
from tournaments.services.settings import HallSettings, change_settings
from tournaments.views.common import UNFIT, find_tournament


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    form = SettingsForm(request.POST or None, initial=_now(tournament))
    if request.method == "POST" and form.is_valid():
        try:
            change_settings(actor, tournament, HallSettings(**form.cleaned_data))
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("settings", slug)
    context = {
        "tournament": tournament,
        "form": form,
        "tab": "settings",
        "organises": True,
        "rounds": tournament.rounds.select_related("tournament").order_by("number"),
    }
    return render(request, "tournaments/settings.html", context, status=UNFIT if form.errors else 200)


def _now(tournament: Tournament) -> dict[str, object]:
    return {name: getattr(tournament, name) for name in HallSettings.__dataclass_fields__}
