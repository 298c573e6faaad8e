"""One entry of the log, to be taken back or corrected: first what it would change, then yes.

A yes names what was shown: if something else would happen by now, that is shown instead.
"""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.forms import Form
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.errors import Refused, Stale
from games.models import Event, Match
from games.selectors import sheet_of
from games.services import Entry as NewEntry
from games.services import LaterEntries
from tournaments.access import actor_of
from tournaments.desk.answers import done, for_judge, page
from tournaments.desk.board_entry import form_for
from tournaments.desk.changes import Effects, change_of, effects_of, find_entry, game_before, initial_of
from tournaments.desk.entries import Entry
from tournaments.desk.forms import DeskForm
from tournaments.desk.game import Game, game_of
from tournaments.desk.panel import FORMS, Panel, panel_of
from tournaments.desk.preview import Preview
from tournaments.desk.wire import device_of
from tournaments.desk.words import place_of, sentence_of
from tournaments.forms import DealForm, EntryForm, broken_page
from tournaments.models import REASON_LENGTH, Table
from tournaments.selectors.closing import is_closed
from tournaments.selectors.whatif import effects_of_correction
from tournaments.services.corrections import apply_change
from tournaments.views.common import STALE, UNFIT, Request, find_table, tell_of
from tournaments.views.plain_entry import plain_entry

CORRECTABLE = ("turn", "close", "totals")
CHANGES = (Event.Kind.UNDO, Event.Kind.CORRECT)


@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: Request, slug: str, round_number: int, number: int, event: UUID) -> HttpResponse:
    if _is_plain(find_table(request, slug, round_number, number)):
        return plain_entry(request, slug, round_number, number, event)
    table, game = for_judge(request, slug, round_number, number)
    found = find_entry(game, event)
    corrects = "correct" in (request.POST or request.GET)
    if found is None or (corrects and found.kind not in CORRECTABLE):
        return _gone(request, table, game)
    if request.method == "POST":
        return _correct(request, table, game, found) if corrects else _take_back(request, table, game, found)
    if not corrects:
        return page(request, table, game, _undo_panel(request, table, game, found))
    if request.GET.get("part") == "preview":
        panel = _correct_panel(request, table, game, found, request.GET)
        return render(request, "desk/_preview.html", {"panel": panel, "live": True})
    return page(request, table, game, _correct_panel(request, table, game, found))


# -- taking back -------------------------------------------------------------------------------------


def _take_back(request: Request, table: Table, game: Game, found: Entry) -> HttpResponse:
    form = EntryForm(request.POST)
    if not form.is_valid():
        panel = _undo_panel(request, table, game, found)
        panel.refusal = broken_page(form)
        return page(request, table, game, panel, status=UNFIT)
    if _made_before(game, form, []):
        return done(request, table, game.match)
    return _apply(request, table, game, found, form, [])


def _undo_panel(request: Request, table: Table, game: Game, found: Entry) -> Panel:
    panel = Panel("undo", EntryForm(initial={"version": game.match.version}), entry=found, kept=True)
    _ask_why(request, table, game, panel)
    try:
        _effects(table, panel, effects_of(game, change_of(found, [], [])))
    except Refused as refusal:
        panel.refusal = refusal.message
    return panel


# -- correcting ----------------------------------------------------------------------------------------


def _correct(request: Request, table: Table, game: Game, found: Entry) -> HttpResponse:
    panel = _correct_panel(request, table, game, found, request.POST)
    form = panel.form
    if form and form.is_valid() and _made_before(game, form, _actions(form)):
        return done(request, table, game.match)
    if panel.effects is None or form is None or request.POST.get("sure") != panel.weighed:
        return page(request, table, game, panel, status=UNFIT)
    return _apply(request, table, game, found, form, _actions(form))


def _correct_panel(
    request: Request, table: Table, game: Game, found: Entry, data: QueryDict | None = None
) -> Panel:
    """The panel on which the entry was made, holding what it says, or what is typed instead."""
    form = _form(game_before(game, found), found, data)
    panel = Panel(found.kind, form, entry=found, kept=True)
    _ask_why(request, table, game, panel)
    if data is None:
        panel.preview = Preview(hint=_("Change what was wrong."))
    elif form.is_valid():
        _weigh(table, game, found, form, panel)
    else:
        panel.preview = Preview(refusal=_first_error(form))
    return panel


def _weigh(table: Table, game: Game, found: Entry, form: Form, panel: Panel) -> None:
    actions = _actions(form)
    if actions == list(found.actions):
        panel.preview = Preview(hint=_("This entry says so already."))
        return
    try:
        _effects(table, panel, effects_of(game, change_of(found, actions, [])))
    except Refused as refusal:
        place = place_of(refusal)
        form.add_error(
            place if place in form.fields else None, sentence_of(refusal, game_before(game, found))
        )
        panel.preview = Preview(refusal=sentence_of(refusal, game_before(game, found)))
    else:
        panel.preview = Preview(ready=True)
        panel.weighed = json.dumps(actions, sort_keys=True)


def _form(before: Game, found: Entry, data: QueryDict | None) -> Form:
    if found.kind == "totals":
        return DealForm(sheet_of(before.match), data, initial=initial_of(found))
    return form_for(before, found.kind, FORMS)(before, data, initial=initial_of(found))


def _actions(form: Form) -> list[dict[str, Any]]:
    if isinstance(form, DealForm):
        return [{"do": "deal", "points": form.points(), "bell": bool(form.cleaned_data.get("bell"))}]
    return form.actions() if isinstance(form, DeskForm) else []


# -- both -------------------------------------------------------------------------------------------------


def _is_plain(table: Table) -> bool:
    """Whether the match is entered by deals alone."""
    return table.match is not None and game_of(table.match) is None


def _ask_why(request: Request, table: Table, game: Game, panel: Panel) -> None:
    """A final result is changed for a reason, and by two where the final standings are published."""
    panel.asks_why = game.match.status == Match.Status.FINAL
    panel.reason = (request.POST or request.GET).get("reason", "")[:REASON_LENGTH]
    panel.second = panel.asks_why and is_closed(table.round.tournament)


def _effects(table: Table, panel: Panel, effects: Effects) -> None:
    panel.effects = effects
    panel.wider = effects_of_correction(table, effects.result) if effects.reopens else None


def _apply(
    request: Request, table: Table, game: Game, found: Entry, form: Form, actions: list[dict[str, Any]]
) -> HttpResponse:
    new = NewEntry(form.cleaned_data["entry_id"], form.cleaned_data["version"])
    also = [UUID(each) for each in request.POST.getlist("also") if _is_uuid(each)]
    reason = request.POST.get("reason", "")
    try:
        made = apply_change(
            actor_of(request),
            table,
            new,
            change_of(found, actions, also),
            reason=reason,
            device=device_of(request),
        )
    except Refused as refusal:
        panel = (
            _correct_panel(request, table, game, found, request.POST)
            if actions
            else _undo_panel(request, table, game, found)
        )
        panel.refusal = refusal.message
        other = isinstance(refusal, Stale | LaterEntries)
        return page(request, table, game, panel, status=STALE if other else UNFIT)
    if game.match.status == Match.Status.FINAL:
        tell_of(request, made, _("Put right. Everything that rests on it follows."))
    return done(request, table, made if isinstance(made, Match) else game.match)


def _made_before(game: Game, form: Form, actions: list[dict[str, Any]]) -> bool:
    """Whether this very page has been sent already: what it changed no longer looks as it did then."""
    there = game.match.events.filter(pk=form.cleaned_data["entry_id"]).first()
    return there is not None and there.kind in CHANGES and there.body.get("actions", []) == actions


def _gone(request: Request, table: Table, game: Game) -> HttpResponse:
    """Taken back meanwhile, perhaps by this very page, sent twice."""
    form = EntryForm(request.POST)
    if request.method == "POST" and form.is_valid() and _made_before(game, form, []):
        return done(request, table, game.match)
    panel = panel_of(game)
    panel.refusal = _("This entry no longer counts: it was taken back.")
    return page(request, table, game, panel, status=STALE)


def _first_error(form: Form) -> str:
    return str(next(iter(form.errors.values()))[0])


def _is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
