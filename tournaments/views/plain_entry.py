"""One deal of a match that is entered by deals alone, to be corrected or taken back: first what it changes, then yes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.errors import Refused, Stale
from games.models import Event, Match
from games.selectors import Sheet, sheet_of
from games.services import Change, Consequences, Entry, LaterEntries, log_of, preview_change
from tournaments.access import actor_of
from tournaments.forms import DealForm, broken_page
from tournaments.models import REASON_LENGTH, Table
from tournaments.selectors.closing import is_closed
from tournaments.selectors.whatif import effects_of_correction
from tournaments.services.corrections import apply_change
from tournaments.views.common import STALE, UNFIT, Request, find_table, tell_of


@dataclass
class _Deal:
    """The deal as it stands, and what is typed in its place."""

    table: Table
    match: Match
    sheet: Sheet
    event: UUID
    number: int
    action: dict[str, Any]

    @property
    def initial(self) -> dict[str, Any]:
        points = {f"points_{seat}": each for seat, each in self.action.get("points", {}).items()}
        return points | {"bell": self.action.get("bell", False)}


def plain_entry(request: Request, slug: str, round_number: int, number: int, event: UUID) -> HttpResponse:
    table = find_table(request, slug, round_number, number)
    if not actor_of(request).judges(table):
        raise PermissionDenied
    if request.method == "POST" and _made_before(table, request.POST.get("entry_id", "")):
        return redirect(table)
    deal = _find(table, event)
    if request.method != "POST":
        return _page(request, deal, DealForm(deal.sheet, initial=deal.initial))
    form = DealForm(deal.sheet, request.POST)
    undo = request.POST.get("do") == "undo"
    if undo:
        # Only what the page sends unseen matters: the points go anyway.
        form = DealForm(deal.sheet, request.POST.dict() | {k: str(v) for k, v in deal.initial.items()})
    if not form.is_valid():
        return _page(request, deal, form, refusal=broken_page(form), status=UNFIT)
    return _weigh(request, deal, form, undo=undo)


# -- in detail -----------------------------------------------------------------------------------


def _weigh(request: Request, deal: _Deal, form: DealForm, *, undo: bool) -> HttpResponse:
    """Show what the change would do; carry it out if that is what was shown."""
    actions: tuple[dict[str, Any], ...] = ()
    if not undo:
        bell = bool(form.cleaned_data.get("bell"))
        actions = ({"do": "deal", "points": form.points(), "bell": bell},)
    try:
        change, found = _until_nothing_is_lost(deal.match.pk, Change(deal.event, actions))
    except Refused as refusal:
        field = f"points_{refusal.field}" if refusal.field and refusal.field.isdigit() else None
        form.add_error(field if field in form.fields else None, refusal.message)
        return _page(request, deal, form, status=UNFIT)
    sure = json.dumps([deal.match.version, list(actions), sorted(map(str, change.also_undo))], sort_keys=True)
    shown = {"found": found, "sure": sure, "undo": undo, "lost": len(change.also_undo)}
    if request.POST.get("sure") != sure:
        return _page(request, deal, form, shown=shown)
    entry = Entry(form.cleaned_data["entry_id"], form.cleaned_data["version"])
    try:
        reason = request.POST.get("reason", "")
        made = apply_change(actor_of(request), deal.table, entry, change, reason=reason)
    except Refused as refusal:
        status = STALE if isinstance(refusal, Stale | LaterEntries) else UNFIT
        return _page(request, deal, form, refusal=refusal.message, status=status, shown=shown)
    tell_of(request, made, _("Put right. Everything that rests on it follows."))
    return redirect(deal.table)


def _until_nothing_is_lost(match_id: int, change: Change) -> tuple[Change, Consequences]:
    """Later deals that could no longer be go with it: after the bell there is no other."""
    while True:
        found = preview_change(match_id, change)
        if not found.impossible:
            return change, found
        lost = tuple(each.event for each in found.impossible)
        change = Change(change.event, change.actions, (*change.also_undo, *lost))


def _find(table: Table, event: UUID) -> _Deal:
    match = table.match
    if match is None:
        raise Http404
    standing = log_of(match).standing
    for number, each in enumerate(standing, start=1):
        if each.event == event:
            return _Deal(table, match, sheet_of(match), event, number, dict(each.actions[-1]))
    raise Http404


def _made_before(table: Table, sent: str) -> bool:
    """Whether this very page has been sent already: its deal may be gone by now."""
    try:
        return Event.objects.filter(pk=UUID(sent), match=table.match_id).exists()
    except ValueError:
        return False


def _page(
    request: Request,
    deal: _Deal,
    form: DealForm,
    *,
    refusal: str = "",
    status: int = 200,
    shown: dict[str, Any] | None = None,
) -> HttpResponse:
    tournament = deal.table.round.tournament
    final = deal.match.status == Match.Status.FINAL
    moved = _moved(deal, shown["found"]) if shown else []
    wider = effects_of_correction(deal.table, shown["found"].after.result) if shown and final else None
    context = {
        "table": deal.table,
        "tournament": tournament,
        "deal": deal,
        "sheet": deal.sheet,
        "form": form,
        "refusal": refusal,
        "shown": shown,
        "moved": moved,
        "wider": wider,
        "asks_why": final,
        "reason": request.POST.get("reason", "")[:REASON_LENGTH],
        "closed": final and is_closed(tournament),
        "organises": actor_of(request).organises(tournament),
    }
    return render(request, "tournaments/plain_entry.html", context, status=status)


def _moved(deal: _Deal, found: Consequences) -> list[tuple[str, int, int]]:
    return [
        (seat.name, found.before.totals[seat.key], found.after.totals[seat.key]) for seat in deal.sheet.seats
    ]
