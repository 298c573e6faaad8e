"""Importing a list of people: choose, look at what would happen, say yes."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.forms import broken_page
from tournaments.importing.reading import Person, read_people
from tournaments.importing.sheets import read_file, read_text
from tournaments.models import Tournament
from tournaments.people_forms import ConfirmForm, ListForm
from tournaments.selectors.importing import preview_of
from tournaments.services import importing
from tournaments.services.once import FORM_REUSED
from tournaments.views.common import UNFIT, find_tournament


@login_required
@require_http_methods(["GET", "POST"])
def import_people(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor_of(request).require_organiser(tournament)
    if "rows" in request.POST:
        return _confirm(request, tournament)
    form = ListForm(request.POST, request.FILES) if request.method == "POST" else ListForm()
    if request.method == "POST" and form.is_valid():
        try:
            people = _read(form)
        except Refused as refusal:
            form.add_error("file" if form.cleaned_data["file"] else "names", refusal.message)
        else:
            return _preview(request, tournament, people)
    context = _context(tournament) | {"form": form}
    return render(request, "tournaments/import.html", context, status=UNFIT if form.errors else 200)


def _read(form: ListForm) -> list[Person]:
    file = form.cleaned_data["file"]
    return read_people(read_file(file.read()) if file else read_text(form.cleaned_data["names"]))


def _preview(
    request: HttpRequest,
    tournament: Tournament,
    people: list[Person],
    *,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    preview = preview_of(tournament, people)
    form = ConfirmForm(initial={"rows": importing.pack(people), "seen": preview.token})
    context = _context(tournament) | {"preview": preview, "form": form, "refusal": refusal or preview.problem}
    return render(request, "tournaments/import_preview.html", context, status=status)


def _confirm(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        messages.error(request, broken_page(form))
        return redirect("import_people", tournament.slug)
    said = form.cleaned_data
    try:
        count = importing.import_people(
            actor_of(request), said["form_id"], tournament, said["rows"], said["seen"]
        )
    except Refused as refusal:
        if refusal.code in ("broken-list", FORM_REUSED):
            messages.error(request, refusal.message)
            return redirect("import_people", tournament.slug)
        people = importing.unpack(said["rows"])
        return _preview(request, tournament, people, refusal=refusal.message, status=UNFIT)
    messages.success(request, ngettext("%s person entered.", "%s people entered.", count) % count)
    return redirect("people", tournament.slug)


def _context(tournament: Tournament) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "tab": "people",
        "organises": True,
        "rounds": tournament.rounds.select_related("tournament").order_by("number"),
    }
