"""The code from the phone: setting it up, switching it off, new recovery codes."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from config.signin import totp, two_step
from config.signin.forms import SetUpForm, TwoStepForm
from config.signin.origin import origin_of
from config.signin.views.account import show_it_is_you
from config.signin.views.common import page, refuse
from games.errors import Refused
from tournaments.qr import drawn

ISSUER = "Triomphe"


@sensitive_post_parameters()
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def set_up(request: HttpRequest) -> HttpResponse:
    """The QR code, until a code proves that the phone has it. Then the recovery codes, this once."""
    user = cast(User, request.user)
    if two_step.is_on(user):
        return redirect("two_step")
    form = SetUpForm(user, request.POST if request.method == "POST" else None)
    begun = request.POST.get("begun", "")
    if request.method == "POST" and form.is_valid():
        try:
            show_it_is_you(request, form.password())
            salt = two_step.salt_of(user, begun)
            codes = two_step.confirm(user, salt, form.cleaned_data["code"], origin_of(request))
        except Refused as refusal:
            refuse(form, refusal)
        else:
            return page(request, "account/recovery_codes.html", codes=codes, first=True)
    begun = _still_good(user, begun) or two_step.begin(user)
    key = two_step.key_of(two_step.salt_of(user, begun))
    text = totp.as_text(key)
    return page(
        request,
        "account/two_step_set_up.html",
        form,
        # Drawn anew each time: what is drawn of a secret is not kept.
        qr=drawn.__wrapped__(totp.address(key, user.get_username(), ISSUER)),
        key=" ".join(text[at : at + 4] for at in range(0, len(text), 4)),
        begun=begun,
    )


def _still_good(user: User, begun: str) -> str:
    """So that whoever mistyped a code need not scan again."""
    try:
        two_step.salt_of(user, begun)
    except Refused:
        return ""
    return begun


@sensitive_post_parameters()
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def manage(request: HttpRequest) -> HttpResponse:
    """What there is, and after password and code: off, or new recovery codes."""
    user = cast(User, request.user)
    if not two_step.is_on(user):
        return redirect("two_step_set_up")
    form = TwoStepForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            show_it_is_you(request, form.password())
            two_step.check(user, form.cleaned_data["code"], origin_of(request))
        except Refused as refusal:
            refuse(form, refusal)
        else:
            if "renew" in request.POST:
                return page(request, "account/recovery_codes.html", codes=two_step.renew_codes(user))
            two_step.switch_off(user)
            messages.success(request, _("No code is asked for any more."))
            return redirect("account")
    return page(request, "account/two_step.html", form, codes_left=two_step.codes_left(user))
