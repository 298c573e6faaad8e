"""The club's page about programs: tokens, hooks and their log; and what the API is, for everybody."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.api import hooks, tokens
from config.api.describing import overview_of
from config.api.forms import HookForm, TokenForm
from config.api.models import Hook
from config.api.sealing import secret_of
from games.errors import Refused
from tournaments.access import actor_of
from tournaments.models import Club
from tournaments.roles import Permission
from tournaments.views.clubs import find_club
from tournaments.views.common import UNFIT, carry_out

MOST_LINES = 100


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """What there is, for people; programs read openapi.json."""
    return render(request, "api/overview.html", {"groups": overview_of()})


@login_required
@require_safe
def club_api(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, _club(request, slug))


@login_required
@never_cache
@require_POST
def make_token(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the token, this once."""
    club, form = _club(request, slug), TokenForm(request.POST)
    if form.is_valid():
        try:
            secret = tokens.make(actor_of(request), club, form.plan())
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            return _page(request, club, secret=secret)
    return _page(request, club, token_form=form)


@login_required
@require_POST
def revoke_token(request: HttpRequest, slug: str, token_id: int) -> HttpResponse:
    club = _club(request, slug)
    if carry_out(request, lambda: tokens.revoke(actor_of(request), club, token_id)):
        messages.success(request, _("Called back. From now on it opens nothing."))
    return redirect("club_api", slug)


@login_required
@never_cache
@require_POST
def add_hook(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the secret, this once."""
    club, form = _club(request, slug), HookForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        try:
            hook = hooks.add(actor_of(request), club, said["url"], said["events"])
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            return _page(request, club, hook_secret=secret_of(hook))
    return _page(request, club, hook_form=form)


@login_required
@require_safe
def hook(request: HttpRequest, slug: str, hook_id: int) -> HttpResponse:
    """What was told, and what became of it."""
    club = _club(request, slug)
    found = Hook.objects.filter(club=club, pk=hook_id).first()
    if found is None:
        raise Http404
    context = {"club": club, "hook": found, "deliveries": found.deliveries.all()[:MOST_LINES]}
    return render(request, "api/hook.html", context)


@login_required
@require_POST
def remove_hook(request: HttpRequest, slug: str, hook_id: int) -> HttpResponse:
    club = _club(request, slug)
    if carry_out(request, lambda: hooks.remove(actor_of(request), club, hook_id)):
        messages.success(request, _("Nothing is told to that address any more."))
    return redirect("club_api", slug)


@login_required
@require_POST
def send_again(request: HttpRequest, slug: str, hook_id: int, delivery_id: int) -> HttpResponse:
    club = _club(request, slug)
    if carry_out(request, lambda: hooks.send_again(actor_of(request), club, hook_id, delivery_id)):
        messages.success(request, _("It is told once more."))
    return redirect("hook", slug, hook_id)


# -- in detail -----------------------------------------------------------------------------------


def _club(request: HttpRequest, slug: str) -> Club:
    club = find_club(request, slug)
    actor_of(request).require(Permission.RUN, club)
    return club


def _page(
    request: HttpRequest,
    club: Club,
    *,
    token_form: TokenForm | None = None,
    hook_form: HookForm | None = None,
    **more: Any,
) -> HttpResponse:
    context = {
        "club": club,
        "tokens": tokens.listed(club),
        "hooks": Hook.objects.filter(club=club),
        "events": hooks.EVENTS,
        "token_form": token_form or TokenForm(),
        "hook_form": hook_form or HookForm(),
    }
    unfit = token_form or hook_form
    return render(request, "api/club.html", context | more, status=UNFIT if unfit else 200)
