"""Turns what a service refuses for lack of permission into a page, and has it written down."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.access import NotAllowed
from tournaments.desk.wire import shut_out, wants_json
from tournaments.refusing import FORBIDDEN, tell_of_refusal

ENTRIES = {"start_deal", "enter_turn", "close_deal", "enter_deal"}
CSRF_FIELD = "csrfmiddlewaretoken"


class NotAllowedMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, NotAllowed | PermissionDenied):
            return None
        if wants_json(request):
            tell_of_refusal(request)
            return shut_out()
        if isinstance(exception, NotAllowed) and _may_yet_sign_in(request):
            return redirect_to_login(request.get_full_path())
        tell_of_refusal(request)
        return render(request, "403.html", {"entry": _entry_of(request)}, status=FORBIDDEN)


def _entry_of(request: HttpRequest) -> list[tuple[str, str]]:
    """What was sent to be entered at a table, so that a page without scripts keeps it until its card is scanned again."""
    if (
        request.method != "POST"
        or not request.resolver_match
        or request.resolver_match.url_name not in ENTRIES
    ):
        return []
    sent = request.POST.lists()
    return [(name, value) for name, values in sent if name != CSRF_FIELD for value in values]


def _may_yet_sign_in(request: HttpRequest) -> bool:
    return request.method == "GET" and not request.user.is_authenticated
