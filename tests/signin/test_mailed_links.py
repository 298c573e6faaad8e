"""Links by mail, through a real mail server: sent once, used once, and telling nobody who has an account."""

import logging
import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from config.discreet import discreet
from config.signin import letters, links
from config.signin.models import Letter, Mailbox, MailedLink, Tally
from games.errors import Refused
from tests.signin.conftest import ADDRESS, deliver, is_in
from tests.signin.post_office import text_of
from tests.tournaments.test_at_once import at_once


def ask(address=ADDRESS, client=None, **more):
    return (client or Client()).post(reverse("send_link"), {"address": address}, **more)


def mailed(office):
    """The path of the link in the last mail."""
    ask()
    deliver()
    return re.sub(r"^http://testserver", "", office.link())


def test_a_link_is_mailed_and_signs_in_when_its_button_is_pressed(with_mailbox, post_office):
    path = mailed(post_office)
    (mail,) = post_office.mails
    assert (mail["To"], mail["From"]) == (ADDRESS, "hall@example.org")
    assert mail["Auto-Submitted"] == "auto-generated"
    client = Client()
    for _look in range(3):
        page = client.get(path)
        assert page.status_code == 200
        # Told to no other site; with “no-referrer” a browser would not say either that the button is ours.
        assert page["Referrer-Policy"] == "same-origin"
    assert not is_in(client)
    assert client.post(path).status_code == 302
    assert is_in(client)


def test_it_works_once(with_mailbox, post_office):
    path = mailed(post_office)
    Client().post(path)
    late = Client()
    assert late.post(path).status_code == 410
    assert late.get(path).status_code == 410
    assert not is_in(late)


def test_it_works_for_fifteen_minutes(with_mailbox, post_office):
    path = mailed(post_office)
    left = MailedLink.objects.get().expires_at - timezone.now()
    assert timedelta(minutes=14) < left <= timedelta(minutes=15)
    MailedLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client().post(path).status_code == 410


def test_it_is_for_one_account(with_mailbox, post_office):
    bob = User.objects.create_user("bob")
    client = Client()
    client.force_login(bob)
    client.post(mailed(post_office))
    assert "<strong>ana</strong>" in client.get(reverse("account")).content.decode()


def test_an_account_that_was_switched_off_is_not_let_in(with_mailbox, post_office):
    path = mailed(post_office)
    User.objects.update(is_active=False)
    assert Client().post(path).status_code == 410
    ask()
    deliver()
    assert len(post_office.mails) == 1


def test_only_its_hash_is_kept(with_mailbox, post_office):
    token = mailed(post_office).strip("/").split("/")[-1]
    kept = str(list(MailedLink.objects.values_list())) + str(list(Letter.objects.values_list()))
    assert token not in kept


def test_pressed_twice_at_once_it_lets_one_in(transactional_db):
    ana = User.objects.create_user("ana")
    token = links.make(ana, MailedLink.Purpose.SIGN_IN, ADDRESS).strip("/").split("/")[-1]
    raised = at_once(*[lambda: links.use(token)] * 6)
    assert sum(each is None for each in raised) == 1
    assert all(each is None or isinstance(each, Refused) for each in raised)


def test_using_one_ends_the_others_and_asking_ends_none(with_mailbox, post_office):
    first, second = mailed(post_office), mailed(post_office)
    assert Client().get(first).status_code == 200
    Client().post(second)
    assert Client().get(first).status_code == 410


def test_the_answer_does_not_tell_who_has_an_account(with_mailbox, post_office):
    answers = [ask(address) for address in (ADDRESS, "nobody@example.org")]
    assert len({(each.status_code, each["Location"], each.content) for each in answers}) == 1
    assert Letter.objects.count() == 2
    deliver()
    assert [mail["To"] for mail in post_office.mails] == [ADDRESS]
    assert set(Letter.objects.values_list("outcome", flat=True)) == {"sent", "nobody"}


def test_nor_does_what_is_done_before_it_is_given(with_mailbox, post_office):
    done = []
    for number, address in enumerate((ADDRESS, "nobody@example.org")):
        with CaptureQueriesContext(connection) as seen:
            ask(address, REMOTE_ADDR=f"198.51.100.{number}")
        done.append([re.sub(r"'[^']*'|\d+", "?", each["sql"]) for each in seen])
    assert done[0] == done[1]
    assert not any("signin_mailbox" in sql for sql in done[0])


def test_an_address_however_written_is_one(with_mailbox, post_office):
    ask("Ana@Example.ORG")
    deliver()
    assert len(post_office.mails) == 1


def test_nobody_is_buried_in_mails_and_everybody_is_told_the_same(with_mailbox, post_office):
    answers = [ask(REMOTE_ADDR=f"198.51.100.{number}").status_code for number in range(6)]
    assert answers == [302] * 6
    assert Letter.objects.count() == 4
    assert Tally.objects.count() == 7


@pytest.mark.parametrize(
    ("host", "believed"), [("testserver", True), ("localhost:8000", True), ("198.51.100.66", False)]
)
def test_a_made_up_host_gets_into_no_mail(with_mailbox, post_office, host, believed):
    ask(headers={"host": host})
    deliver()
    assert (post_office.link().startswith(f"http://{host}/")) is believed
    assert "198.51.100.66" not in text_of(post_office.mails[0])


def test_without_mail_it_is_not_offered_and_the_page_says_whom_to_ask(db):
    assert reverse("send_link") not in Client().get(reverse("sign_in")).content.decode()
    assert "Ask whoever runs it" in Client().get(reverse("send_link")).content.decode()
    assert ask().status_code == 200
    assert not Letter.objects.exists()


@pytest.mark.parametrize("address", ["", "not an address", "a@example.org\r\nBcc: b@example.org", "a" * 300])
def test_what_is_no_address_is_refused(post_office, db, address):
    assert ask(address).status_code == 422
    assert not Letter.objects.exists()


# -- the job -------------------------------------------------------------------------------------


def test_sent_once_though_the_job_runs_twice(with_mailbox, post_office):
    ask()
    (pk,) = letters.due()
    letters.send(pk)
    letters.send(pk)
    assert len(post_office.mails) == 1
    assert list(letters.due()) == []


def test_and_though_it_runs_at_the_same_moment(transactional_db, post_office):
    ana = User.objects.create_user("ana")
    Mailbox.objects.create(user=ana, address=ADDRESS, key=ADDRESS, confirmed_at=timezone.now())
    ask()
    (pk,) = letters.due()
    assert at_once(*[lambda: letters.send(pk)] * 5) == [None] * 5
    assert len(post_office.mails) == 1


def test_one_that_died_while_sending_is_followed_by_another(with_mailbox, post_office):
    ask()
    Letter.objects.update(claimed_until=timezone.now() + timedelta(seconds=30))
    deliver()
    assert post_office.mails == []
    Letter.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    deliver()
    assert len(post_office.mails) == 1


def test_a_mail_server_that_is_away_is_tried_again_later(with_mailbox, post_office, settings, caplog):
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    ask()
    deliver()
    letter = Letter.objects.get()
    assert (letter.done_at, letter.tries, letter.problem) == (None, 1, "ConnectionRefusedError")
    assert list(letters.due()) == []
    settings.EMAIL_PORT = port
    Letter.objects.update(due_at=timezone.now())
    deliver()
    assert len(post_office.mails) == 1
    assert Letter.objects.get().outcome == "sent"
    assert "letter" in caplog.text


def test_one_that_is_busy_too_and_no_secret_gets_into_the_log(with_mailbox, post_office, caplog):
    caplog.set_level(logging.DEBUG)
    post_office.says_to_recipient = b"451 later, /m/aaaaaaaaaaaaaaaaaaaaaaaa ana@example.org"
    ask()
    deliver()
    assert Letter.objects.get().done_at is None
    post_office.says_to_recipient = b"550 no such person"
    Letter.objects.update(due_at=timezone.now())
    deliver()
    assert Letter.objects.get().outcome == "given-up"
    ours = "\n".join(each.getMessage() for each in caplog.records if each.name.startswith("config"))
    assert "letter" in ours
    assert ADDRESS not in ours
    assert "/m/" not in ours
    assert discreet("http://hall/m/PFOpA0svTr6vitjAG5yD06qHYWWEsIcH/") == "http://hall/m/…/"


def test_a_link_nobody_waits_for_any_more_is_not_sent(with_mailbox, post_office):
    ask()
    Letter.objects.update(asked_at=timezone.now() - timedelta(minutes=31))
    deliver()
    assert post_office.mails == []
    assert Letter.objects.get().outcome == "given-up"


def test_what_was_typed_is_forgotten_after_a_day(with_mailbox, post_office):
    mailed(post_office)
    letters.sweep()
    links.sweep()
    assert Letter.objects.exists()
    assert MailedLink.objects.exists()
    Letter.objects.update(done_at=timezone.now() - timedelta(days=2))
    MailedLink.objects.update(expires_at=timezone.now() - timedelta(days=2))
    letters.sweep()
    links.sweep()
    assert not Letter.objects.exists()
    assert not MailedLink.objects.exists()
