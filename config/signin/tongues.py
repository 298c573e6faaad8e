"""The language an account chose: kept with it, and laid into every browser that signs in.

A page is answered by what its browser carries (config.languages), so no page has to look here.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse

from config.languages.choosing import offered
from config.signin.models import Tongue


def tongue_of(user: User) -> str:
    """Nothing where none was chosen, or none that there still is."""
    code = Tongue.objects.filter(user=user).values_list("language", flat=True).first() or ""
    return code if offered(code) else ""


def choose(response: HttpResponse, user: User | AnonymousUser, code: str) -> None:
    """For this browser, and for the account if somebody is signed in; nothing chosen leaves it to each browser."""
    if code:
        _lay_into(response, code)
    else:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
    if not isinstance(user, User):
        return
    if code:
        Tongue.objects.update_or_create(user=user, defaults={"language": code})
    else:
        Tongue.objects.filter(user=user).delete()


def bring_along(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """They have just signed in: this browser speaks as the account does; to an account without any, as this browser."""
    before = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    if code := tongue_of(user):
        if code != before:
            _lay_into(response, code)
    elif offered(before):
        Tongue.objects.update_or_create(user=user, defaults={"language": before})


def _lay_into(response: HttpResponse, code: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
