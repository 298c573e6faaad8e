"""A table's match as a record: handed out to whoever may see the match, taken in from whoever may score there."""

from __future__ import annotations

import json

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.desk.game import game_of
from tournaments.document_forms import RecordForm
from tournaments.models import Table
from tournaments.selectors.held import is_table_held_from
from tournaments.selectors.match_records import RecordPreview, preview_record, record_for
from tournaments.services.importing_record import import_record as put_in
from tournaments.views.common import UNFIT, Request, find_table


@require_safe
def record(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    """docs/match-record.md tells what is in it."""
    table = find_table(request, slug, round_number, number)
    actor = actor_of(request)
    found = None if is_table_held_from(actor, table) else record_for(actor, table)
    if found is None:
        raise Http404
    answer = HttpResponse(
        json.dumps(found, ensure_ascii=False, indent=1) + "\n", content_type="application/json"
    )
    name = f"{slug}-{round_number}-{number}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@require_http_methods(["GET", "POST"])
def import_record(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    """Choose, look at what it comes to, say yes."""
    table = find_table(request, slug, round_number, number)
    actor = actor_of(request)
    if not actor.judges(table):
        raise PermissionDenied
    if table.match is None or game_of(table.match) is None:
        raise Http404
    if request.method != "POST":
        return _page(request, table, RecordForm())
    form = RecordForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, table, form)
    raw = form.raw()
    try:
        if form.said_yes:
            put_in(actor, table, raw)
            messages.success(request, _("The record is in the log of this table."))
            return redirect(table)
        preview = preview_record(table, raw)
    except Refused as refusal:
        form.add_error("file", refusal.message)
        return _page(request, table, form)
    return _page(request, table, RecordForm(initial={"record": preview.text}), preview)


def _page(
    request: Request, table: Table, form: RecordForm, preview: RecordPreview | None = None
) -> HttpResponse:
    context = {
        "table": table,
        "tournament": table.round.tournament,
        "form": form,
        "preview": preview,
        "begun": bool(table.match and table.match.version),
    }
    status = UNFIT if form.errors else 200
    return render(request, "tournaments/import_record.html", context, status=status)
