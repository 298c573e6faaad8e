"""A round's results, or its tables, out of a list: choose, look at what would happen, say yes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.forms import broken_page
from tournaments.importing.round_columns import is_round_heading
from tournaments.importing.round_lines import PAIRINGS, RESULTS, Orders, RoundLine, pack, read_lines, unpack
from tournaments.importing.sheets import read_file, read_text
from tournaments.models import Tournament
from tournaments.people_forms import ConfirmForm, ListForm
from tournaments.selectors.importing_pairings import PairingsPreview, check_system, preview_pairings
from tournaments.selectors.importing_round import ResultsPreview, preview_results
from tournaments.selectors.versions import rounds_of
from tournaments.services import importing_pairings, importing_results
from tournaments.services.once import FORM_REUSED
from tournaments.services.rounds import next_number
from tournaments.views.common import UNFIT, find_round, find_tournament

Preview = ResultsPreview | PairingsPreview


@dataclass(frozen=True, slots=True)
class _Import:
    """One of the two, with all that differs between them."""

    tournament: Tournament
    number: int
    about: str
    """Which of the two, for the templates."""
    here: str
    orders: Orders
    preview: Callable[[list[RoundLine]], Preview]
    carry_out: Callable[[ConfirmForm], str]
    """Does it, and says what was done."""


@login_required
@require_http_methods(["GET", "POST"])
def import_results(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    round_ = find_round(request, slug, number, tournament)

    def carry_out(form: ConfirmForm) -> str:
        said = form.cleaned_data
        count = importing_results.import_results(actor, said["form_id"], round_, said["rows"], said["seen"])
        return ngettext("Results of %s table entered.", "Results of %s tables entered.", count) % count

    here = reverse("import_results", args=[slug, number])
    made = _Import(
        *(tournament, number, "results", here, RESULTS),
        preview=lambda lines: preview_results(round_, lines),
        carry_out=carry_out,
    )
    return _answer(request, made)


@login_required
@require_http_methods(["GET", "POST"])
def import_pairings(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    try:
        number = next_number(tournament)
        check_system(tournament, number)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("files", slug)

    def carry_out(form: ConfirmForm) -> str:
        said = form.cleaned_data
        importing_pairings.seat_by_list(actor, said["form_id"], tournament, said["rows"], said["seen"])
        return _("The draft is there. Look at it, then publish it.")

    here = reverse("import_pairings", args=[slug])
    made = _Import(
        *(tournament, number, "pairings", here, PAIRINGS),
        preview=lambda lines: preview_pairings(tournament, number, lines),
        carry_out=carry_out,
    )
    return _answer(request, made)


# -- in detail -----------------------------------------------------------------------------------


def _answer(request: HttpRequest, made: _Import) -> HttpResponse:
    if "rows" in request.POST:
        return _confirm(request, made)
    form = ListForm(request.POST, request.FILES) if request.method == "POST" else ListForm()
    if request.method == "POST" and form.is_valid():
        try:
            return _shown(request, made, read_lines(_rows(form), made.orders))
        except Refused as refusal:
            form.add_error("file" if form.cleaned_data["file"] else "names", refusal.message)
    context = _context(made) | {"form": form}
    status = UNFIT if form.errors else 200
    return render(request, "tournaments/import_round.html", context, status=status)


def _rows(form: ListForm) -> Any:
    file = form.cleaned_data["file"]
    if file:
        return read_file(file.read(), is_round_heading)
    return read_text(form.cleaned_data["names"], is_round_heading)


def _shown(
    request: HttpRequest, made: _Import, lines: list[RoundLine], *, refusal: str = "", status: int = 200
) -> HttpResponse:
    preview = made.preview(lines)
    form = ConfirmForm(initial={"rows": pack(lines), "seen": preview.token})
    problem = preview.problem if isinstance(preview, PairingsPreview) else ""
    ready = not problem and (isinstance(preview, PairingsPreview) or bool(preview.coming))
    context = _context(made) | {
        "preview": preview,
        "form": form,
        "refusal": refusal or problem,
        "ready": ready,
        "tables": len(preview.tables if isinstance(preview, PairingsPreview) else preview.coming),
    }
    return render(request, "tournaments/import_round_preview.html", context, status=status)


def _confirm(request: HttpRequest, made: _Import) -> HttpResponse:
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        messages.error(request, broken_page(form))
        return redirect(made.here)
    try:
        done = made.carry_out(form)
    except Refused as refusal:
        if refusal.code in ("broken-list", FORM_REUSED):
            messages.error(request, refusal.message)
            return redirect(made.here)
        lines = unpack(form.cleaned_data["rows"])
        return _shown(request, made, lines, refusal=refusal.message, status=UNFIT)
    messages.success(request, done)
    return redirect("round", made.tournament.slug, made.number)


def _context(made: _Import) -> dict[str, Any]:
    return {
        "tournament": made.tournament,
        "number": made.number,
        "about": made.about,
        "here": made.here,
        "tab": "files",
        "organises": True,
        "rounds": rounds_of(made.tournament),
    }
