"""Writes down who signs in and out, by whichever door: as a stay, and in the log."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from config.signin import stays, two_step
from config.signin.models import Stay
from games import bearings
from games.security_log import tell
from tournaments.origin import address_of, network_of


@receiver(user_logged_in)
def signed_in(request: HttpRequest, user: User, **_: Any) -> None:
    session = request.session
    if not session.session_key:  # somebody else was signed in here, and their session was thrown away
        session.create()
    stays.begin(
        user.pk, str(session.session_key), request.META.get("HTTP_USER_AGENT", ""), address_of(request)
    )
    bearings.note(user=user.pk)
    tell(
        "signed-in",
        account=user.pk,
        by=getattr(request, "came_by", "invitation"),
        code="asked" if two_step.is_on(user) else "",
        network=network_of(request),
    )
    # The answer carries the cookie of this browser (middleware).
    request.just_signed_in = user.get_username()  # type: ignore[attr-defined]


@receiver(user_logged_out)
def signed_out(request: HttpRequest, user: User | None, **_: Any) -> None:
    if key := request.session.session_key:
        Stay.objects.filter(session_key=key).delete()
    if user is not None:
        tell("signed-out", account=user.pk, network=network_of(request))
