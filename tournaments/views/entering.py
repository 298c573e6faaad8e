"""Coming in: the public page to enter by, what became of an entry, and the organiser's side of it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.forms import broken_page
from tournaments.guesses import tell_of_guess
from tournaments.models import Application, Tournament
from tournaments.origin import address_of
from tournaments.people_forms import AskForm, DoorForm
from tournaments.qr import drawn
from tournaments.roles import Permission
from tournaments.selectors.entering import asking_in, door_of, entry_page, may_know, place_in_queue
from tournaments.services import applications as service
from tournaments.services import doors
from tournaments.services.once import FORM_REUSED
from tournaments.speaking import speak_for
from tournaments.views.common import UNFIT, carry_out, find_tournament


@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """The public page. A tournament whose door is open is known to everybody here, and nowhere else."""
    tournament = get_object_or_404(Tournament.objects.select_related("club"), slug=slug)
    door = door_of(tournament)
    if not may_know(actor_of(request), door):
        raise Http404
    speak_for(request, tournament)
    form = AskForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        sender = service.sender_of(address_of(request))
        try:
            token = service.ask_to_enter(tournament, form.cleaned_data["form_id"], form.card(), sender)
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
            if refusal.code == FORM_REUSED:
                form.renew()
        else:
            return redirect("my_entry", token)
    context = {"tournament": tournament, "view": entry_page(door), "form": form, "refusal": broken_page(form)}
    return render(request, "tournaments/enter.html", context, status=UNFIT if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
def my_entry(request: HttpRequest, token: str) -> HttpResponse:
    """What became of one's entry, for whoever has its link; and the way out of it."""
    applications = Application.objects.select_related("tournament__club", "entrant")
    application = applications.filter(digest=service.digest_of(token)).first()
    if application is None:
        tell_of_guess(request)
        raise Http404
    speak_for(request, application.tournament)
    if request.method == "POST":
        if carry_out(request, lambda: service.leave(token)):
            messages.success(request, _("Your entry is taken back."))
        return redirect("my_entry", token)
    waits = application.state == Application.State.WAITING
    left = application.state == Application.State.ENTERED and (
        application.entrant is None or application.entrant.withdrawn
    )
    context = {
        "application": application,
        "tournament": application.tournament,
        "state": Application.State.LEFT if left else application.state,
        "place": place_in_queue(application) if waits else None,
        "public": application.tournament.rounds.filter(published_at__isnull=False).exists(),
    }
    return render(request, "tournaments/my_entry.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def door(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    found = door_of(tournament)
    form = DoorForm(request.POST if request.method == "POST" else None, initial=DoorForm.initial_of(found))
    if request.method == "POST" and "renew" in request.POST:
        doors.renew_code(actor, tournament)
        messages.success(request, _("There is a new code. The old one no longer works."))
        return redirect("door", slug)
    if request.method == "POST" and form.is_valid():
        try:
            doors.change_door(actor, tournament, form.plan())
        except Refused as refusal:
            form.add_error(refusal.field, refusal.message)
        else:
            messages.success(request, _("Kept."))
            return redirect("door", slug)
    context = _context(tournament) | {"form": form, "door": found, "view": entry_page(found)}
    context |= {"entry": shown(request, "enter", slug), "here": shown(request, "here", slug)}
    return render(request, "tournaments/door.html", context, status=UNFIT if form.errors else 200)


@login_required
@require_safe
def applications(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require(Permission.TAKE_ENTRIES, tournament)
    context = _context(tournament) | {
        "asking": asking_in(tournament),
        "door": door_of(tournament),
        "organises": actor.organises(tournament),
    }
    return render(request, "tournaments/applications.html", context)


@login_required
@require_POST
def answer_application(request: HttpRequest, slug: str, application_id: int) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    yes = request.POST.get("answer") == "yes"
    if carry_out(request, lambda: service.answer(actor, tournament, application_id, yes=yes)):
        messages.success(request, _("Answered."))
    return redirect("applications", slug)


def shown(request: HttpRequest, name: str, *args: object) -> dict[str, Any]:
    """A link of ours and its QR code."""
    link = request.build_absolute_uri(reverse(name, args=args))
    return {"link": link, "qr": drawn(link)}


def _context(tournament: Tournament) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "tab": "people",
        "organises": True,
        "rounds": tournament.rounds.select_related("tournament").order_by("number"),
    }
