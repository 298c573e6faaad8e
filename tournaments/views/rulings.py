"""The organiser's endings: a match stopped or abandoned, that taken back, and a sheet that counts as it is.

What each means is shown before the yes.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.agreements import agreement_of
from games.errors import Refused, Stale
from games.models import Match
from games.selectors import sheet_of
from games.services import Change, Entry
from tournaments.access import actor_of
from tournaments.forms import EntryForm, broken_page
from tournaments.hall_forms import DecideForm, EndForm
from tournaments.models import Table
from tournaments.selectors.closing import is_closed
from tournaments.selectors.whatif import effects_of_correction
from tournaments.services import corrections, scoring, signing
from tournaments.views.common import STALE, UNFIT, Request, find_table, tell_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def end_match(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    """First how and why, then what that means, then yes."""
    table, match = _for_organiser(request, slug, round_number, number)
    sheet = sheet_of(match)
    if request.method != "POST":
        return _end_page(request, table, EndForm(sheet))
    form = EndForm(sheet, request.POST)
    if not form.is_valid():
        return _end_page(request, table, form, refusal=broken_page(form), status=UNFIT)
    if request.POST.get("sure") != form.fingerprint:
        form.on_what_is_there()
        return _end_page(request, table, form, shown=True)
    try:
        _end(request, table, form)
    except Stale as stale:
        fresh = EndForm(sheet, initial=form.cleaned_data | {"version": match.version, "entry_id": None})
        return _end_page(request, table, fresh, refusal=stale.message, status=STALE)
    except Refused as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        return _end_page(request, table, form, status=UNFIT)
    messages.success(request, _("The match is ended. You can take this decision back on its page."))
    return redirect(table)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_back_ruling(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    """The match goes on where it was, or is over by its rules again."""
    table, match = _for_organiser(request, slug, round_number, number)
    form = EntryForm(request.POST or None, initial={"version": match.version})
    event, reason = request.POST.get("ruling", ""), request.POST.get("reason", "")
    refusal, status = "", 200
    if request.method == "POST":
        try:
            if not form.is_valid():
                raise Refused("broken-page", broken_page(form))
            entry = Entry(form.cleaned_data["entry_id"], form.cleaned_data["version"])
            made = corrections.apply_change(
                actor_of(request), table, entry, Change(_uuid(event)), reason=reason
            )
        except Refused as refused:
            refusal, status = refused.message, STALE if isinstance(refused, Stale) else UNFIT
            form = EntryForm(initial={"version": match.version})
        else:
            tell_of(request, made, _("The decision is taken back."))
            return redirect(table)
    after = wider = None
    if match.ruling:
        change = Change(UUID(match.ruling["event"]))
        after = scoring.preview_change(actor_of(request), table, change).after
        wider = effects_of_correction(table, after.result) if match.status == Match.Status.FINAL else None
    context = _context(table, match) | {"form": form, "refusal": refusal, "after": after, "wider": wider}
    context |= {"reason": reason, "closed": is_closed(table.round.tournament)}
    return render(request, "tournaments/take_back_ruling.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    """Let a sheet count that was not signed by all, or that somebody does not agree with."""
    table, match = _for_organiser(request, slug, round_number, number)
    form = DecideForm(request.POST or None)
    refusal, status = "", 200
    if request.method == "POST":
        status = UNFIT
        if form.is_valid():
            try:
                said = form.cleaned_data
                signing.decide(actor_of(request), table, said["entry_id"], said["sheet"], said["why"])
            except Stale as stale:
                refusal, status = stale.message, STALE
                form = DecideForm(initial={"why": form.cleaned_data["why"]})
            except Refused as refused:
                form.add_error(refused.field if refused.field in form.fields else None, refused.message)
            else:
                messages.success(request, _("Decided. The result is being made final."))
                return redirect(table)
        refusal = refusal or broken_page(form)
    context = _context(table, match) | {"form": form, "refusal": refusal}
    context["outcome"] = context["sheet"].outcome
    return render(request, "tournaments/decide.html", context, status=status)


# -- in detail -----------------------------------------------------------------------------------


def _for_organiser(request: Request, slug: str, round_number: int, number: int) -> tuple[Table, Match]:
    table = find_table(request, slug, round_number, number)
    actor_of(request).require_organiser(table.round.tournament)
    assert table.match is not None  # noqa: S101 - find_table asks for tables that have one
    return table, table.match


def _end(request: Request, table: Table, form: EndForm) -> None:
    actor, why = actor_of(request), form.cleaned_data["why"]
    entry = Entry(form.cleaned_data["entry_id"], form.cleaned_data["version"])
    if form.cleaned_data["how"] == "abandon":
        scoring.abandon_match(actor, table, entry, why, form.places())
    else:
        scoring.stop_match(actor, table, entry, why)


def _end_page(
    request: Request,
    table: Table,
    form: EndForm,
    *,
    shown: bool = False,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    context = _context(table, form.sheet.match) | {
        "form": form,
        "refusal": refusal,
        "outcome": form.outcome() if shown else None,
        "sure": form.fingerprint if shown else "",
    }
    return render(request, "tournaments/end_match.html", context, status=status)


def _context(table: Table, match: Match) -> dict[str, Any]:
    return {
        "table": table,
        "tournament": table.round.tournament,
        "match": match,
        "sheet": sheet_of(match),
        "agreement": agreement_of(match),
        "organises": True,
    }


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as error:
        raise Refused("no-such-entry", _("This decision is not there any more. Reload the page.")) from error
