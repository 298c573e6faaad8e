"""Tokens: made on the club's page, shown once, kept as a hash, called back at once."""

import html
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.api.models import Token
from config.api.tokens import MOST_TOKENS, TokenPlan, make, revoke
from games.errors import Refused
from tests.api.asking import Caller
from tests.factories import member_of, organiser_of, tournament_of
from tournaments.access import NotAllowed
from tournaments.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return tournament_of(2)


@pytest.fixture
def organiser(tournament):
    client = Client()
    client.force_login(tournament.organiser)
    return client


def shown(page: str) -> list[str]:
    return re.findall(r"trio_[\w-]{40,}", html.unescape(page))


def test_a_token_is_made_shown_once_used_and_called_back(tournament, organiser):
    club = tournament.club
    sent = {"name": "Our web site", "scope": "organise"}
    (secret,) = shown(organiser.post(reverse("make_token", args=[club.slug]), sent).content.decode())
    home = reverse("club_api", args=[club.slug])
    page = organiser.get(home).content.decode()
    assert not shown(page)
    assert "Our web site" in page
    assert "never used" in page
    assert secret not in str(list(Token.objects.values_list()))
    caller = Caller(secret)
    assert caller.get("/me").json()["name"] == "Our web site"
    assert "last used" in organiser.get(home).content.decode()
    organiser.post(reverse("revoke_token", args=[club.slug, Token.objects.get().pk]))
    assert caller.get("/me").status_code == 401
    assert "called back" in organiser.get(home).content.decode()
    history = organiser.get(reverse("club", args=[club.slug])).content.decode()
    assert "made the token “Our web site”" in history
    assert "called back the token “Our web site”" in history


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"name": "", "scope": "read"}, "name"),
        ({"name": "\u200b", "scope": "read"}, "name"),
        ({"name": "x", "scope": "everything"}, "scope"),
        ({"name": "x", "scope": "read", "expires": "2020-01-01"}, "expires"),
        ({"name": "x", "scope": "read", "expires": "2999-01-01"}, "expires"),
        ({"name": "x", "scope": "read", "expires": "soon"}, "expires"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(tournament, organiser, sent, field):
    answer = organiser.post(reverse("make_token", args=[tournament.club.slug]), sent)
    assert answer.status_code == 422
    assert f'id="id_{field}_error"' in answer.content.decode()
    assert not Token.objects.exists()


def test_a_token_that_is_to_end_ends(tournament):
    until = timezone.now() + timedelta(days=1)
    caller = Caller(make(organiser_of(tournament), tournament.club, TokenPlan("x", "read", until)))
    assert caller.get("/me").status_code == 200
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert caller.get("/me").status_code == 401


def test_the_token_of_an_account_that_was_switched_off_opens_nothing(tournament):
    caller = Caller(make(organiser_of(tournament), tournament.club, TokenPlan("x", "read")))
    tournament.organiser.is_active = False
    tournament.organiser.save()
    assert caller.get("/me").status_code == 401


@pytest.mark.parametrize("role", [Role.JUDGE, Role.DESK, Role.VIEWER])
def test_only_who_runs_tournaments_makes_and_calls_back_tokens(tournament, role):
    make(organiser_of(tournament), tournament.club, TokenPlan("x", "read"))
    somebody = member_of(tournament.club, role)
    with pytest.raises(NotAllowed):
        make(somebody, tournament.club, TokenPlan("x", "read"))
    with pytest.raises(NotAllowed):
        revoke(somebody, tournament.club, Token.objects.get().pk)
    client = Client()
    client.force_login(somebody.user)
    assert client.get(reverse("club_api", args=[tournament.club.slug])).status_code == 403


def test_an_organiser_calls_back_what_another_made_but_not_of_another_club(tournament):
    make(organiser_of(tournament), tournament.club, TokenPlan("x", "read"))
    token, other = Token.objects.get(), tournament_of(2)
    with pytest.raises(Refused):
        revoke(organiser_of(other), other.club, token.pk)
    revoke(member_of(tournament.club, Role.ORGANISER), tournament.club, token.pk)
    with pytest.raises(Refused):
        revoke(organiser_of(tournament), tournament.club, token.pk)


def test_there_is_an_end_to_how_many_work(tournament):
    organiser = organiser_of(tournament)
    for _each in range(MOST_TOKENS):
        make(organiser, tournament.club, TokenPlan("x", "read"))
    with pytest.raises(Refused):
        make(organiser, tournament.club, TokenPlan("x", "read"))


def test_when_it_was_used_is_written_to_the_minute(tournament, django_assert_num_queries):
    caller = Caller(make(organiser_of(tournament), tournament.club, TokenPlan("x", "read")))
    caller.get("/me")
    first = Token.objects.get().used_at
    caller.get("/me")
    assert Token.objects.get().used_at == first


@pytest.mark.parametrize("behind_proxy", [False, True])
def test_by_plain_http_a_program_is_refused_and_never_sent_on(tournament, settings, caplog, behind_proxy):
    caller = Caller(make(organiser_of(tournament), tournament.club, TokenPlan("x", "read")))
    token = Token.objects.get()
    settings.SECURE_SSL_REDIRECT = True
    if behind_proxy:
        settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    answer = caller.get("/me", **{"X-Forwarded-Proto": "http"} if behind_proxy else {})
    assert (answer.status_code, answer["Content-Type"]) == (403, "application/problem+json")
    assert answer.json()["code"] == "https-only"
    assert "call it back" in answer.json()["detail"]
    assert f"token-in-the-clear token={token.pk} " in caplog.text
    token.refresh_from_db()
    assert token.used_at is None
    assert "call it back" not in Caller().get("/tournaments").json()["detail"]
    assert Caller("trio_made-up").get("/me").status_code == 403
    headers = caller.headers | ({"X-Forwarded-Proto": "https"} if behind_proxy else {})
    assert caller.client.get("/api/v1/me", headers=headers, secure=not behind_proxy).status_code == 200
