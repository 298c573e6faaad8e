"""The club's list of people: looking, changing, merging, erasing, and entering from it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.models import Club, Entrant, Player
from tournaments.people_forms import PlayerForm
from tournaments.roles import Permission
from tournaments.selectors.roster import A_PAGE, doubles_of, find_players
from tournaments.services import entering_from_list, erasing, roster
from tournaments.views.clubs import find_club
from tournaments.views.common import UNFIT, Request, carry_out, find_tournament


@login_required
@require_safe
def club_people(request: Request, slug: str) -> HttpResponse:
    club = _club_with_contacts(request, slug)
    asked = request.GET.get("q", "")
    context = {
        "club": club,
        "page": Paginator(find_players(club, asked), A_PAGE).get_page(request.GET.get("page")),
        "asked": asked[:80],
        "keeps": actor_of(request).may(Permission.KEEP_LIST, club),
    }
    return render(request, "clubs/_people.html" if request.htmx else "clubs/people.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def player_new(request: HttpRequest, slug: str) -> HttpResponse:
    club = find_club(request, slug)
    actor = actor_of(request)
    actor.require(Permission.KEEP_LIST, club)
    form = PlayerForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made = roster.add_player(actor, club, form.card())
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            messages.success(request, _("%(name)s is on the list.") % {"name": made.name})
            return redirect("club_people", slug)
    context = {"club": club, "form": form}
    return render(request, "clubs/player.html", context, status=UNFIT if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def player(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    club = find_club(request, slug)
    actor = actor_of(request)
    actor.require(Permission.KEEP_LIST, club)
    found = _player(club, player_id)
    form = PlayerForm(
        request.POST if request.method == "POST" else None, initial=PlayerForm.initial_of(found)
    )
    if request.method == "POST" and form.is_valid():
        try:
            roster.change_player(actor, club, player_id, form.card())
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            messages.success(request, _("Kept."))
            return redirect("club_people", slug)
    context = {"club": club, "player": found, "form": form, "entries": _entries(found)}
    return render(request, "clubs/player.html", context, status=UNFIT if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def erase_player(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """First what it means, then the button."""
    club = find_club(request, slug)
    actor = actor_of(request)
    actor.require(Permission.KEEP_LIST, club)
    if request.method == "GET":
        found = _player(club, player_id)
        return render(
            request, "clubs/erase.html", {"club": club, "player": found, "entries": _entries(found)}
        )
    if carry_out(request, lambda: erasing.erase_player(actor, club, player_id)):
        messages.success(request, _("Erased. Results stay, under a number."))
    return redirect("club_people", slug)


@login_required
@require_http_methods(["GET", "POST"])
def doubles(request: HttpRequest, slug: str) -> HttpResponse:
    club = find_club(request, slug)
    actor = actor_of(request)
    actor.require(Permission.KEEP_LIST, club)
    if request.method == "POST":
        keep, other = _number(request, "keep"), _number(request, "other")
        if carry_out(request, lambda: roster.merge_players(actor, club, keep, other)):
            messages.success(request, _("Now one entry. Its tournaments came along."))
        return redirect("doubles", slug)
    return render(request, "clubs/doubles.html", {"club": club, "doubles": doubles_of(club)})


@login_required
@require_safe
def from_list(request: Request, slug: str) -> HttpResponse:
    """The club's list, beside each name whether they are in this tournament: a tap enters them."""
    tournament = find_tournament(request, slug)
    actor_of(request).require_organiser(tournament)
    asked = request.GET.get("q", "")
    page = Paginator(find_players(tournament.club, asked), A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "tournament": tournament,
        "page": page,
        "asked": asked[:80],
        "entered": _entered(tournament.pk, [each.pk for each in page.object_list]),
        "tab": "people",
        "organises": True,
    }
    if request.htmx:
        return render(request, "tournaments/_from_list.html", context)
    context["rounds"] = tournament.rounds.select_related("tournament").order_by("number")
    return render(request, "tournaments/from_list.html", context)


@login_required
@require_POST
def enter_from_list(request: Request, slug: str, player_id: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    refusal = ""
    try:
        entrant = entering_from_list.enter_player(actor, tournament, player_id)
    except Refused as error:
        refusal = error.message
    if not request.htmx:
        if refusal:
            messages.error(request, refusal)
        else:
            messages.success(request, _("%(name)s is entered.") % {"name": entrant.name})
        return redirect("from_list", slug)
    found = get_object_or_404(find_players(tournament.club, ""), pk=player_id)
    context = {
        "tournament": tournament,
        "player": found,
        "entered": _entered(tournament.pk, [player_id]),
        "refusal": refusal,
    }
    return render(request, "tournaments/_from_list_row.html", context, status=UNFIT if refusal else 200)


# -- in detail -----------------------------------------------------------------------------------


def _club_with_contacts(request: HttpRequest, slug: str) -> Club:
    club = find_club(request, slug)
    actor_of(request).require(Permission.SEE_CONTACTS, club)
    return club


def _player(club: Club, player_id: int) -> Player:
    found = Player.objects.filter(club=club, pk=player_id, erased_at__isnull=True).first()
    if found is None:
        raise Http404
    return found


def _entries(found: Player) -> list[Entrant]:
    return list(found.entries.select_related("tournament").order_by("-tournament__created_at"))


def _entered(tournament_id: int, player_ids: list[int]) -> dict[int, int]:
    """For each of these people who is in the tournament, their number."""
    rows = Entrant.objects.filter(tournament=tournament_id, player__in=player_ids)
    return dict(rows.values_list("player", "number"))


def _number(request: HttpRequest, field: str) -> int:
    sent = request.POST.get(field, "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 19 else 0
