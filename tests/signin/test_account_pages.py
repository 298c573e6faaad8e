"""The own account: password rules, address, what asks for the password again, where one is led."""

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.mail_url import mail_settings
from config.signin.coming_in import BY_LINK, BY_LINK_SECONDS
from config.signin.models import Mailbox, MailedLink, Stay
from tests.factories import ClubFactory, member_of
from tests.signin.conftest import ADDRESS, PASSWORD, deliver, is_in, sign_in
from tests.signin.post_office import text_of
from tournaments.models import Member, Role
from tournaments.services.accounts import make_sign_in_link
from tournaments.services.invitations import invite

NEW = "eight purple hexagons"


@pytest.fixture
def mine(ana):
    client = Client()
    sign_in(client)
    return client


def change(client, new=NEW, current=PASSWORD, again=None):
    said = {"password": current, "new_password1": new, "new_password2": new if again is None else again}
    return client.post(reverse("password"), said)


@pytest.mark.parametrize(
    "good",
    [
        "zq7wv2kx",
        "correct horse battery staple",
        "aaaa bbbb cccc",
        "🐎🔋📎✂️🎈🎩🧶🧦",
        "x" * 63 + "y",
        "long " * 150 + "end",
        " starts with a space",
        "Triominos are best played with tea",
    ],
)
def test_of_any_kind_if_it_is_long_and_taken_as_it_is(mine, good):
    assert change(mine, good).status_code == 302
    assert sign_in(Client(), password=good).status_code == 302
    assert sign_in(Client(), password=good[:-1]).status_code == 422


@pytest.mark.parametrize(
    "bad",
    [
        *("zq7wv2k", "password", "PASSWORD", "football1", "triomphe", "Triominos2026", "triomphe!triominos"),
        *("analuisa", "Gothenburg-1", "gothenburgtilers", "boardgames.42"),
        *(" " * 8, "🦊" * 12),
    ],
)
def test_short_common_and_known_ones_are_refused(bad):
    ana = User(username="analuisa")
    ana.context_words = ("Gothenburg Tilers", "boardgames.example.org")
    with pytest.raises(ValidationError):
        validate_password(bad, ana)


def test_the_names_of_clubs_and_addresses_are_known(with_mailbox):
    Member.objects.create(
        club=ClubFactory.create(name="Uppsala Hexagon"), user=with_mailbox, role=Role.VIEWER
    )
    Mailbox.objects.update(address="luisaberg@example.org")
    for bad in ("uppsala2026", "hexagon-uppsala", "luisaberg99"):
        with pytest.raises(ValidationError):
            validate_password(bad, with_mailbox)


def test_so_is_that_of_a_club_about_to_be_joined(db):
    club = ClubFactory.create(name="Uppsala Hexagon")
    token = invite(member_of(club, Role.OWNER), club, Role.VIEWER)
    join = reverse("join", args=[token])
    client = Client()
    assert client.post(join, {"username": "eva", "password": "uppsala2026"}).status_code == 422
    assert client.post(join, {"username": "eva", "password": NEW}).status_code == 302
    assert Stay.objects.get().user.username == "eva"


def test_changing_it_asks_for_the_old_one_and_limits_guesses(mine):
    assert [change(mine, current="wrong").status_code for _ in range(13)] == [422] * 11 + [429] * 2
    assert sign_in(Client(REMOTE_ADDR="203.0.113.9")).status_code == 302


def test_who_has_none_sets_one_soon_after_signing_in(db):
    user = User.objects.create_user("eva")
    client = Client()
    client.post(make_sign_in_link(user))
    assert "Set a password" in client.get(reverse("account")).content.decode()
    Stay.objects.update(began_at=timezone.now() - timedelta(hours=2))
    refused = change(client)
    assert refused.status_code == 422
    assert "sign in once more by a link" in refused.content.decode()
    Stay.objects.update(began_at=timezone.now())
    assert change(client).status_code == 302
    assert sign_in(Client(), "eva", NEW).status_code == 302


def test_who_forgot_it_comes_by_a_link_and_sets_another(ana):
    client = Client()
    client.post(make_sign_in_link(ana))
    assert b"Current password" not in client.get(reverse("password")).content
    said = {"new_password1": "eight purple hexagons", "new_password2": "eight purple hexagons"}
    assert client.post(reverse("password"), said).status_code == 302
    ana.refresh_from_db()
    assert ana.check_password("eight purple hexagons")


def test_but_only_for_an_hour_and_not_after_coming_in_by_password(ana):
    said = {"new_password1": "eight purple hexagons", "new_password2": "eight purple hexagons"}
    later, other = Client(), Client()
    later.post(make_sign_in_link(ana))
    session = later.session
    session[BY_LINK] -= BY_LINK_SECONDS + 1
    session.save()
    other.post(make_sign_in_link(ana))
    sign_in(other)
    for client in (later, other):
        assert b"Current password" in client.get(reverse("password")).content
        assert client.post(reverse("password"), said).status_code == 422
    ana.refresh_from_db()
    assert ana.check_password(PASSWORD)


def test_a_change_is_told_by_mail_and_ends_links(with_mailbox, mine, post_office):
    Client().post(reverse("send_link"), {"address": ADDRESS})
    deliver()
    printed = make_sign_in_link(with_mailbox)
    change(mine)
    deliver()
    assert "password of your account “ana” was changed" in text_of(post_office.mails[-1])
    assert NEW not in text_of(post_office.mails[-1])
    assert Client().get(post_office.link(0).removeprefix("http://testserver")).status_code == 410
    assert Client().post(printed).status_code == 410


# -- the address ---------------------------------------------------------------------------------


def give_address(client, address=ADDRESS, password=PASSWORD, **more):
    return client.post(reverse("address"), {"address": address, "password": password} | more)


def press(office, number=-1):
    return Client().post(office.link(number).removeprefix("http://testserver"))


def test_an_address_counts_once_it_is_confirmed(mine, post_office):
    assert give_address(mine, password="wrong").status_code == 422
    assert give_address(mine).status_code == 302
    assert ADDRESS in mine.get(reverse("account")).content.decode()
    deliver()
    assert not Mailbox.objects.exists()
    link = post_office.link().removeprefix("http://testserver")
    assert "ana" in Client().get(link).content.decode()
    assert press(post_office).status_code == 302
    assert Mailbox.objects.get().address == ADDRESS
    assert press(post_office).status_code == 410


def test_confirming_signs_nobody_in(mine, post_office):
    give_address(mine)
    deliver()
    somebody = Client()
    somebody.post(post_office.link().removeprefix("http://testserver"))
    assert not is_in(somebody)


def test_the_old_address_is_told_and_its_links_end(with_mailbox, mine, post_office):
    Client().post(reverse("send_link"), {"address": ADDRESS})
    give_address(mine, "new@example.org")
    deliver()
    press(post_office, 1)
    deliver()
    assert post_office.mails[-1]["To"] == ADDRESS
    assert "another e-mail address" in text_of(post_office.mails[-1])
    assert press(post_office, 0).status_code == 410


def test_an_address_is_one_accounts(with_mailbox, post_office):
    bob = User.objects.create_user("bob", password=PASSWORD)
    client = Client()
    sign_in(client, "bob")
    give_address(client, ADDRESS.upper())
    deliver()
    refused = press(post_office)
    assert refused.status_code == 410
    assert "Another account uses this address" in refused.content.decode()
    assert not Mailbox.objects.filter(user=bob).exists()
    assert MailedLink.objects.get().used_at is None


def test_it_is_removed_with_the_password(with_mailbox, mine, post_office):
    assert mine.post(reverse("address"), {"remove": "1", "password": "wrong"}).status_code == 422
    assert mine.post(reverse("address"), {"remove": "1", "password": PASSWORD}).status_code == 302
    assert not Mailbox.objects.exists()
    deliver()
    assert "no e-mail address any more" in text_of(post_office.mails[0])


def test_nobody_is_buried_in_mails_to_confirm(mine, post_office):
    answers = [give_address(mine, f"somebody{number}@example.org").status_code for number in range(5)]
    assert answers == [302] * 4 + [429]


def test_the_operator_signs_somebody_out(mine):
    out = StringIO()
    call_command("end_sessions", "ana", stdout=out)
    assert "1 session ended" in out.getvalue()
    assert not is_in(mine)


# -- where one is led ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "led"),
    [
        ("/c/", "/c/"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("http:///evil.example", "/"),
        ("", "/"),
    ],
)
def test_signing_in_leads_to_pages_of_ours_alone(ana, wanted, led):
    said = {"username": "ana", "password": PASSWORD, "next": wanted}
    assert Client().post(reverse("sign_in"), said)["Location"] == led
    assert "evil" not in Client().get(reverse("sign_in"), {"next": wanted}).content.decode()


@pytest.mark.parametrize(
    ("name", "attributes"),
    [
        ("sign_in", ['autocomplete="username"', 'autocomplete="current-password"']),
        ("password", ['autocomplete="current-password"', 'autocomplete="new-password"']),
        ("address", ['autocomplete="email"', 'autocomplete="current-password"']),
        ("two_step_set_up", ['autocomplete="one-time-code"']),
    ],
)
def test_fields_say_what_they_are(mine, post_office, name, attributes):
    page = mine.get(reverse(name)).content.decode()
    for attribute in attributes:
        assert attribute in page
    assert "onpaste" not in page


# -- EMAIL_URL -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://a%40b.org:p%3Aw@mail.b.org", ("mail.b.org", 587, "a@b.org", "p:w", True, False, "a@b.org")),
        ("smtps://u:p@mail.b.org", ("mail.b.org", 465, "u", "p", False, True, "x@b.org")),
        ("smtp://localhost", ("localhost", 25, "", "", False, False, "x@b.org")),
        ("smtp://mail.b.org:2525?tls=0", ("mail.b.org", 2525, "", "", False, False, "x@b.org")),
    ],
)
def test_how_mail_is_sent_is_one_line(url, expected):
    made = mail_settings(url, "" if expected[-1] == "a@b.org" else "x@b.org")
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")
    assert (*[made[f"EMAIL_{name}"] for name in names], made["DEFAULT_FROM_EMAIL"]) == expected


def test_for_trying_it_goes_to_the_console_or_a_folder():
    assert "console" in mail_settings("console:")["EMAIL_BACKEND"]
    assert mail_settings("file:/srv/mails")["EMAIL_FILE_PATH"] == "/srv/mails"
    assert mail_settings("") == {}


@pytest.mark.parametrize("url", ["mail.example.org", "smtp://", "http://mail", "file:", "smtp://host:port"])
def test_a_line_that_cannot_be_understood_ends_with_a_sentence(url):
    with pytest.raises(SystemExit, match="EMAIL_URL"):
        mail_settings(url)
