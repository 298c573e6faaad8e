"""Turns what a service refuses for lack of permission into a page."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.access import NotAllowed
from tournaments.desk.wire import shut_out, wants_json


class NotAllowedMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, NotAllowed | PermissionDenied) and wants_json(request):
            return shut_out()
        if not isinstance(exception, NotAllowed):
            return None
        if request.method == "GET" and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return render(request, "403.html", status=403)
