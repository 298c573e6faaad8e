"""The projector's page, the picture for a video stream, and the organiser's choice of what they show."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.selectors.pages import live_token, rounds_of
from tournaments.selectors.wall import wall_view
from tournaments.services.wall import change_wall
from tournaments.views.common import UNFIT, Request, find_tournament, live, unchanged
from tournaments.wall import LEAST_SECONDS, LONGEST_MESSAGE, MOST_SECONDS, PAGES, Wall


class WallForm(forms.Form):
    pages = forms.MultipleChoiceField(
        label=gettext_lazy("Pages"), choices=list(PAGES.items()), widget=forms.CheckboxSelectMultiple
    )
    seconds = forms.IntegerField(
        label=gettext_lazy("Seconds a page"),
        min_value=LEAST_SECONDS,
        max_value=MOST_SECONDS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    message = forms.CharField(
        label=gettext_lazy("Your message"),
        required=False,
        max_length=LONGEST_MESSAGE,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("For instance: lunch until 13:30, round 4 follows."),
    )

    def wall(self) -> Wall:
        data = self.cleaned_data
        return Wall(tuple(data["pages"]), data["seconds"], " ".join(data["message"].split()))


@require_safe
def wall(request: Request, slug: str) -> HttpResponse:
    return _shown(request, slug, "wall")


@require_safe
def overlay(request: Request, slug: str) -> HttpResponse:
    return _shown(request, slug, "overlay")


@login_required
@require_http_methods(["GET", "POST"])
def wall_settings(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    now = Wall.read(tournament.wall)
    form = WallForm(
        request.POST or None,
        initial={"pages": now.pages, "seconds": now.seconds, "message": now.message},
    )
    if request.method == "POST" and form.is_valid():
        try:
            change_wall(actor, tournament, form.wall())
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            messages.success(request, _("The wall shows it now."))
            return redirect("wall_settings", slug)
    context = {
        "tournament": tournament,
        "form": form,
        "tab": "wall",
        "organises": True,
        "rounds": tournament.rounds.select_related("tournament").order_by("number"),
    }
    return render(request, "tournaments/wall_settings.html", context, status=UNFIT if form.errors else 200)


def _shown(request: Request, slug: str, name: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    rounds = rounds_of(tournament)
    token = live_token(tournament, rounds)
    if request.htmx and (nothing_new := unchanged(request, token)):
        return nothing_new
    view = wall_view(tournament, rounds)
    context = {"tournament": tournament, "token": token, "view": view, "clock": view.clock}
    template = f"wall/_{name}.html" if request.htmx else f"wall/{name}.html"
    return live(render(request, template, context), token, f"tournament:{tournament.pk}")
