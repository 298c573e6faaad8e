"""A table's page: everybody sees its sheet, its judge and the organiser enter deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.agreements import agreement_of
from games.errors import Refused, Stale, say
from games.models import Match
from games.selectors import Sheet, sheet_of
from games.services import Entry
from tournaments.access import Actor, actor_of
from tournaments.desk import answers as desk
from tournaments.desk.game import game_of
from tournaments.desk.hall import hall_context
from tournaments.desk.phones import listen
from tournaments.desk.plausible import Deal, bell_doubts
from tournaments.desk.totals import WEIGHED, enter_totals, fingerprint, is_there
from tournaments.forms import DealForm, EntryForm, broken_page
from tournaments.models import Table
from tournaments.selectors.held import is_table_held_from
from tournaments.selectors.story import story_by_deals
from tournaments.selectors.tables import moves_on, table_token
from tournaments.services import scoring
from tournaments.views.common import STALE, UNFIT, Request, find_table, held_table, live, unchanged


@require_safe
def table_page(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    table = find_table(request, slug, round_number, number)
    match = _match(table)
    if is_table_held_from(actor_of(request), table):
        return held_table(request, table)
    listen(request, table)
    token = table_token(table, actor_of(request))
    if request.htmx and (nothing_new := unchanged(request, token)):
        return nothing_new
    game = game_of(match)
    page = desk.show(request, table, game) if game else _page(request, table, DealForm(sheet_of(match)))
    # A final match's judge waits for the table's next one.
    more = f" tournament:{table.round.tournament_id}" if match.status == Match.Status.FINAL else ""
    return live(page, token, f"table:{table.pk}{more}")


@require_POST
def enter_deal(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    table = find_table(request, slug, round_number, number)
    actor = actor_of(request)
    actor.permit_for(table)
    if game := game_of(_match(table)):
        return enter_totals(request, table, game)
    form = DealForm(sheet_of(_match(table)), request.POST)
    if not form.is_valid():
        return _page(request, table, form, status=UNFIT, refusal=broken_page(form))
    doubts = _doubts(form)
    if doubts and request.POST.get(WEIGHED) != fingerprint(form) and not is_there(form.sheet.match, form):
        return _page(request, table, form, status=UNFIT, doubts=doubts)
    try:
        scoring.enter_deal(
            actor, table, _entry(form), form.points(), bell=form.cleaned_data.get("bell", False)
        )
    except Stale as stale:
        return _stale(request, table, form, stale)
    except Refused as refusal:
        return _refused(request, table, form, refusal)
    return _done(request, table)


@require_POST
def take_back(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    table = find_table(request, slug, round_number, number)
    actor = actor_of(request)
    actor.permit_for(table)
    form = EntryForm(request.POST)
    if game := game_of(_match(table)):
        return desk.take_back(request, table, game, form)
    deal = DealForm(sheet_of(_match(table)))
    if not form.is_valid():
        return _page(request, table, deal, status=UNFIT, refusal=broken_page(form))
    try:
        scoring.take_back_deal(actor, table, _entry(form))
    except Refused as refusal:
        status = STALE if isinstance(refusal, Stale) else UNFIT
        return _page(request, _again(table), deal, status=status, refusal=refusal.message)
    return _done(request, table)


# -- in detail -----------------------------------------------------------------------------------


def _match(table: Table) -> Match:
    assert table.match is not None  # noqa: S101 - find_table asks for tables that have one
    return table.match


def _doubts(form: DealForm) -> list[str]:
    """A bell that was ticked by mistake would end the match, and only the organiser could open it again."""
    if form.sheet.limit is None:
        return []
    points = form.points()
    totals = {seat.key: seat.total + points[seat.key] for seat in form.sheet.seats}
    deal = Deal(points, totals, form.sheet.limit, bool(form.cleaned_data.get("bell")))
    return [say(message) for message in bell_doubts(deal)]


def _entry(form: EntryForm) -> Entry:
    return Entry(form.cleaned_data["entry_id"], form.cleaned_data["version"])


def _again(table: Table) -> Table:
    """The table as it is now, its match read anew."""
    return Table.objects.select_related("match", "round__tournament").get(pk=table.pk)


def _done(request: Request, table: Table) -> HttpResponse:
    if not request.htmx:
        return redirect(table)
    table = _again(table)
    form = DealForm(sheet_of(_match(table)))
    form.begin_at_the_first()
    return _page(request, table, form)


def _stale(request: Request, table: Table, form: DealForm, stale: Stale) -> HttpResponse:
    """What is there now beside what was typed, ready to be sent once more if it is still missing."""
    table = _again(table)
    typed = {name: value for name, value in form.cleaned_data.items() if name not in EntryForm.base_fields}
    fresh = DealForm(sheet_of(_match(table)), initial=typed)
    return _page(request, table, fresh, status=STALE, refusal=stale.message)


def _refused(request: Request, table: Table, form: DealForm, refusal: Refused) -> HttpResponse:
    """A sentence beside its field; where nothing can be entered any more, with what was typed."""
    table = _again(table)
    if _match(table).status == Match.Status.PLAYING:
        field = f"points_{refusal.field}" if refusal.field and refusal.field.isdigit() else None
        form.add_error(field, refusal.message)
        return _page(request, table, form, status=UNFIT)
    points = form.points()
    typed = ", ".join(f"{seat.name} {points[seat.key]}" for seat in form.sheet.seats)
    sentence = _("%(why)s You typed: %(typed)s.") % {"why": refusal.message, "typed": typed}
    return _page(request, table, form, status=UNFIT, refusal=sentence)


def _page(
    request: Request,
    table: Table,
    form: DealForm,
    *,
    status: int = 200,
    refusal: str = "",
    doubts: Sequence[str] = (),
) -> HttpResponse:
    match = _match(table)
    sheet = form.sheet if form.sheet.match is match else sheet_of(match)
    context = _context(request, table, sheet) | {"form": form, "refusal": refusal, "doubts": doubts}
    context["weighed"] = fingerprint(form) if doubts else ""
    if request.htmx:
        return render(request, "tournaments/_table.html", context, status=status)
    context |= hall_context(request, table)
    return render(request, "tournaments/table.html", context, status=status)


def _context(request: Request, table: Table, sheet: Sheet) -> dict[str, Any]:
    actor: Actor = actor_of(request)
    match = sheet.match
    judges = actor.judges(table)
    organises = actor.organises(table.round.tournament)
    final = match.status == Match.Status.FINAL
    # A final result is put right with its consequences shown and a reason, not by one press.
    may_take_back = judges and bool(sheet.rows) and not final
    return {
        "table": table,
        "tournament": table.round.tournament,
        "sheet": sheet,
        "tab": "round",
        "organises": organises,
        "agreement": agreement_of(match),
        "judges": judges,
        "newer": moves_on(table, actor),
        "chart": None if sheet.counts_places or not sheet.rows else story_by_deals(sheet).chart,
        "may_enter": judges and match.status == Match.Status.PLAYING and not sheet.read_only,
        "may_correct": judges and not sheet.read_only and (organises or not final),
        "take_back": EntryForm(initial={"version": match.version}) if may_take_back else None,
        "token": table_token(table, actor),
    }
