"""The judge's desk: starting a deal, entering a turn, closing a deal. Every answer is the table's page.

Views check who asks and the shape of what they send; ``games.services`` writes.
"""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from tournaments.desk.answers import enter, for_judge, page
from tournaments.desk.board_entry import form_for, turn_form
from tournaments.desk.forms import StartForm, TurnForm
from tournaments.desk.game import Game
from tournaments.desk.panel import FORMS, Panel, preview_of
from tournaments.desk.racks import CloseForm
from tournaments.desk.totals import preview_totals
from tournaments.forms import broken_page
from tournaments.models import Table
from tournaments.views.common import UNFIT, Request


@require_safe
def preview(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    """What the turn or the racks typed so far would bring."""
    _table, game = for_judge(request, slug, round_number, number)
    panel = Panel(game.phase)
    if game.phase in ("turn", "close"):
        panel.preview = preview_of(game, form_for(game, game.phase, FORMS)(game, request.GET))
    elif game.phase == "start":
        panel.preview, panel.weighed = preview_totals(game, request)
    return render(request, "desk/_preview.html", {"panel": panel, "live": True})


@require_POST
def start_deal(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    table, game = for_judge(request, slug, round_number, number)
    return enter(request, table, game, StartForm(game, request.POST))


@require_POST
def enter_turn(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    table, game = for_judge(request, slug, round_number, number)
    form = turn_form(request.POST)(game, request.POST)
    return (
        _check(request, table, game, form) if "check" in request.POST else enter(request, table, game, form)
    )


@require_POST
def close_deal(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    table, game = for_judge(request, slug, round_number, number)
    form = CloseForm(game, request.POST)
    return (
        _check(request, table, game, form) if "check" in request.POST else enter(request, table, game, form)
    )


# -- in detail -----------------------------------------------------------------------------------


def _check(request: Request, table: Table, game: Game, form: TurnForm | CloseForm) -> HttpResponse:
    """The first of two steps where there are no scripts: what it would bring, with everything typed kept."""
    shown = preview_of(game, form)
    panel = Panel(game.phase, form, shown, refusal=broken_page(form), kept=True)
    return page(request, table, game, panel, status=200 if shown.ready else UNFIT)
