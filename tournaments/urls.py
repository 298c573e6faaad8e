"""Addresses of the pages."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path, register_converter

from tournaments.desk import entry_views
from tournaments.desk import views as desk
from tournaments.views import account, cards, home, plan, rounds, standings, tables


class TokenConverter:
    """What our own links carry; anything else is no address of ours."""

    regex = "[A-Za-z0-9_-]{16,64}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(TokenConverter, "token")

urlpatterns = [
    path("", home.home, name="home"),
    path("sign-in/", LoginView.as_view(template_name="account/sign_in.html"), name="sign_in"),
    path("sign-in/<token:token>/", account.sign_in_by_link, name="sign_in_by_link"),
    path("sign-out/", LogoutView.as_view(next_page="home"), name="sign_out"),
    path("account/", account.account, name="account"),
    path("t/new/", plan.tournament_new, name="tournament_new"),
    path("t/<slug:slug>/", standings.standings, name="standings"),
    path("t/<slug:slug>/people/", plan.people, name="people"),
    path("t/<slug:slug>/people/<int:entrant_id>/withdraw/", plan.withdraw, name="withdraw"),
    path("t/<slug:slug>/people/<int:entrant_id>/play-again/", plan.play_again, name="play_again"),
    path("t/<slug:slug>/pair/", rounds.pair, name="pair"),
    path("t/<slug:slug>/rounds/<int:number>/", rounds.round_page, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/publish/", rounds.publish, name="publish"),
    path("t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/", tables.table_page, name="table"),
    path(
        "t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/deal/",
        tables.enter_deal,
        name="enter_deal",
    ),
    path(
        "t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/take-back/",
        tables.take_back,
        name="take_back",
    ),
    path(
        "t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/preview/",
        desk.preview,
        name="desk_preview",
    ),
    path(
        "t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/start/",
        desk.start_deal,
        name="start_deal",
    ),
    path(
        "t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/turn/",
        desk.enter_turn,
        name="enter_turn",
    ),
    path(
        "t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/close/",
        desk.close_deal,
        name="close_deal",
    ),
    path(
        "t/<slug:slug>/rounds/<int:round_number>/tables/<int:number>/entries/<uuid:event>/",
        entry_views.entry,
        name="desk_entry",
    ),
    path("t/<slug:slug>/cards/", cards.cards, name="cards"),
    path("t/<slug:slug>/cards/<int:number>/renew/", cards.renew_card, name="renew_card"),
    path("t/<slug:slug>/tables/<int:number>/", cards.desk, name="desk"),
    path("j/<token:token>/", cards.scan_card, name="scan_card"),
]
