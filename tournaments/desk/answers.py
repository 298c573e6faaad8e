"""Answers of the desk: the page, its parts, and what is said when something cannot be entered."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse

from games.agreements import agreement_of
from games.errors import Refused, Stale
from games.models import Match
from games.services import Entry, append_actions
from tournaments.access import actor_of
from tournaments.desk import wire
from tournaments.desk.board import board_of
from tournaments.desk.board_entry import depth_before, form_for
from tournaments.desk.changes import game_before
from tournaments.desk.drawing import Drawing, drawing_of
from tournaments.desk.entries import words_of
from tournaments.desk.forms import DeskForm, StartForm, TurnForm
from tournaments.desk.game import Game, game_of
from tournaments.desk.hall import hall_context
from tournaments.desk.model import model_of
from tournaments.desk.panel import FORMS, Panel, choices, panel_of
from tournaments.desk.phrases import phrases
from tournaments.desk.preview import NOT_ENTERED, Preview
from tournaments.desk.reading import entries_of
from tournaments.desk.spare import spare_panels
from tournaments.desk.words import place_of, sentence_of
from tournaments.forms import EntryForm, broken_page
from tournaments.models import Table
from tournaments.selectors.story import story_of
from tournaments.selectors.tables import moves_on, table_token
from tournaments.services import scoring
from tournaments.views.common import STALE, UNFIT, Request, find_table

HIDDEN = {"entry_id", "version", "player"}
ENTER_AT = {"start": "start_deal", "turn": "enter_turn", "close": "close_deal", "totals": "enter_deal"}


def for_judge(request: Request, slug: str, round_number: int, number: int) -> tuple[Table, Game]:
    """The table and its match, for who may write to it.

    Nobody is sent to sign in from here: these answers stand in the middle of a page.
    """
    table = find_table(request, slug, round_number, number)
    if not actor_of(request).judges(table):
        raise PermissionDenied
    game = game_of(table.match) if table.match else None
    if game is None:
        raise Http404
    return table, game


def show(request: Request, table: Table, game: Game) -> HttpResponse:
    """The table's page; to htmx the part that it asks for."""
    mode = request.GET.get("enter", "")
    if not request.htmx or request.GET.get("part") == "desk":
        return page(request, table, game, panel_of(game, mode))
    if request.GET.get("part") == "panel":
        return render(request, "desk/_panel.html", context_of(request, table, game, panel_of(game, mode)))
    return render(request, "desk/_live.html", context_of(request, table, game, None))


def enter(request: Request, table: Table, game: Game, form: DeskForm) -> HttpResponse:
    """Write what was entered, or say beside it why not."""
    if not form.is_valid():
        return refused(request, table, game, form)
    try:
        permit = wire.permit_of(request, table)
        match = append_actions(permit, form.seen_version, form.new_actions(), game.match)
    except Refused as refusal:
        if isinstance(refusal, Stale) or refusal.code == "id-reused":
            return both_sides(request, table, form, refusal)
        form.add_error(_field(form, refusal), sentence_of(refusal, game))
        return refused(request, table, game, form, refusal.code)
    return done(request, table, match)


def take_back(request: Request, table: Table, game: Game, form: EntryForm) -> HttpResponse:
    """Take the last entry back: an entry of the log is an action, so a turn goes draw by draw."""
    panel = panel_of(game)
    if not form.is_valid():
        panel.refusal = broken_page(form)
        return page(request, table, game, panel, status=UNFIT)
    try:
        entry = Entry(form.cleaned_data["entry_id"], form.cleaned_data["version"])
        match = scoring.take_back_deal(actor_of(request), table, entry)
    except Refused as refusal:
        table, game = again(table)
        panel = panel_of(game)
        panel.refusal = refusal.message
        return page(request, table, game, panel, status=STALE if isinstance(refusal, Stale) else UNFIT)
    return done(request, table, match)


def done(request: Request, table: Table, match: Match) -> HttpResponse:
    if wire.wants_json(request):
        return wire.taken(match)
    if not request.htmx:
        return redirect(table)
    table, game = again(table)
    return page(request, table, game, panel_of(game))


def refused(request: Request, table: Table, game: Game, form: DeskForm, code: str = "unfit") -> HttpResponse:
    """The form again with its errors; where another one is due by now, that one with the errors above it."""
    if wire.wants_json(request):
        return wire.refusal(code, _all_errors(form), UNFIT, now=wire.newest(game))
    if game.phase in FORMS and type(form) is form_for(game, game.phase, FORMS):
        panel = Panel(game.phase, form, Preview(hint=NOT_ENTERED), refusal=broken_page(form), kept=True)
    else:
        panel = panel_of(game)
        panel.refusal = _all_errors(form)
    return page(request, table, game, panel, status=UNFIT)


def both_sides(request: Request, table: Table, form: DeskForm, refusal: Refused) -> HttpResponse:
    """What is there now beside what was typed, ready to be sent once more if it is still missing."""
    typed = {name: value for name, value in form.data.items() if name in form.fields and name not in HIDDEN}
    words = words_of(form.game, form.actions())
    table, game = again(table)
    if wire.wants_json(request):
        return wire.refusal(refusal.code, refusal.message, STALE, now=wire.newest(game))
    panel = panel_of(game, typed=typed)
    panel.refusal, panel.typed = refusal.message, words
    return page(request, table, game, panel, status=STALE)


def page(request: Request, table: Table, game: Game, panel: Panel, *, status: int = 200) -> HttpResponse:
    context = context_of(request, table, game, panel)
    if request.htmx:
        return render(request, "desk/_desk.html", context, status=status)
    spares = _spares(request, table, game, context) if context["judges"] else {}
    context |= hall_context(request, table) | {"spares": spares, "phrases": phrases()}
    answer = render(request, "desk/page.html", context, status=status)
    if spares:
        # A copy of this page may stay on the phone, to be opened again without a network.
        answer["X-Desk"] = "keep"
    return answer


def context_of(request: Request, table: Table, game: Game, panel: Panel | None) -> dict[str, Any]:
    actor, match = actor_of(request), game.match
    judges = actor.judges(table)
    organises = actor.organises(table.round.tournament)
    may_change = judges and (organises or match.status != Match.Status.FINAL)
    everything = "all" in request.GET
    context = {
        "table": table,
        "tournament": table.round.tournament,
        "game": game,
        "board": board_of(game, everything=everything),
        "everything": everything,
        "judges": judges,
        "organises": organises,
        "agreement": agreement_of(match),
        "may_change": may_change,
        "newer": moves_on(table, actor),
        "token": table_token(table, actor),
        "watched": _watched(game, judges=judges),
        # Those who only watch see how it went; a judge's phone is spared the bytes.
        "chart": None if judges else story_of(match).chart,
        "model": model_of(game, "" if game.deal else depth_before(game)) if judges else None,
    }
    return context | (panel_context(table, game, panel) if panel and judges else {})


def panel_context(table: Table, game: Game, panel: Panel) -> dict[str, Any]:
    """The panel; ``at`` is the match as it was when what it shows was or will be entered."""
    form, entry = panel.form, panel.entry
    at = game_before(game, entry) if entry else game
    return {
        "panel": panel,
        "form": form,
        "at": at,
        "who": at.names.get(at.player, ""),
        "depth": _depth(game, form) if isinstance(form, StartForm) else "",
        "drawing": drawing_of(at.deal.board) if panel.kind == "turn" and at.deal and at.drawn else None,
        "enter_url": _url(table, "desk_entry", entry.id) if entry else _url(table, ENTER_AT.get(panel.kind)),
        "preview_url": _url(table, "desk_entry", entry.id) if entry else _url(table, "desk_preview"),
    } | (choices(at, form) if isinstance(form, TurnForm) else {})


def again(table: Table) -> tuple[Table, Game]:
    """The table as it is now, its match read anew."""
    table = Table.objects.select_related("match", "round__tournament").get(pk=table.pk)
    game = game_of(table.match) if table.match else None
    assert game is not None  # noqa: S101 - it had one a moment ago
    return table, game


# -- in detail -----------------------------------------------------------------------------------


def _spares(request: Request, table: Table, game: Game, context: dict[str, Any]) -> dict[str, str]:
    return {
        kind: render_to_string(
            "desk/_panel.html", context | {"game": at} | panel_context(table, at, panel), request
        )
        for kind, (at, panel) in spare_panels(game).items()
    }


def _url(table: Table, name: str | None, *more: object) -> str:
    round_ = table.round
    return reverse(name, args=[round_.tournament.slug, round_.number, table.number, *more]) if name else ""


def _depth(game: Game, form: StartForm) -> str:
    """How the deal will be followed unless something else is tapped."""
    return str(form["depth"].value() or depth_before(game))


def _watched(game: Game, *, judges: bool) -> Drawing | None:
    """The board for those who do not lay tiles on it now; it stays until the next deal is started."""
    if judges and game.phase == "turn":
        return None
    newest = entries_of(game)[-1:]
    closed = newest[0].before.deal if newest and newest[0].do == "close" else None
    deal = game.deal or closed
    return drawing_of(deal.board) if deal and deal.depth == "board" else None


def _field(form: DeskForm, refusal: Refused) -> str | None:
    place = place_of(refusal)
    return place if place in form.fields else None


def _all_errors(form: DeskForm) -> str:
    return " ".join(str(error) for errors in form.errors.values() for error in errors)
