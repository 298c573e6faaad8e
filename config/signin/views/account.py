"""The own account: password, address, and where one is signed in."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.signin import checking, letters, mailboxes, stays, two_step
from config.signin.agents import in_words
from config.signin.coming_in import came_by_link
from config.signin.forms import AddressForm, PasswordForm, ShowItIsYou
from config.signin.origin import origin_of
from config.signin.passwords import change_password
from config.signin.site import site_of
from config.signin.views.common import page, refuse
from games.errors import Refused


@login_required
@never_cache
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    return page(
        request,
        "account/account.html",
        PasswordForm(user, asks=not came_by_link(request)),
        mails=settings.MAILS,
        mailbox=mailboxes.mailbox_of(user),
        waiting=mailboxes.waiting_for(user),
        two_step=two_step.is_on(user),
        codes_left=two_step.codes_left(user),
        stays=[
            (stay, in_words(stay.agent), stay.session_key == request.session.session_key)
            for stay in stays.stays_of(user)
        ],
    )


@sensitive_post_parameters()
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    forgot = user.has_usable_password() and came_by_link(request)
    form = PasswordForm(user, request.POST if request.method == "POST" else None, asks=not forgot)
    if request.method == "POST" and form.is_valid():
        try:
            if not forgot:
                show_it_is_you(request, str(form.cleaned_data.get("password", "")))
        except Refused as refusal:
            refuse(form, refusal)
        else:
            key = request.session.session_key
            change_password(user, form.cleaned_data["new_password1"], keep=key)
            update_session_auth_hash(request, user)
            stays.follow(key, request.session.session_key)
            messages.success(request, _("Your password is set."))
            return redirect("account")
    return page(request, "account/password.html", form)


@sensitive_post_parameters("password")
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def address(request: HttpRequest) -> HttpResponse:
    """Another address, which counts once it is confirmed; or none."""
    user = cast(User, request.user)
    removes = "remove" in request.POST
    sent = request.POST if request.method == "POST" and (settings.MAILS or removes) else None
    form = ShowItIsYou(user, sent) if removes else AddressForm(user, sent)
    if sent is not None and form.is_valid():
        try:
            show_it_is_you(request, form.password())
            if removes:
                mailboxes.remove(user)
                messages.success(request, _("Your account has no e-mail address any more."))
            else:
                letters.ask_to_confirm(user, form.cleaned_data["address"], site_of(request))
        except Refused as refusal:
            refuse(form, refusal)
        else:
            return redirect("account")
    return page(
        request,
        "account/address.html",
        form,
        removes=removes,
        mails=settings.MAILS,
        mailbox=mailboxes.mailbox_of(user),
    )


@login_required
@require_POST
def end_stay(request: HttpRequest, stay_id: int) -> HttpResponse:
    if stays.end_one(cast(User, request.user), stay_id):
        messages.success(request, _("Signed out there."))
    return redirect("account")


@login_required
@require_POST
def end_other_stays(request: HttpRequest) -> HttpResponse:
    ended = stays.end_others(cast(User, request.user), request.session.session_key)
    messages.success(
        request,
        ngettext("Signed out in %(count)s other browser.", "Signed out in %(count)s other browsers.", ended)
        % {"count": ended},
    )
    return redirect("account")


def show_it_is_you(request: HttpRequest, password: str) -> None:
    """Refuses a wrong password, before anything that whoever finds an open page must not do."""
    user = cast(User, request.user)
    checking.it_is_you(user, password, origin_of(request), stays.stay_in(request.session.session_key))
