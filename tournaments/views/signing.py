"""A player signs, or does not agree: on the judge's phone, or on their own, come in by a code shown there."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import services as games
from games.agreements import agreement_of
from games.drawing import HEIGHT, WIDTH
from games.errors import Refused, Stale
from games.selectors import sheet_of
from games.services import Hand
from tournaments.access import SEATS_IN_SESSION, Actor, actor_of
from tournaments.desk.board import board_of
from tournaments.desk.game import game_of
from tournaments.forms import broken_page
from tournaments.guesses import tell_of_guess
from tournaments.hall_forms import ObjectForm, SheetForm, SignForm
from tournaments.models import Table
from tournaments.qr import drawn
from tournaments.selectors.shown import cover
from tournaments.services import signing as service
from tournaments.views.common import STALE, UNFIT, Request, find_table

GONE = 410
MOST_SEATS_HELD = 6


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign(request: Request, slug: str, round_number: int, number: int, seat: int) -> HttpResponse:
    table, actor = find_table(request, slug, round_number, number), actor_of(request)
    if not actor.signs_for(table, str(seat)):
        raise PermissionDenied
    if request.method != "POST":
        return _page(request, table, str(seat))
    objects = "object" in request.POST
    form = ObjectForm(request.POST) if objects else SignForm(request.POST)
    if not form.is_valid():
        return _page(request, table, str(seat), form, refusal=broken_page(form), status=UNFIT)
    try:
        _say(actor, table, str(seat), form)
    except Stale as stale:
        return _page(request, table, str(seat), refusal=stale.message, status=STALE)
    except Refused as refusal:
        tell_of_guess(request, refusal)
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        return _page(request, table, str(seat), form, status=UNFIT)
    said = _("The organiser will decide.") if objects else _("Signed.")
    messages.success(request, said)
    return redirect(table)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def check_sheet(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    """A second person compares the sheet and says that it is right."""
    table, actor = find_table(request, slug, round_number, number), actor_of(request)
    actor.permit_for(table)
    refusal, status = "", 200
    if request.method == "POST":
        form = SheetForm(request.POST)
        try:
            if not form.is_valid():
                raise Refused("broken-page", broken_page(form))
            service.check(actor, table, form.cleaned_data["entry_id"], form.cleaned_data["sheet"])
        except Refused as refused:
            refusal, status = refused.message, STALE if isinstance(refused, Stale) else UNFIT
        else:
            messages.success(request, _("Looked over. Thank you."))
            return redirect(table)
    return render(
        request, "tournaments/check_sheet.html", _check_context(actor, table, refusal), status=status
    )


@never_cache
@require_safe
def scan_seat(request: HttpRequest, token: str) -> HttpResponse:
    """Keep the seat in the session and leave the link behind, so that the address bar is clean."""
    try:
        table, seat, until = service.seat_of_link(token)
    except Refused as refusal:
        tell_of_guess(request, refusal)
        context = {"refusal": refusal.message, "title": _("This link does not work")}
        response = render(request, "tournaments/card_refused.html", context, status=GONE)
    else:
        held = [each for each in request.session.get(SEATS_IN_SESSION, ()) if each[:2] != [table.pk, seat]]
        request.session[SEATS_IN_SESSION] = [*held, [table.pk, seat, until]][-MOST_SEATS_HELD:]
        round_ = table.round
        response = redirect("sign", round_.tournament.slug, round_.number, table.number, int(seat))
    response["Referrer-Policy"] = "no-referrer"
    return response


def _say(actor: Actor, table: Table, seat: str, form: SheetForm) -> None:
    said = form.cleaned_data
    if isinstance(form, ObjectForm):
        service.object_to(actor, table, said["entry_id"], seat, said["sheet"], said["why"])
    else:
        hand = Hand(drawn=said["drawn"], name=said["name"])
        service.sign(actor, table, said["entry_id"], seat, said["sheet"], pin=said["pin"], hand=hand)


def _page(
    request: Request,
    table: Table,
    seat: str,
    form: SheetForm | None = None,
    *,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    table = Table.objects.select_related("match", "round__tournament").get(pk=table.pk)
    entrant = service.entrant_at(table, seat)
    if table.match is None or entrant is None:
        raise Http404
    cover(actor_of(request), table.round.tournament, [entrant], table.round.number)
    agreement, game = agreement_of(table.match), game_of(table.match)
    sheet, fresh = sheet_of(table.match), {"sheet": agreement.sheet}
    context = {
        "table": table,
        "tournament": table.round.tournament,
        "sheet": sheet,
        "outcome": sheet.outcome,
        "board": board_of(game) if game else None,
        "agreement": agreement,
        "mine": next(each for each in agreement.seats if each.key == seat) if agreement.seats else None,
        "seat": seat,
        "entrant": entrant,
        "by_pin": bool(entrant.pin),
        "sign_form": form if isinstance(form, SignForm) else SignForm(initial=fresh),
        "object_form": form if isinstance(form, ObjectForm) else ObjectForm(initial=fresh),
        "objecting": isinstance(form, ObjectForm),
        "refusal": refusal,
        "box": (WIDTH, HEIGHT),
    } | _own_phone(request, table, seat)
    return render(request, "desk/sign.html", context, status=status)


def _check_context(actor: Actor, table: Table, refusal: str) -> dict[str, Any]:
    table = Table.objects.select_related("match", "round__tournament").get(pk=table.pk)
    match = table.match
    assert match is not None  # noqa: S101 - find_table asks for tables that have one
    agreement, game, sheet = agreement_of(match), game_of(match), sheet_of(match)
    return {
        "table": table,
        "tournament": table.round.tournament,
        "sheet": sheet,
        "outcome": sheet.outcome,
        "board": board_of(game) if game else None,
        "agreement": agreement,
        "asked": agreement.asked and agreement.check and not agreement.check.at,
        "own": actor.user and games.entered_by(match, actor.user),
        "organises": actor.organises(table.round.tournament),
        "form": SheetForm(initial={"sheet": agreement.sheet}),
        "refusal": refusal,
    }


def _own_phone(request: Request, table: Table, seat: str) -> dict[str, Any]:
    """The code that a player scans to sign on their own phone; shown by the judge's."""
    actor = actor_of(request)
    if not actor.judges(table):
        return {}
    token = service.seat_link_token(actor, table, seat)
    link = request.build_absolute_uri(reverse("scan_seat", args=[token]))
    return {"own_link": link, "own_qr": drawn(link, boost=True)}
