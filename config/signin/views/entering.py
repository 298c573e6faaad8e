"""Signing in: by password, by a link of the operator's, by a link that came by mail; and the code after each."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from config.signin import checking, letters, links, mailboxes, two_step
from config.signin.coming_in import come_in, go_on, safe_next, who_waits
from config.signin.forms import AskForLinkForm, CodeForm, SignInForm
from config.signin.models import MailedLink
from config.signin.origin import origin_of
from config.signin.site import site_of
from config.signin.views.common import page, refuse
from games.errors import Refused
from tournaments.guesses import tell_of_guess
from tournaments.services import accounts
from tournaments.views.common import GONE


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    form = SignInForm(request.POST if request.method == "POST" else None)
    then = safe_next(request)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            user = checking.by_password(said["username"], said["password"], origin_of(request))
        except Refused as refusal:
            refuse(form, refusal)
        else:
            return go_on(request, user, then)
    return page(request, "account/sign_in.html", form, next=then, mails=settings.MAILS)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def send_link(request: HttpRequest) -> HttpResponse:
    """Answered the same, and as fast, whether there is such an account or not."""
    form = AskForLinkForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and settings.MAILS and form.is_valid():
        try:
            letters.ask_for_link(form.cleaned_data["address"], site_of(request), origin_of(request))
        except Refused as refusal:
            refuse(form, refusal)
        else:
            return redirect("link_sent")
    return page(request, "account/send_link.html", form, mails=settings.MAILS)


@never_cache
@require_safe
def link_sent(request: HttpRequest) -> HttpResponse:
    return page(request, "account/link_sent.html")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mailed_link(request: HttpRequest, token: str) -> HttpResponse:
    """A press of a button uses the link up; merely looking at it, as programs that check mails do, does not."""
    try:
        link = links.look(token)
        if request.method != "POST":
            return page(request, "account/mailed_link.html", link=link)
        if link.purpose == MailedLink.Purpose.SIGN_IN:
            return go_on(request, links.use(token).user, by_link=True)
        mailbox = mailboxes.confirm(token)
    except Refused as refusal:
        tell_of_guess(request, refusal)
        response = page(request, "account/mailed_link.html", refusal=refusal.message)
        response.status_code = GONE
        return response
    messages.success(request, _("%(address)s is confirmed.") % {"address": mailbox.address})
    return redirect("account")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """The link that the operator printed: pressed, not looked at, as chat programs do."""
    if request.method != "POST":
        return page(request, "account/sign_in_by_link.html")
    try:
        user = accounts.use_sign_in_link(token)
    except Refused as refusal:
        tell_of_guess(request, refusal)
        response = page(request, "account/sign_in_by_link.html", refusal=refusal.message)
        response.status_code = GONE
        return response
    if not user.has_usable_password():
        messages.info(request, _("Welcome. Set a password under your name, so that you can sign in again."))
    return go_on(request, user, by_link=True)


@sensitive_post_parameters("code")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_code(request: HttpRequest) -> HttpResponse:
    waits = who_waits(request)
    if waits is None:
        return redirect("sign_in")
    user, then, by_link = waits
    form = CodeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            two_step.check(user, form.cleaned_data["code"], origin_of(request))
        except Refused as refusal:
            refuse(form, refusal)
        else:
            return come_in(request, user, then, by_link=by_link)
    return page(request, "account/sign_in_code.html", form)
