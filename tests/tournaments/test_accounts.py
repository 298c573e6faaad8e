"""Sign-in links work once, for a while, and are kept as hashes only."""

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.errors import Refused
from tests.factories import UserFactory
from tournaments.models import SignInLink
from tournaments.services import accounts

pytestmark = pytest.mark.django_db


def token_of(path):
    return path.strip("/").split("/")[-1]


def test_the_first_organiser_gets_a_link_until_somebody_has_signed_in():
    first = accounts.first_organiser_link()
    second = accounts.first_organiser_link()
    assert first
    assert second not in (None, first)
    assert User.objects.count() == 1
    User.objects.update(is_active=False)
    assert accounts.first_organiser_link() is None
    User.objects.update(is_active=True, last_login=timezone.now())
    assert accounts.first_organiser_link() is None


def test_a_link_signs_in_once():
    user = UserFactory.create()
    token = token_of(accounts.make_sign_in_link(user))
    assert accounts.use_sign_in_link(token) == user
    with pytest.raises(Refused):
        accounts.use_sign_in_link(token)


def test_a_newer_link_ends_the_older_one():
    user = UserFactory.create()
    old = token_of(accounts.make_sign_in_link(user))
    accounts.make_sign_in_link(user)
    with pytest.raises(Refused):
        accounts.use_sign_in_link(old)


def test_an_old_link_no_longer_works():
    token = token_of(accounts.make_sign_in_link(UserFactory.create()))
    SignInLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(Refused):
        accounts.use_sign_in_link(token)


def test_the_link_itself_is_nowhere_in_the_database():
    token = token_of(accounts.make_sign_in_link(UserFactory.create()))
    assert token not in str(SignInLink.objects.values_list())


def test_the_command_makes_an_account_only_when_told_to():
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("sign_in_link", "dana", stdout=out)
    call_command("sign_in_link", "dana", "--create", "--at", "http://hall.local/", stdout=out)
    assert out.getvalue().startswith("http://hall.local/sign-in/")
    assert not User.objects.get(username="dana").has_usable_password()
    with pytest.raises(CommandError):
        call_command("sign_in_link", "not a name!", "--create", stdout=out)
