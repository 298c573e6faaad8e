"""Pages about messages: asking for them, confirming, changing and ending them; and the organiser's numbers."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.signin.limits import TooMany
from config.signin.mailboxes import mailbox_of
from config.signin.middleware import TOO_MANY
from config.signin.origin import origin_of
from config.signin.site import site_of
from config.signin.views.common import page, refuse
from config.tidings import following, links
from config.tidings.counting import log_of
from config.tidings.following import Wish
from config.tidings.forms import DeviceForm, KindsForm, MailForm
from config.tidings.models import Subscription
from config.tidings.push.vapid import public_key
from config.tidings.silence import set_silence
from config.tidings.telling import is_silent
from games.errors import Refused
from tournaments.access import actor_of
from tournaments.guesses import tell_of_guess
from tournaments.models import Entrant, Tournament
from tournaments.selectors.shown import public_name
from tournaments.views.common import GONE, UNFIT, find_tournament


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def follow(request: HttpRequest, slug: str, entrant_id: int) -> HttpResponse:
    """Answered the same, whatever is known of an address."""
    tournament = find_tournament(request, slug)
    entrant = _entrant(tournament, entrant_id)
    own = _own_address(request)
    sent = request.POST if request.method == "POST" and settings.MAILS else None
    form = MailForm(sent, own=own)
    if sent is not None and form.is_valid():
        try:
            said = _ask(request, entrant, form, own)
        except Refused as refusal:
            refuse(form, refusal)
        else:
            messages.success(request, said)
            return redirect("follow", slug, entrant_id)
    about = _about(tournament, entrant) | {"own": own, "calendars": _calendars(request, entrant)}
    return page(request, "tidings/follow.html", form, **about)


@never_cache
@require_POST
def follow_by_push(request: HttpRequest, slug: str, entrant_id: int) -> HttpResponse:
    """For the script of that page: the answer says where to change it, or in a sentence why not."""
    entrant = _entrant(find_tournament(request, slug), entrant_id)
    if not settings.PUSHES:
        raise Http404
    form = DeviceForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"problem": _("This browser’s keys cannot be read.")}, status=UNFIT)
    wish = Wish(entrant, form.cleaned_data["kinds"], site_of(request))
    try:
        made = following.follow_by_push(wish, form.device(), origin_of(request))
    except Refused as refusal:
        status = TOO_MANY if isinstance(refusal, TooMany) else UNFIT
        return JsonResponse({"problem": refusal.message}, status=status)
    return JsonResponse({"change": links.change_path(made)}, status=201)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_messages(request: HttpRequest, token: str) -> HttpResponse:
    """A press of a button confirms; merely looking, as programs that check mails do, does not."""
    try:
        subscription = links.to_confirm(token)
        if request.method == "POST":
            return redirect(links.change_path(following.confirm(subscription)))
    except Refused as refusal:
        return _gone(request, refusal)
    return render(request, "tidings/confirm.html", _of(subscription))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change_messages(request: HttpRequest, token: str) -> HttpResponse:
    try:
        subscription = links.to_change(token)
    except Refused as refusal:
        return _gone(request, refusal)
    form = KindsForm(
        request.POST if request.method == "POST" else None, initial={"kinds": subscription.kinds}
    )
    if request.method == "POST" and form.is_valid():
        kinds = [] if "stop" in request.POST else form.cleaned_data["kinds"]
        following.change(subscription, kinds)
        if not kinds:
            return render(request, "tidings/ended.html", _of(subscription))
        messages.success(request, _("Kept."))
        return redirect("change_messages", token)
    return render(request, "tidings/change.html", _of(subscription) | {"form": form})


@csrf_exempt  # a mail program presses it for its reader (RFC 8058): the link is the secret, and can end one thing alone
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_messages(request: HttpRequest, token: str) -> HttpResponse:
    try:
        subscription = links.to_change(token)
    except Refused as refusal:
        return _gone(request, refusal)
    if request.method != "POST":
        return redirect("change_messages", token)
    following.stop(subscription)
    return render(request, "tidings/ended.html", _of(subscription))


@login_required
@never_cache
@require_safe
def my_messages(request: HttpRequest) -> HttpResponse:
    """What the account is told, by its own address."""
    found = Subscription.objects.filter(user=cast(User, request.user)).order_by("-made_at")
    told = [
        (each, public_name(each.entrant), links.change_path(each))
        for each in found.select_related("entrant__tournament", "entrant__player")
    ]
    return render(request, "tidings/mine.html", {"told": told})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def message_log(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    actor.require_organiser(tournament)
    if request.method == "POST":
        try:
            set_silence(actor, tournament, silent="off" in request.POST)
        except Refused as refusal:
            messages.error(request, refusal.message)
        return redirect("message_log", slug)
    context = {
        "tournament": tournament,
        "organises": True,
        "tab": "settings",
        "rounds": tournament.rounds.select_related("tournament").order_by("number"),
        "log": log_of(tournament),
        "mails": settings.MAILS,
        "pushes": settings.PUSHES,
    }
    return render(request, "tidings/log.html", context)


# -- in detail -----------------------------------------------------------------------------------


def _entrant(tournament: Tournament, entrant_id: int) -> Entrant:
    found = Entrant.objects.select_related("player", "tournament__club")
    return get_object_or_404(found, tournament=tournament, pk=entrant_id)


def _own_address(request: HttpRequest) -> str:
    mailbox = mailbox_of(request.user) if isinstance(request.user, User) else None
    return mailbox.address if mailbox else ""


def _ask(request: HttpRequest, entrant: Entrant, form: forms.Form, own: str) -> str:
    wish = Wish(entrant, form.cleaned_data["kinds"], site_of(request))
    if own and isinstance(request.user, User):
        following.follow_by_account(wish, request.user)
        return _("You will be told.")
    following.ask_by_mail(wish, form.cleaned_data["address"], origin_of(request))
    return _("A letter is on its way. Open the link in it: nothing else is sent before that.")


def _about(tournament: Tournament, entrant: Entrant) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "entrant": entrant,
        "name": public_name(entrant),
        "mails": settings.MAILS,
        "push_key": public_key() if settings.PUSHES else "",
        "silent": is_silent(tournament),
    }


def _calendars(request: HttpRequest, entrant: Entrant) -> list[tuple[str, dict[str, str]]]:
    slug, site = entrant.tournament.slug, site_of(request)
    mine = _("Tables of %(name)s") % {"name": public_name(entrant)}
    paths = {
        mine: reverse("player_calendar", args=[slug, entrant.pk]),
        _("All rounds"): reverse("calendar", args=[slug]),
    }
    return [
        (
            words,
            {"path": path, "address": site + path, "webcal": f"webcal://{urlsplit(site).netloc}{path}"},
        )
        for words, path in paths.items()
    ]


def _of(subscription: Subscription) -> dict[str, Any]:
    entrant = subscription.entrant
    return {
        "subscription": subscription,
        "tournament": entrant.tournament,
        "name": public_name(entrant),
        "entrant": entrant,
    }


def _gone(request: HttpRequest, refusal: Refused) -> HttpResponse:
    tell_of_guess(request, refusal)
    return render(request, "tidings/gone.html", {"refusal": refusal.message}, status=GONE)
