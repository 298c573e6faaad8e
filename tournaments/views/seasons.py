"""A club's seasons: their list, making and changing one, and the table that everybody may see whom it is shown to."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.forms import OnceForm, broken_page
from tournaments.models import Club, Season
from tournaments.roles import Permission
from tournaments.season_forms import SeasonChangeForm, SeasonForm
from tournaments.selectors.ranking import is_member
from tournaments.selectors.seasons import may_see_season, season_view, seasons_of, tournaments_of_days
from tournaments.services import seasons as service
from tournaments.services.once import FORM_REUSED
from tournaments.views.clubs import find_club
from tournaments.views.common import UNFIT


@login_required
@require_safe
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    club = find_club(request, slug)
    runs = actor_of(request).may(Permission.RUN, club)
    return render(request, "clubs/seasons.html", {"club": club, "seasons": seasons_of(club), "runs": runs})


@require_safe
def season(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """The table. Nobody is told of a season that is not shown to them."""
    found = _season(slug, season_id)
    actor = actor_of(request)
    if not may_see_season(actor, found):
        raise Http404
    context = {
        "view": season_view(actor, found),
        "club": found.club,
        "member": is_member(actor, found.club),
        "runs": actor.may(Permission.RUN, found.club),
    }
    return render(request, "clubs/season.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def season_new(request: HttpRequest, slug: str) -> HttpResponse:
    club = _club_to_run(request, slug)
    form = SeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = service.make_season(actor_of(request), form.cleaned_data["form_id"], club, form.plan())
        except Refused as refusal:
            _tell(form, refusal)
        else:
            return redirect("season", slug, made.pk)
    return _form_page(request, club, form)


@login_required
@require_http_methods(["GET", "POST"])
def season_edit(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    club = _club_to_run(request, slug)
    found = _season(slug, season_id)
    form = SeasonChangeForm(
        request.POST or None,
        initial=SeasonChangeForm.initial_of(found),
        tournaments=tournaments_of_days(found),
    )
    if request.method == "POST" and form.is_valid():
        try:
            service.change_season(actor_of(request), found, form.plan(), form.cleaned_data["left_out"])
        except Refused as refusal:
            _tell(form, refusal)
        else:
            messages.success(request, _("Kept."))
            return redirect("season", slug, season_id)
    return _form_page(request, club, form, found)


@login_required
@require_POST
def delete_season(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    _club_to_run(request, slug)
    service.delete_season(actor_of(request), _season(slug, season_id))
    messages.success(request, _("The season is deleted. Its evenings stay as they are."))
    return redirect("seasons", slug)


# -- in detail -----------------------------------------------------------------------------------


def _season(slug: str, season_id: int) -> Season:
    return get_object_or_404(Season.objects.select_related("club"), club__slug=slug, pk=season_id)


def _club_to_run(request: HttpRequest, slug: str) -> Club:
    club = find_club(request, slug)
    actor_of(request).require(Permission.RUN, club)
    return club


def _tell(form: OnceForm, refusal: Refused) -> None:
    form.add_error(refusal.field, refusal.message)
    if refusal.code == FORM_REUSED:
        form.renew()


def _form_page(
    request: HttpRequest, club: Club, form: SeasonForm, season: Season | None = None
) -> HttpResponse:
    context = {"club": club, "form": form, "season": season, "refusal": broken_page(form)}
    return render(request, "clubs/season_edit.html", context, status=UNFIT if form.errors else 200)
