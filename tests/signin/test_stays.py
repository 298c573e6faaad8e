"""Sessions: listed, ended, over by themselves; a new key with every sign-in."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from config.signin import stays
from config.signin.agents import in_words
from config.signin.models import Stay
from config.tasks import clean
from tests.signin.conftest import PASSWORD, is_in, sign_in

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)
NEW = "eight purple hexagons"


def browser(agent=FIREFOX, **more):
    client = Client(headers={"user-agent": agent}, **more)
    assert sign_in(client).status_code == 302
    return client


def change_password(client, current=PASSWORD, new=NEW):
    said = {"password": current, "new_password1": new, "new_password2": new}
    return client.post(reverse("password"), said)


def later(**fields):
    """As if it had been that long ago, and this process had not looked since."""
    Stay.objects.update(**{name: timezone.now() - ago for name, ago in fields.items()})
    stays.looked.forget()


def test_where_one_is_signed_in_is_listed_in_words(ana):
    browser(PHONE, REMOTE_ADDR="198.51.100.7")
    page = browser().get(reverse("account")).content.decode()
    assert "Safari on iPhone" in page
    assert "Firefox on Windows" in page
    assert "198.51.100.7" in page
    assert page.count("This browser") == 1
    assert not any(key in page for key in Session.objects.values_list("pk", flat=True))


def test_one_is_ended(ana):
    phone, desk = browser(PHONE), browser()
    stay = Stay.objects.get(agent=PHONE)
    assert desk.post(reverse("end_stay", args=[stay.pk])).status_code == 302
    assert not is_in(phone)
    assert is_in(desk)


def test_nobody_ends_another_persons(ana):
    mine = browser()
    stranger = Client()
    stranger.force_login(User.objects.create_user("bob"))
    stranger.post(reverse("end_stay", args=[Stay.objects.get(user=ana).pk]))
    stranger.post(reverse("end_other_stays"))
    assert is_in(mine)


def test_all_others_are_ended(ana):
    others, mine = [browser(PHONE), browser()], browser()
    mine.post(reverse("end_other_stays"))
    assert [is_in(each) for each in [*others, mine]] == [False, False, True]
    assert Stay.objects.count() == 1


def test_a_new_password_ends_the_others_and_keeps_this_one_under_a_new_key(ana):
    other, mine = browser(PHONE), browser()
    before = mine.session.session_key
    assert change_password(mine).status_code == 302
    assert is_in(mine)
    assert not is_in(other)
    assert mine.session.session_key != before
    assert Stay.objects.get().session_key == mine.session.session_key
    assert not Session.objects.filter(pk=before).exists()
    assert sign_in(Client(), password=NEW).status_code == 302


def test_signing_in_makes_a_new_session(ana):
    """A session that somebody else has laid out is of no use to them; what was scanned in it stays."""
    client = Client()
    session = client.session
    session["judge_cards"] = ["a-card"]
    session.save()
    laid_out = client.cookies["sessionid"] = session.session_key
    sign_in(client)
    assert client.session.session_key != laid_out
    assert client.session["judge_cards"] == ["a-card"]
    thief = Client()
    thief.cookies["sessionid"] = laid_out
    assert not is_in(thief)


def test_signing_out_ends_it_and_takes_it_off_the_list(ana):
    client = browser()
    key = client.session.session_key
    client.post(reverse("sign_out"))
    assert not Stay.objects.exists()
    assert not Session.objects.filter(pk=key).exists()


def test_somebody_else_who_signs_in_takes_nothing_over(ana):
    User.objects.create_user("bob", password=PASSWORD)
    client = browser()
    client.post(reverse("sign_in"), {"username": "bob", "password": PASSWORD})
    assert Stay.objects.filter(session_key=client.session.session_key).get().user.username == "bob"
    assert len(stays.stays_of(ana)) == 0


@pytest.mark.parametrize(
    ("since", "seen", "stays_in"),
    [
        (timedelta(days=6), timedelta(days=6), True),
        (timedelta(days=8), timedelta(days=8), False),
        (timedelta(days=29), timedelta(minutes=1), True),
        (timedelta(days=31), timedelta(minutes=1), False),
    ],
)
def test_after_a_week_unused_or_a_month_in_any_case_one_signs_in_again(ana, since, seen, stays_in):
    client = browser()
    later(began_at=since, seen_at=seen)
    assert is_in(client) is stays_in
    assert Stay.objects.exists() is stays_in


def test_both_can_be_set(ana, settings):
    settings.STAY_IDLE = timedelta(hours=1)
    client = browser()
    later(seen_at=timedelta(hours=2))
    assert not is_in(client)


def test_that_one_was_here_is_written_once_in_a_few_minutes(ana):
    client = browser()
    later(seen_at=timedelta(minutes=6))

    def writes():
        with CaptureQueriesContext(connection) as seen:
            client.get(reverse("home"))
        touched = [each["sql"] for each in seen if "signin_" in each["sql"]]
        return len(touched), sum(sql.startswith("UPDATE") for sql in touched)

    assert writes() == (2, 1)
    assert writes() == (0, 0)
    stays.looked.forget()
    assert writes() == (2, 1)  # another process looks, and finds nothing to write
    assert Stay.objects.get().seen_at > timezone.now() - timedelta(minutes=1)


def test_a_session_from_before_is_taken_up(ana):
    client = browser()
    Stay.objects.all().delete()
    stays.looked.forget()
    assert is_in(client)
    assert Stay.objects.get().user == ana


def test_what_is_over_is_swept(ana):
    browser(), browser(PHONE)
    Stay.objects.filter(agent=PHONE).update(seen_at=timezone.now() - timedelta(days=8))
    gone = browser("gone")
    Session.objects.filter(pk=gone.session.session_key).delete()
    clean()
    assert [stay.agent for stay in Stay.objects.all()] == [FIREFOX]
    assert Session.objects.count() == 1


def test_a_visitor_without_a_session_costs_nothing(db):
    with CaptureQueriesContext(connection) as seen:
        Client().get(reverse("home"))
    assert not [each for each in seen if "signin_" in each["sql"]]


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox on Windows"),
        (PHONE, "Safari on iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36", "Chrome on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 14) Chrome/115.0 SamsungBrowser/25.0 Safari/537.36",
            "Samsung Internet on Android",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/17.5 Safari/605.1.15", "Safari on macOS"),
        ("curl/8.5.0", "Unknown browser"),
        ("", "Unknown browser"),
    ],
)
def test_browsers_in_words(agent, words):
    assert in_words(agent) == words
