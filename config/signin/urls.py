"""Addresses of coming in, and of the own account."""

from django.contrib.auth.views import LogoutView
from django.urls import path

import tournaments.urls  # noqa: F401 - what a token looks like is said there
from config.signin.views import account, entering, language, phone

urlpatterns = [
    path("sign-in/", entering.sign_in, name="sign_in"),
    path("sign-in/link/", entering.send_link, name="send_link"),
    path("sign-in/link/sent/", entering.link_sent, name="link_sent"),
    path("sign-in/code/", entering.sign_in_code, name="sign_in_code"),
    path("sign-in/<token:token>/", entering.sign_in_by_link, name="sign_in_by_link"),
    path("m/<token:token>/", entering.mailed_link, name="mailed_link"),
    path("sign-out/", LogoutView.as_view(next_page="home"), name="sign_out"),
    path("language/", language.language, name="language"),
    path("account/", account.account, name="account"),
    path("account/password/", account.password, name="password"),
    path("account/address/", account.address, name="address"),
    path("account/two-step/", phone.manage, name="two_step"),
    path("account/two-step/set-up/", phone.set_up, name="two_step_set_up"),
    path("account/sessions/<int:stay_id>/end/", account.end_stay, name="end_stay"),
    path("account/sessions/end-others/", account.end_other_stays, name="end_other_stays"),
]
