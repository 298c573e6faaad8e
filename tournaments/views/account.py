"""Signing in by password or by a one-time link, and the own account."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import Refused
from tournaments.services import accounts

GONE = 410


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """A press of a button uses the link up; merely looking at it, as chat programs do, does not."""
    if request.method == "GET":
        return render(request, "account/sign_in_by_link.html")
    try:
        user = accounts.use_sign_in_link(token)
    except Refused as refusal:
        return render(request, "account/sign_in_by_link.html", {"refusal": refusal.message}, status=GONE)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    if not user.has_usable_password():
        messages.info(request, _("Welcome. Set a password under your name, so that you can sign in again."))
    return redirect("home")


@login_required
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    form = SetPasswordForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        update_session_auth_hash(request, user)
        messages.success(request, _("Your password is set."))
        return redirect("account")
    return render(request, "account/account.html", {"form": form}, status=422 if form.errors else 200)
