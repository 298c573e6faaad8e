"""The projector's page, the picture for a video stream, and the organiser's choice of what they show."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import Refused
from tournaments.access import Actor, actor_of
from tournaments.fields import WholeNumberField
from tournaments.models import Round, Tournament
from tournaments.selectors.clocks import round_clock
from tournaments.selectors.kept import fingerprint, kept
from tournaments.selectors.pages import overview_of
from tournaments.selectors.versions import live_token, people_version, rounds_of
from tournaments.selectors.wall import public_round, rows_shown, wall_view
from tournaments.services.wall import change_wall
from tournaments.views.common import UNFIT, Request, find_tournament, live, unchanged
from tournaments.wall import LEAST_SECONDS, LONGEST_MESSAGE, MOST_SECONDS, PAGES, Slide, Wall

ON_THE_OVERLAY = 8


class WallForm(forms.Form):
    pages = forms.MultipleChoiceField(
        label=gettext_lazy("Pages"),
        choices=list(PAGES.items()),
        help_text=gettext_lazy("The wall turns from one to the next. If unsure, tick all."),
        widget=forms.CheckboxSelectMultiple,
    )
    seconds = WholeNumberField(
        label=gettext_lazy("Seconds a page"),
        min_value=LEAST_SECONDS,
        max_value=MOST_SECONDS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy("Long enough to be read from the back row: about 12."),
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
    """Every visit shows the same slides until something changes, so they are made once; only the clock goes on."""
    tournament, rounds, token = _asked(request, slug)
    if request.htmx and (nothing_new := unchanged(request, token)):
        return nothing_new
    slides = kept(
        f"wall:{tournament.pk}:{get_language()}",
        fingerprint(token, people_version(tournament)),
        lambda: _slides(tournament, rounds, token),
    )
    return _shown(request, "wall", tournament, rounds, token, {"slides": slides})


@require_safe
def overlay(request: Request, slug: str) -> HttpResponse:
    tournament, rounds, token = _asked(request, slug)
    if request.htmx and (nothing_new := unchanged(request, token)):
        return nothing_new
    overview = overview_of(Actor(), tournament, rounds, token)
    return _shown(
        request, "overlay", tournament, rounds, token, {"rows": rows_shown(overview)[:ON_THE_OVERLAY]}
    )


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


def _asked(request: Request, slug: str) -> tuple[Tournament, list[Round], str]:
    tournament = find_tournament(request, slug)
    rounds = rounds_of(tournament)
    return tournament, rounds, live_token(tournament, rounds)


def _slides(tournament: Tournament, rounds: list[Round], token: str) -> list[tuple[str, str]]:
    """Each slide's kind and what it shows; of the clock nothing, which another moment would make untrue."""
    view = wall_view(tournament, rounds, token)
    context = {"tournament": tournament, "view": view, "wall": Wall.read(tournament.wall)}
    return [
        (slide.kind, "" if slide.kind == "clock" else _slide(context, slide, first=not at))
        for at, slide in enumerate(view.slides)
    ]


def _slide(context: dict[str, Any], slide: Slide, *, first: bool) -> str:
    return render_to_string("wall/_slide.html", context | {"slide": slide, "first": first})


def _shown(
    request: Request,
    name: str,
    tournament: Tournament,
    rounds: list[Round],
    token: str,
    shown: dict[str, Any],
) -> HttpResponse:
    current = public_round(rounds)
    context = {
        "tournament": tournament,
        "token": token,
        "round": current,
        "clock": round_clock(current) if current else None,
        "seconds": Wall.read(tournament.wall).seconds,
    }
    template = f"wall/_{name}.html" if request.htmx else f"wall/{name}.html"
    return live(render(request, template, context | shown), token, f"tournament:{tournament.pk}")
