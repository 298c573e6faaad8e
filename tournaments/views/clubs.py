"""A club's own page: its tournaments, members and invitations; and which judge has which tables."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.guesses import tell_of_guess
from tournaments.models import Club, Role
from tournaments.people_forms import ClubForm, DutyForm, InviteForm, JoinForm
from tournaments.refusing import hidden
from tournaments.roles import Permission
from tournaments.selectors.clubs import club_view, clubs_of, judges_of, permissions_in_words
from tournaments.services import clubs as service
from tournaments.services import invitations
from tournaments.services.invitations import NewAccount
from tournaments.views.common import GONE, UNFIT, carry_out, find_tournament


def find_club(request: HttpRequest, slug: str) -> Club:
    """The club, for those who work for it; nobody else is told that it is there."""
    club = get_object_or_404(Club, slug=slug)
    if actor_of(request).role_in(club.pk) is None:
        raise hidden(request)
    return club


@login_required
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """The clubs one works for; with one, straight there."""
    found = clubs_of(actor_of(request))
    if len(found) == 1:
        return redirect("club", found[0][0].slug)
    return render(request, "clubs/clubs.html", {"clubs": found})


@login_required
@require_http_methods(["GET", "POST"])
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything about it at a glance; an owner calls it something else here."""
    found = find_club(request, slug)
    form = ClubForm(request.POST if request.method == "POST" else None, initial={"name": found.name})
    if request.method == "POST" and form.is_valid():
        try:
            service.rename_club(actor_of(request), found, form.cleaned_data["name"])
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            messages.success(request, _("Kept."))
            return redirect("club", slug)
    return _page(request, found, form=form)


@login_required
@never_cache
@require_POST
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the link, this once."""
    found = find_club(request, slug)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _page(request, found, invite_form=form)
    try:
        token = invitations.invite(
            actor_of(request), found, form.cleaned_data["role"], form.cleaned_data["note"]
        )
    except Refused as refusal:
        form.add_error(refusal.field, refusal.message)
        return _page(request, found, invite_form=form)
    link = request.build_absolute_uri(reverse("join", args=[token]))
    return _page(request, found, link=link, invited_as=Role(form.cleaned_data["role"]).label)


@login_required
@require_POST
def take_back_invitation(request: HttpRequest, slug: str, invitation_id: int) -> HttpResponse:
    found = find_club(request, slug)
    if carry_out(request, lambda: invitations.take_back(actor_of(request), found, invitation_id)):
        messages.success(request, _("The link no longer works."))
    return redirect("club", slug)


@login_required
@require_POST
def member(request: HttpRequest, slug: str, member_id: int) -> HttpResponse:
    """Another role, or none: somebody leaves the club."""
    found = find_club(request, slug)
    actor = actor_of(request)
    if "remove" in request.POST:
        done = carry_out(request, lambda: service.remove_member(actor, found, member_id))
        leaves = actor.user is not None and not found.members.filter(user=actor.user).exists()
    else:
        role = request.POST.get("role", "")
        done = carry_out(request, lambda: service.change_role(actor, found, member_id, role))
        leaves = False
    if done:
        messages.success(request, _("Kept."))
    return redirect("home") if leaves else redirect("club", slug)


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """A press of a button uses the invitation up; merely looking at it does not."""
    actor = actor_of(request)
    form = JoinForm(request.POST if request.method == "POST" else None) if actor.user is None else None
    context: dict[str, Any] = {"form": form, "token": token}
    try:
        context["invitation"] = invitations.invitation_for(token)
        if request.method == "POST" and (form is None or form.is_valid()):
            new = NewAccount(**form.cleaned_data) if form else None
            joined = invitations.accept(actor, token, new)
            if form:
                login(request, joined.user, backend="django.contrib.auth.backends.ModelBackend")
            messages.success(request, _("Welcome to %(club)s.") % {"club": joined.club.name})
            return redirect("club", joined.club.slug)
    except Refused as refusal:
        if form is None or not refusal.field:
            status = GONE if "invitation" not in context else UNFIT
            tell_of_guess(request, refusal)
            return render(request, "clubs/join.html", context | {"refusal": refusal.message}, status=status)
        for sentence in refusal.message.splitlines():
            form.add_error(refusal.field, sentence)
    return render(request, "clubs/join.html", context, status=UNFIT if form and form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def judges(request: HttpRequest, slug: str) -> HttpResponse:
    """Which judge scores at which tables."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    form = DutyForm(request.POST if request.method == "POST" else None)
    asked = request.POST.get("judge", "")
    user_id = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 19 else 0
    if request.method == "POST" and form.is_valid():
        try:
            service.give_tables(actor, tournament, user_id, form.cleaned_data["tables"])
        except Refused as refusal:
            form.add_error("tables", refusal.message)
        else:
            messages.success(request, _("Kept."))
            return redirect("judges", slug)
    context = {
        "tournament": tournament,
        "judges": [
            (each, tables, form if each.user_id == user_id and form.errors else None)
            for each, tables in judges_of(tournament)
        ],
        "may_invite": actor.may(Permission.MANAGE_CLUB, tournament),
        "tab": "cards",
        "organises": True,
        "rounds": tournament.rounds.select_related("tournament").order_by("number"),
    }
    return render(request, "clubs/judges.html", context, status=UNFIT if form.errors else 200)


def _page(
    request: HttpRequest,
    found: Club,
    *,
    form: ClubForm | None = None,
    invite_form: InviteForm | None = None,
    **more: object,
) -> HttpResponse:
    errors = (form and form.errors) or (invite_form and invite_form.errors)
    context = {
        "view": club_view(actor_of(request), found),
        "form": form or ClubForm(initial={"name": found.name}),
        "invite_form": invite_form or InviteForm(),
        "roles": Role.choices,
        "permissions": permissions_in_words(),
        "me": request.user,
    }
    return render(request, "clubs/club.html", context | more, status=UNFIT if errors else 200)
