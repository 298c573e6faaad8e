"""A draft changed by hand: what a change would cost, the change, its undo; a publication taken back; everybody by name."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.models import NAME_LENGTH, Round
from tournaments.selectors.arranging import Preview, Wish, preview_of
from tournaments.selectors.kept_board import kept_board
from tournaments.selectors.lists import pairing_lists
from tournaments.selectors.versions import live_token, rounds_of
from tournaments.services import seating
from tournaments.services.unpublishing import unpublish as take_publication_back
from tournaments.views.common import (
    UNFIT,
    Request,
    carry_out,
    find_round,
    find_tournament,
    live,
    sent_number,
    unchanged,
)

OUT = "out"
TABLE = "t"
LONGEST_PICK = 20


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change_seats(request: Request, slug: str, number: int) -> HttpResponse:
    """Asked for with GET: what it would cost. Sent with POST: done."""
    round_ = find_round(request, slug, number)
    actor = actor_of(request)
    actor.require_organiser(round_.tournament)
    picks = (request.POST if request.method == "POST" else request.GET).getlist("pick")
    try:
        wish = _wish(picks)
        if request.method == "POST":
            seating.change_seats(actor, round_, wish, sent_number(request, "edition"))
            return redirect("round", slug, number)
        return _shown(request, round_, picks, _preview(round_, wish))
    except Refused as refusal:
        response = _shown(request, round_, picks, None, refusal.message, status=UNFIT)
        response["HX-Retarget"], response["HX-Reswap"] = "#change", "innerHTML"
        return response


@require_POST
def undo_seats(request: Request, slug: str, number: int) -> HttpResponse:
    round_ = find_round(request, slug, number)
    actor, edition = actor_of(request), sent_number(request, "edition")
    carry_out(request, lambda: seating.undo_change(actor, round_, edition))
    return redirect("round", slug, number)


@require_POST
def unpublish(request: Request, slug: str, number: int) -> HttpResponse:
    round_ = find_round(request, slug, number)
    actor, edition = actor_of(request), sent_number(request, "edition")
    if carry_out(request, lambda: take_publication_back(actor, round_, edition)):
        messages.success(request, _("The round is a draft again, seen by you alone."))
    return redirect("round", slug, number)


@require_safe
def names(request: Request, slug: str, number: int) -> HttpResponse:
    """Where everybody sits, by name, to be searched. The page of the round has the same by table."""
    tournament = find_tournament(request, slug)
    rounds = rounds_of(tournament)
    token = live_token(tournament, rounds)
    round_ = find_round(request, slug, number, tournament)
    if request.htmx and (nothing_new := unchanged(request, token)):
        return nothing_new
    actor, asked = actor_of(request), request.GET.get("q", "")[:NAME_LENGTH]
    context = {
        "tournament": tournament,
        "round": round_,
        "lists": pairing_lists(round_, actor, asked),
        "asked": asked,
        "token": token,
        "tab": "round",
        "number": round_.number,
        "organises": actor.organises(tournament),
        "rounds": [each for each in rounds if actor.sees_round(each)],
    }
    name = "tournaments/_names.html" if request.htmx else "tournaments/names.html"
    return live(render(request, name, context), token, f"tournament:{tournament.pk}")


def _preview(round_: Round, wish: Wish) -> Preview:
    if round_.state != Round.State.DRAFT:
        raise Refused("not-a-draft", _("Only a draft can be changed by hand, and this round is none."))
    return preview_of(kept_board(round_), wish)


def _wish(picks: list[str]) -> Wish:
    """Two things were picked: two people, or somebody and a free seat, or somebody and sitting out."""
    picks = [pick for pick in picks if len(pick) < LONGEST_PICK]
    people = [int(pick) for pick in picks if pick.isascii() and pick.isdigit()]
    tables = [
        int(pick[1:]) for pick in picks if pick[:1] == TABLE and pick[1:].isascii() and pick[1:].isdigit()
    ]
    if len(people) == 2 and not tables:
        return Wish(people[0], other=people[1])
    if len(people) == 1 and len(tables) == 1:
        return Wish(people[0], table=tables[0])
    if len(people) == 1 and OUT in picks:
        return Wish(people[0])
    raise Refused(
        "pick-two",
        _("Choose two people, or one person and where they go. Nothing else can be changed at once."),
    )


def _shown(
    request: Request,
    round_: Round,
    picks: list[str],
    preview: Preview | None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "tournament": round_.tournament,
        "round": round_,
        "preview": preview,
        "picks": picks[:2],
        "refusal": refusal,
        "organises": True,
    }
    name = "tournaments/_change.html" if request.htmx else "tournaments/change.html"
    return render(request, name, context, status=status)
