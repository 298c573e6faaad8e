"""Sessions are read by a statement of our own, and mean what Django's mean."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from config.sessions import SessionStore

pytestmark = pytest.mark.django_db


@pytest.fixture
def key() -> str:
    session = SessionStore()
    session["judge_cards"] = ["a-card"]
    session.create()
    return str(session.session_key)


def test_it_is_the_store_in_use(client: Client) -> None:
    assert isinstance(client.session, SessionStore)


def test_what_was_kept_is_found_again(key: str) -> None:
    assert SessionStore(key)["judge_cards"] == ["a-card"]


@pytest.mark.parametrize("seconds", [0, 1, 3600])
def test_one_that_has_run_out_is_no_session(key: str, seconds: int) -> None:
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(seconds=seconds))
    session = SessionStore(key)
    assert dict(session.items()) == {}
    assert session.session_key is None


@pytest.mark.parametrize("made_up", ["x" * 32, "' OR 1=1 --", "%s%s%s%s%s", "ключ-ключ"])
def test_a_key_that_was_made_up_is_no_session(key: str, made_up: str) -> None:
    session = SessionStore(made_up)
    assert dict(session.items()) == {}
    assert session.session_key is None
