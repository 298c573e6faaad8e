"""The last steps of signing in, the same by whichever door: the code from the phone, if asked for, then the session."""

from __future__ import annotations

import time
from typing import Any

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme

from config.signin import two_step

WAITS = "waits_for_code"
WAIT_SECONDS = 10 * 60
BY_LINK = "came_by_link_at"
BY_LINK_SECONDS = 60 * 60
"""For so long whoever came by a link may set a password without knowing the old one: they forgot it."""
BACKEND = "django.contrib.auth.backends.ModelBackend"


def go_on(request: HttpRequest, user: User, then: str = "", *, by_link: bool = False) -> HttpResponse:
    """They have shown a password or a link: in, or on to the code."""
    if not two_step.is_on(user):
        return come_in(request, user, then, by_link=by_link)
    # Nobody else's session goes on from here, and none that somebody else may have laid out.
    if request.user.is_authenticated:
        request.session.flush()
    request.session.cycle_key()
    request.session[WAITS] = {
        "user": user.pk,
        "until": time.time() + WAIT_SECONDS,
        "hash": user.get_session_auth_hash(),
        "then": then,
        "by_link": by_link,
    }
    return redirect("sign_in_code")


def come_in(request: HttpRequest, user: User, then: str = "", *, by_link: bool = False) -> HttpResponse:
    """The session gets a new key, and nothing of this waits any more."""
    request.session.pop(WAITS, None)
    request.came_by = "link" if by_link else "password"  # type: ignore[attr-defined]
    login(request, user, backend=BACKEND)
    if by_link:
        request.session[BY_LINK] = time.time()
    else:
        request.session.pop(BY_LINK, None)
    return redirect(then or "home")


def came_by_link(request: HttpRequest) -> bool:
    """Not long ago."""
    at: float = request.session.get(BY_LINK, 0)
    return 0 <= time.time() - at < BY_LINK_SECONDS


def who_waits(request: HttpRequest) -> tuple[User, str, bool] | None:
    """Who has come as far as the code, where they wanted to go, and whether by a link. A password changed meanwhile ends it."""
    waits: dict[str, Any] = request.session.get(WAITS) or {}
    if not waits or waits["until"] < time.time():
        return None
    user = User.objects.filter(pk=waits["user"], is_active=True).first()
    if user is None or user.get_session_auth_hash() != waits["hash"]:
        return None
    return user, str(waits["then"]), bool(waits["by_link"])


def safe_next(request: HttpRequest) -> str:
    """Where they wanted to go, if that is a page of ours."""
    wanted = request.POST.get("next", request.GET.get("next", ""))
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else ""
