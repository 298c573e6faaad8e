"""``manage.py account off``: at once nobody, by whichever door; ``on``: in again, and nothing that ended comes back."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from config.api.models import Token
from config.api.tokens import TokenPlan, make
from config.signin import links
from config.signin.models import MailedLink, Stay
from tests.api.asking import Caller
from tests.factories import ClubFactory, member_of
from tests.signin.conftest import ADDRESS, deliver, is_in, sign_in
from tournaments.access import Actor
from tournaments.models import Member, Role
from tournaments.services.accounts import make_sign_in_link
from tournaments.services.invitations import invite


def account(what: str, name: str = "ana") -> str:
    out = StringIO()
    call_command("account", what, name, stdout=out)
    return out.getvalue()


@pytest.fixture
def club(ana):
    made = ClubFactory.create(name="Gothenburg Tilers")
    Member.objects.create(club=made, user=ana, role=Role.OWNER)
    return made


def test_every_door_is_shut_at_once(with_mailbox, club, post_office):
    ana = with_mailbox
    clients = [Client(), Client()]
    for client in clients:
        sign_in(client)
    program = Caller(make(Actor(ana), club, TokenPlan("x", "read")))
    doors = [
        make_sign_in_link(ana),
        links.make(ana, MailedLink.Purpose.SIGN_IN, ADDRESS),
        links.make(ana, MailedLink.Purpose.CONFIRM, ADDRESS),
        reverse("join", args=[invite(Actor(ana), club, Role.OWNER)]),
    ]
    assert program.get("/me").status_code == 200

    said = account("off")

    assert "“ana” is switched off" in said
    assert "sessions 2, tokens 1, links 4" in said
    assert not any(map(is_in, clients))
    assert program.get("/me").status_code == 401
    assert [Client().post(door).status_code for door in doors] == [410] * 4
    assert sign_in(Client()).status_code == 422
    Client().post(reverse("send_link"), {"address": ADDRESS})
    deliver()
    assert post_office.mails == []
    assert not Stay.objects.exists()


def test_on_again_nothing_that_ended_comes_back(ana, club):
    client = Client()
    sign_in(client)
    program = Caller(make(Actor(ana), club, TokenPlan("x", "read")))
    printed = make_sign_in_link(ana)
    account("off")
    assert "can sign in again" in account("on")
    assert not is_in(client)
    assert program.get("/me").status_code == 401
    assert Client().post(printed).status_code == 410
    assert sign_in(client).status_code == 302
    assert is_in(client)
    assert Token.objects.get().revoked_at is not None


def test_what_others_hold_stays(ana, club):
    colleague = member_of(club, Role.OWNER)
    program = Caller(make(colleague, club, TokenPlan("x", "read")))
    client = Client()
    client.force_login(colleague.user)
    said = account("off")
    assert "Nobody else" not in said
    assert program.get("/me").status_code == 200
    assert is_in(client)


def test_a_club_without_another_owner_is_named(ana, club):
    member_of(club, Role.ORGANISER)
    assert "Nobody else is an owner of “Gothenburg Tilers”" in account("off")


def test_once_more_is_no_mistake(ana):
    sign_in(Client())
    account("off")
    assert "sessions 0, tokens 0, links 0" in account("off")


def test_what_cannot_be_done_is_said(ana):
    with pytest.raises(CommandError, match="no account “nobody”"):
        account("off", "nobody")
    with pytest.raises(CommandError, match="switched on as it is"):
        account("on")
    account("off")
    with pytest.raises(CommandError, match="account on"):
        call_command("sign_in_link", "ana", stdout=StringIO())
