"""A whole deal entered as points, at a table whose rules could also be followed turn by turn.

Points that look odd are shown once more before they are entered; nobody is kept from entering them.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from games.errors import Refused, Stale, say
from games.models import Match
from games.selectors import sheet_of
from games.services import Entry
from tournaments.access import actor_of
from tournaments.desk import wire
from tournaments.desk.answers import again, done, page
from tournaments.desk.game import Game
from tournaments.desk.panel import Panel, panel_of
from tournaments.desk.plausible import Deal, deal_doubts
from tournaments.desk.preview import Preview
from tournaments.forms import DealForm, EntryForm, broken_page
from tournaments.models import Table
from tournaments.services import scoring
from tournaments.views.common import STALE, UNFIT, Request

WEIGHED = "weighed"
"""The field that says: these very numbers have been shown with their doubts."""


def enter_totals(request: Request, table: Table, game: Game) -> HttpResponse:
    form = DealForm(sheet_of(game.match), request.POST)
    if not form.is_valid() and wire.wants_json(request):
        return wire.refusal("unfit", _all_errors(form), UNFIT, now=wire.newest(game))
    if not form.is_valid():
        return _again(request, table, game, form, refusal=broken_page(form))
    doubts = doubts_of(game, form)
    if doubts and request.POST.get(WEIGHED) != fingerprint(form) and not is_there(game.match, form):
        if wire.wants_json(request):
            # Not wrong: shown once more, and taken when it comes with the fingerprint.
            also = {WEIGHED: fingerprint(form)}
            return wire.refusal("doubts", " ".join(doubts), UNFIT, now=wire.newest(game), also=also)
        return _again(request, table, game, form, doubts=doubts)
    try:
        match = _enter(request, table, form)
    except Refused as refusal:
        if wire.wants_json(request):
            status = STALE if isinstance(refusal, Stale) else UNFIT
            return wire.refusal(refusal.code, refusal.message, status, now=wire.newest(again(table)[1]))
        if isinstance(refusal, Stale):
            return _both_sides(request, table, form, refusal)
        form.add_error(None, refusal.message)
        return _again(request, table, game, form)
    return done(request, table, match)


def preview_totals(game: Game, request: HttpRequest) -> tuple[Preview, str]:
    """Doubts about what is typed so far, and the fingerprint that says they were shown."""
    form = DealForm(sheet_of(game.match), request.GET)
    form.full_clean()
    if len(form.points()) < len(game.names):
        return Preview(), ""
    return Preview(doubts=doubts_of(game, form)), fingerprint(form)


def doubts_of(game: Game, form: DealForm) -> list[str]:
    points, totals = form.points(), game.engine.totals(game.state)
    deal = Deal(
        points={game.names[key]: each for key, each in points.items()},
        totals={key: totals[key] + each for key, each in points.items()},
        limit=game.state.options.limit,
        bell=bool(form.cleaned_data.get("bell")),
    )
    return [say(message) for message in deal_doubts(game.engine.variant, deal)]


def fingerprint(form: DealForm) -> str:
    """The numbers and the bell, as one text."""
    bell = "bell" if form.cleaned_data.get("bell") else ""
    return " ".join([*map(str, form.points().values()), bell]).strip()


def is_there(match: Match, form: DealForm) -> bool:
    """Whether this very entry was taken before and only the answer was lost: nothing is left to doubt."""
    return match.events.filter(pk=form.cleaned_data["entry_id"]).exists()


# -- in detail -----------------------------------------------------------------------------------


def _enter(request: Request, table: Table, form: DealForm) -> Match:
    entry = Entry(form.cleaned_data["entry_id"], form.cleaned_data["version"])
    bell = form.cleaned_data.get("bell", False)
    device = wire.device_of(request)
    return scoring.enter_deal(actor_of(request), table, entry, form.points(), bell=bell, device=device)


def _all_errors(form: DealForm) -> str:
    return " ".join(str(error) for errors in form.errors.values() for error in errors)


def _again(
    request: Request,
    table: Table,
    game: Game,
    form: DealForm,
    *,
    refusal: str = "",
    doubts: list[str] | None = None,
) -> HttpResponse:
    if game.phase != "start":
        panel = panel_of(game)
        panel.refusal = refusal or " ".join(map(str, form.non_field_errors()))
        return page(request, table, game, panel, status=UNFIT)
    panel = Panel("totals", form, Preview(doubts=doubts or []), refusal, kept=True)
    panel.weighed = fingerprint(form) if doubts else ""
    return page(request, table, game, panel, status=UNFIT)


def _both_sides(request: Request, table: Table, form: DealForm, stale: Stale) -> HttpResponse:
    typed: dict[str, Any] = {
        name: value for name, value in form.cleaned_data.items() if name not in EntryForm.base_fields
    }
    table, game = again(table)
    panel = panel_of(game, "totals", typed)
    panel.refusal = stale.message
    panel.typed = ", ".join(f"{game.names[key]} {each}" for key, each in form.points().items())
    return page(request, table, game, panel, status=STALE)
