"""Asking to be told: nothing is sent to an address that did not say yes, and it can be ended with one press."""

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
from config.signin.models import Letter, Mailbox, Tally
from config.tidings import following, links
from config.tidings.models import Message, Subscription
from config.tidings.sweeping import sweep
from tests.factories import member_of, organiser_of, published_round, tournament_of
from tests.signin.post_office import text_of
from tests.tidings.conftest import ADDRESS, as_the_worker, ask, page_of, path_in, told_by_mail
from tournaments.models import Player, Role
from tournaments.services import deleting, people
from tournaments.services.erasing import erase_player
from tournaments.services.rehearsal_copy import copied_for_rehearsal


@pytest.fixture
def running(tournament):
    published_round(tournament)
    return tournament


def undated(path):
    """A link as far as it says whose it is: behind that stands the second in which it was made."""
    return path.split(":")[0]


def test_an_address_is_asked_first_and_told_nothing_before_it_said_yes(running, post_office):
    assert ask(running).status_code == 302
    as_the_worker()
    (mail,) = post_office.mails
    assert (mail["To"], mail["Auto-Submitted"]) == (ADDRESS, "auto-generated")
    assert "Player 1" in text_of(mail)
    following_up = Subscription.objects.get()
    assert following_up.confirmed_at is None
    path = path_in(post_office)
    for _look in range(2):
        assert Client().get(path).status_code == 200
    following_up.refresh_from_db()
    assert following_up.confirmed_at is None
    answer = Client().post(path)
    assert (answer.status_code, undated(answer["Location"])) == (
        302,
        undated(links.change_path(following_up)),
    )
    assert Client().post(path).status_code == 302  # pressed twice
    following_up.refresh_from_db()
    assert following_up.confirmed_at
    assert following_up.kinds == ["table", "start", "sign"]


def test_who_never_answers_is_forgotten_after_a_day_and_the_link_with_them(running, post_office):
    ask(running)
    as_the_worker()
    Subscription.objects.update(made_at=timezone.now() - timedelta(hours=25))
    sweep()
    assert not Subscription.objects.exists()
    assert Client().post(path_in(post_office)).status_code == 410


def test_the_answer_is_the_same_whoever_is_told_already(running, post_office):
    told_by_mail(running, post_office)
    done, answers = [], []
    for number, address in enumerate((ADDRESS, "nobody@example.org")):
        with CaptureQueriesContext(connection) as seen:
            answer = ask(running, address=address, REMOTE_ADDR=f"198.51.100.{number}")
        answers.append((answer.status_code, answer["Location"], answer.content))
        done.append([re.sub(r"'[^']*'|\d+", "?", each["sql"]) for each in seen])
    assert answers[0] == answers[1]
    assert done[0] == done[1]
    # Nor does asking again change anything for who is told.
    assert Subscription.objects.filter(confirmed_at__isnull=False).get().kinds == ["table", "start", "sign"]


def test_confirmed_anew_it_takes_the_place_of_the_old_one(running, post_office):
    told_by_mail(running, post_office)
    told_by_mail(running, post_office, kinds=["sign"], address="Ana@Example.org")
    assert Subscription.objects.get().kinds == ["sign"]


def test_nobody_is_buried_in_letters_and_everybody_is_told_the_same(running, post_office):
    answers = {ask(running, REMOTE_ADDR=f"198.51.100.{number}").status_code for number in range(7)}
    assert answers == {302}
    assert Letter.objects.filter(kind="follow").count() == 4
    assert Tally.objects.count() == 8


def test_one_network_cannot_have_all_the_world_written_to(running, post_office, monkeypatch):
    few = following.Limit("messages-from", free=2, first=60, forgets=timedelta(hours=1))
    monkeypatch.setattr(following, "ASK_FROM", few)
    answers = [ask(running, address=f"p{number}@example.org").status_code for number in range(4)]
    assert answers == [302, 302, 302, 429]


@pytest.mark.parametrize(
    "body",
    [
        {"kinds": ["table"], "address": ""},
        {"kinds": ["table"], "address": "a@example.org\r\nBcc: b@example.org"},
        {"kinds": [], "address": ADDRESS},
        {"kinds": ["rank"], "address": ADDRESS},
    ],
)
def test_what_cannot_be_is_told_beside_the_field(running, post_office, body):
    answer = Client().post(page_of(running), body)
    assert answer.status_code == 422
    assert not Subscription.objects.exists()


def test_each_kind_is_chosen_by_itself_and_none_of_them_ends_it(running, post_office):
    told_by_mail(running, post_office)
    path = links.change_path(Subscription.objects.get())
    Client().post(path, {"kinds": ["start"]})
    assert Subscription.objects.get().kinds == ["start"]
    assert "Ended" in Client().post(path, {"kinds": []}).content.decode()
    assert not Subscription.objects.exists()
    assert Client().get(path).status_code == 410


def test_a_mail_program_ends_it_with_one_press_and_no_page_of_ours(running, post_office):
    told_by_mail(running, post_office)
    stop = links.stop_path(Subscription.objects.get())
    client = Client(enforce_csrf_checks=True)
    assert undated(client.get(stop)["Location"]) == undated(links.change_path(Subscription.objects.get()))
    assert Subscription.objects.exists()
    assert client.post(stop, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not Subscription.objects.exists()
    assert client.post(stop, {"List-Unsubscribe": "One-Click"}).status_code == 410


def test_a_link_that_was_made_up_or_is_another_kind_opens_nothing(running, post_office):
    ask(running)
    subscription = Subscription.objects.get()
    assert Client().get(links.change_path(subscription)).status_code == 410  # not confirmed yet
    token = links.confirm_path(subscription).split("/")[2]
    assert Client().post(f"/n/{token}/").status_code == 410
    assert Client().post(f"/n/{token[:-2]}xx/confirm/").status_code == 410
    assert token not in discreet(f"GET http://hall/n/{token}/stop/")
    assert Tally.objects.count() == 4  # two for asking; and whoever guesses is counted, for each kind of link


def test_an_account_uses_its_own_address_and_sees_what_it_is_told(running, post_office):
    user = User.objects.create_user("ana")
    Mailbox.objects.create(user=user, address=ADDRESS, key=ADDRESS, confirmed_at=timezone.now())
    client = Client()
    client.force_login(user)
    assert ADDRESS in client.get(page_of(running)).content.decode()
    client.post(page_of(running), {"kinds": ["table"], "address": "somebody@example.org"})
    subscription = Subscription.objects.get()
    assert (subscription.user, subscription.address) == (user, "")
    assert subscription.confirmed_at
    page = client.get(reverse("my_messages")).content.decode()
    assert undated(links.change_path(subscription)) in page
    user.delete()
    assert not Subscription.objects.exists()


def test_whoever_is_erased_is_forgotten_here_too(running, post_office):
    told_by_mail(running, post_office)
    entrant = running.entrants.get(number=1)
    entrant.player = Player.objects.create(club=running.club, name="Player 1", name_key="player 1")
    entrant.save()
    erase_player(member_of(running.club, Role.OWNER), running.club, entrant.player.pk)
    assert not Subscription.objects.exists()
    assert ADDRESS not in str(list(Letter.objects.values_list())) + str(list(Message.objects.values_list()))


def test_whoever_plays_on_for_somebody_is_somebody_else(running, post_office):
    told_by_mail(running, post_office)
    people.substitute(organiser_of(running), running, running.entrants.get(number=1).pk, "Zoe")
    assert not Subscription.objects.exists()


def test_a_week_after_the_tournament_nobody_is_known_any_more(running, post_office):
    told_by_mail(running, post_office)
    today = timezone.localdate()
    type(running).objects.update(last_day=today - timedelta(days=7))
    sweep()
    assert Subscription.objects.exists()
    type(running).objects.update(last_day=today - timedelta(days=8))
    sweep()
    assert not Subscription.objects.exists()


def test_a_tournament_that_is_deleted_takes_them_with_it(db, post_office):
    tournament = tournament_of(2)
    wish = following.Wish(tournament.entrants.get(number=1), ["table"], "http://testserver")
    user = User.objects.create_user("ana")
    Mailbox.objects.create(user=user, address=ADDRESS, key=ADDRESS, confirmed_at=timezone.now())
    following.follow_by_account(wish, user)
    deleting.delete_tournament(organiser_of(tournament), tournament, tournament.name)
    assert not Subscription.objects.exists()


def test_nothing_is_offered_in_a_rehearsal_nor_where_nothing_can_be_sent(running, settings, post_office):
    copy = copied_for_rehearsal(running, running.organiser)
    published_round(copy)
    assert "nothing is sent" in Client().get(page_of(copy)).content.decode()
    assert ask(copy).status_code == 422
    settings.MAILS = False
    page = Client().get(page_of(running)).content.decode()
    assert 'name="address"' not in page
    assert "calendar.ics" in page
    ask(running)
    assert not Subscription.objects.exists()


def test_the_document_and_the_archive_hold_no_address_of_who_is_told(running, post_office):
    told_by_mail(running, post_office)
    client = Client()
    client.force_login(running.organiser)
    for name in ("export_tournament", "archive", "message_log", "people"):
        assert ADDRESS.encode() not in client.get(reverse(name, args=[running.slug])).getvalue()
