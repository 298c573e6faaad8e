"""What is told: once, in time, in the reader's language, as long as it is true; and nothing in a rehearsal."""

import os
import signal
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.signin import letters
from config.signin.models import Letter
from config.signin.origin import Origin
from config.tidings.models import Message, Subscription
from config.tidings.sweeping import sweep
from config.tidings.telling import tell_of_publication, tell_of_tables
from games.agreements import agreement_of
from games.services import Hand, finalize
from tests.factories import draft_round, enter, organiser_of, published_round, tournament_of
from tests.signin.post_office import text_of
from tests.tidings.conftest import ADDRESS, as_the_worker, later, told_by_mail
from tests.tournaments.test_at_once import at_once
from tournaments.models import Place, Player
from tournaments.services import clocks, holds, rounds, signing, unpublishing
from tournaments.services.rehearsal_copy import copied_for_rehearsal
from tournaments.services.settings import HallSettings, change_settings


@pytest.fixture
def running(tournament):
    """Round 1 is over; round 2 is to come."""
    table = published_round(tournament).tables.get()
    enter(table, [400, 3, 2, 1], bell=True)
    finalize(table.match_id)
    return tournament


def settle(tournament, **wanted):
    days = timezone.localdate() - timedelta(days=1), timezone.localdate() + timedelta(days=1)
    change_settings(organiser_of(tournament), tournament, HallSettings(*days, tournament.time_zone, **wanted))
    tournament.refresh_from_db()


def outcomes():
    return list(Message.objects.order_by("pk").values_list("kind", "outcome"))


def subjects(office):
    return [mail["Subject"] for mail in office.mails]


def play_to_the_end(tournament):
    """Over, and signed by nobody yet."""
    settle(tournament, signing=True)
    table = published_round(tournament).tables.get()
    enter(table, [400, 3, 2, 1], bell=True)
    table.refresh_from_db()
    return table


def seat_of(table, number):
    return str(Place.objects.get(table=table, entrant__number=number).position)


def sign_for(table, number):
    actor, seat = organiser_of(table.round.tournament), seat_of(table, number)
    sheet = agreement_of(table.match).sheet
    signing.sign(actor, table, uuid.uuid4(), seat, sheet, pin="", hand=Hand(name="Somebody"))


def test_the_table_is_told_with_a_way_to_end_it(running, post_office):
    told_by_mail(running, post_office, secure=True)
    published_round(running)
    as_the_worker()
    (mail,) = post_office.mails
    assert (mail["Subject"], mail["To"]) == ("Round 2: table 1", ADDRESS)
    text = text_of(mail)
    assert "Player 1 in “Autumn Cup”." in text
    assert f"https://testserver/t/{running.slug}/rounds/2/tables/1/" in text
    stop = mail["List-Unsubscribe"].strip().strip("<>")
    assert stop.startswith("https://testserver/n/")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    press = Client().post(stop.removeprefix("https://testserver"), {"List-Unsubscribe": "One-Click"})
    assert press.status_code == 200
    assert not Subscription.objects.exists()
    assert outcomes() == [("table", "sent")]


def test_each_is_told_what_they_asked_for_and_no_more(running, post_office):
    for number, kind in enumerate(("table", "start", "sign"), start=1):
        told_by_mail(running, post_office, [kind], number, f"{kind}@example.org")
    settle(running, signing=True, round_minutes=50)
    round_ = published_round(running)
    clocks.start_clock(organiser_of(running), uuid.uuid4(), round_)
    as_the_worker()
    enter(round_.tables.get(), [400, 3, 2, 1], bell=True)
    as_the_worker()
    assert [(mail["To"], mail["Subject"]) for mail in post_office.mails] == [
        ("table@example.org", "Round 2: table 1"),
        ("start@example.org", "Round 2 has begun: table 1"),
        ("start@example.org", "Round 2 has begun: table 1"),
        ("sign@example.org", "A result to sign: table 1"),
    ]


def test_who_asked_for_both_is_not_told_twice_that_it_is_published(running, post_office):
    told_by_mail(running, post_office, ["table", "start"])
    published_round(running)
    assert outcomes() == [("table", "")]


def test_times_are_those_of_the_hall_and_words_those_of_the_reader(running, post_office, client):
    told_by_mail(running, post_office, headers={"accept-language": "fr"})
    settle(running, round_minutes=50)
    round_ = published_round(running)
    clocks.start_clock(organiser_of(running), uuid.uuid4(), round_)
    round_.clock_at = datetime(2026, 1, 10, 15, tzinfo=UTC)
    round_.save()
    assert Subscription.objects.get().language == "fr"
    Subscription.objects.update(language="en")
    as_the_worker()
    # Three o’clock in London and fifty minutes, in New York.
    assert "10:50" in text_of(post_office.mails[-1])


def test_people_are_called_what_they_wish_to_be(running, post_office):
    entrant = running.entrants.get(number=1)
    entrant.player = Player.objects.create(
        club=running.club, name="Player 1", name_key="player 1", shown="number"
    )
    entrant.save()
    told_by_mail(running, post_office)
    published_round(running)
    as_the_worker()
    assert "Player 1" not in text_of(post_office.mails[0])
    assert "No. 1 in" in text_of(post_office.mails[0])


def test_who_sits_out_is_told_that_and_not_that_it_begins(post_office, db):
    tournament = tournament_of(4, rounds_planned=3)
    round_ = published_round(tournament)
    told_by_mail(tournament, post_office, ["table"])
    Place.objects.filter(entrant__number=1).update(table=None, position=None)
    tell_of_publication(round_)
    as_the_worker()
    assert subjects(post_office) == ["Round 1: sitting out"]


def test_a_result_is_to_be_signed_by_who_has_not(running, post_office):
    for number in (1, 2):
        told_by_mail(running, post_office, ["sign"], number, f"p{number}@example.org")
    table = play_to_the_end(running)
    sign_for(table, 1)
    as_the_worker()
    assert [mail["To"] for mail in post_office.mails] == ["p2@example.org"]
    assert outcomes() == [("sign", "untrue"), ("sign", "sent")]
    # It says where, and lets nobody sign.
    text = text_of(post_office.mails[0])
    assert f"/t/{running.slug}/rounds/2/tables/1/" in text
    assert not any(part in text for part in ("/s/", "/j/"))


def test_while_results_are_held_that_a_match_is_over_is_not_told(running, post_office):
    told_by_mail(running, post_office)
    holds.begin_hold(organiser_of(running), running)
    running.refresh_from_db()
    play_to_the_end(running)
    assert [kind for kind, _outcome in outcomes()] == ["table"]


def test_of_a_rehearsal_and_in_silence_nothing_is_told(running, post_office):
    told_by_mail(running, post_office)
    copy = copied_for_rehearsal(running, running.organiser)
    mine = Subscription.objects.get()
    # As if somebody had got in there all the same.
    Subscription.objects.create(
        entrant=copy.entrants.get(number=1),
        **{
            name: getattr(mine, name)
            for name in ("channel", "on_table", "on_start", "on_sign", "address", "key")
        },
        language="en",
        made_at=timezone.now(),
        confirmed_at=timezone.now(),
    )
    published_round(copy)
    assert not Message.objects.exists()
    client = Client()
    client.force_login(running.organiser)
    log = reverse("message_log", args=[running.slug])
    client.post(log, {"off": "1"})
    published_round(running)
    assert not Message.objects.exists()
    assert "switched off" in client.get(log).content.decode()
    client.post(log, {"on": "1"})
    tell_of_publication(running.rounds.get(number=2))
    client.post(log, {"off": "1"})
    as_the_worker()
    assert post_office.mails == []
    assert outcomes() == [("table", "untrue")]


# -- the queue -----------------------------------------------------------------------------------


def test_it_is_written_with_what_it_tells_or_not_at_all(running, post_office, monkeypatch):
    told_by_mail(running, post_office)

    def broken(*_args, **_kwargs):
        raise RuntimeError

    draft = draft_round(running)
    monkeypatch.setattr(letters, "ask_many", broken)
    with pytest.raises(RuntimeError):
        rounds.publish(organiser_of(running), draft)
    draft.refresh_from_db()
    assert not draft.is_public
    assert not Message.objects.exists()


def test_told_once_however_often_it_is_asked_for_and_by_however_many(transactional_db, post_office):
    tournament = tournament_of(4)
    round_ = published_round(tournament)
    told_by_mail(tournament, post_office)
    for _time in range(3):
        tell_of_publication(round_)
    assert outcomes() == [("table", "")]
    (pk,) = letters.due()
    assert at_once(*[lambda: letters.send(pk)] * 4) == [None] * 4
    assert subjects(post_office) == ["Round 1: table 1"]


def test_another_table_is_told_and_the_same_one_is_not(running, post_office):
    told_by_mail(running, post_office)
    round_ = published_round(running)
    as_the_worker()
    unpublishing.unpublish(organiser_of(running), round_)
    rounds.publish(organiser_of(running), round_)
    as_the_worker()
    assert subjects(post_office) == ["Round 2: table 1"]
    round_.refresh_from_db()
    round_.tables.update(number=7)
    tell_of_tables(round_)
    as_the_worker()
    assert subjects(post_office) == ["Round 2: table 1", "Round 2: table 7"]


def test_what_is_no_longer_so_when_it_is_sent_is_not_sent(running, post_office):
    told_by_mail(running, post_office)
    round_ = published_round(running)
    unpublishing.unpublish(organiser_of(running), round_)
    as_the_worker()
    rounds.publish(organiser_of(running), round_)
    as_the_worker()
    assert outcomes() == [("table", "untrue"), ("table", "sent")]
    assert len(post_office.mails) == 1


@pytest.mark.parametrize(("minutes", "told"), [(29, 1), (31, 0)])
def test_what_is_too_old_to_be_of_use_is_not_sent(running, post_office, minutes, told):
    told_by_mail(running, post_office)
    published_round(running)
    later(minutes=minutes)
    as_the_worker()
    assert len(post_office.mails) == told
    assert outcomes() == [("table", "sent" if told else "late")]


def test_a_mail_server_that_is_away_is_tried_again_and_the_worker_that_died_is_followed(
    running, post_office, settings
):
    told_by_mail(running, post_office)
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    published_round(running)
    as_the_worker()
    assert Letter.objects.filter(kind="tiding").get().tries == 1
    as_the_worker()  # not before its time
    settings.EMAIL_PORT = port
    later(seconds=6)
    # Claimed by somebody who was killed.
    Letter.objects.filter(kind="tiding").update(claimed_until=timezone.now() + timedelta(seconds=50))
    as_the_worker()
    assert post_office.mails == []
    later(seconds=60)
    as_the_worker()
    assert subjects(post_office) == ["Round 2: table 1"]


def test_told_twice_after_a_crash_it_bears_the_same_number(running, post_office):
    told_by_mail(running, post_office)
    published_round(running)
    as_the_worker()
    # As if it had been killed before it wrote down that it was sent.
    Message.objects.update(done_at=None, outcome="")
    Letter.objects.filter(kind="tiding").update(done_at=None, outcome="")
    as_the_worker()
    assert len(post_office.mails) == 2
    assert len({mail["Message-ID"] for mail in post_office.mails}) == 1


def test_an_address_that_is_none_is_written_to_no_more(running, post_office):
    told_by_mail(running, post_office)
    post_office.says_to_recipient = b"550 no such person"
    published_round(running)
    as_the_worker()
    assert outcomes() == [("table", "failed")]
    assert not Subscription.objects.exists()


def test_hundreds_of_messages_keep_no_letter_about_an_account_waiting(running, post_office):
    for number in range(1, 5):
        told_by_mail(running, post_office, number=number, address=f"p{number}@example.org")
    published_round(running)
    letters.ask_for_link("nobody@example.org", "http://testserver", Origin("198.51.100.9"))
    link = Letter.objects.get(kind="link").pk
    first, second = letters.due()
    assert first == link
    Letter.objects.filter(pk=second).update(claimed_until=timezone.now() + timedelta(seconds=30))
    assert letters.due() == [link]
    Letter.objects.update(claimed_until=None)
    letters.send(second)  # and those behind it
    assert len(post_office.mails) == 4


def test_who_organises_sees_numbers_and_nobody(running, post_office):
    told_by_mail(running, post_office)
    told_by_mail(running, post_office, number=2, address="p2@example.org")
    published_round(running)
    post_office.says_to_recipient = b"550 no such person"
    letters.send(letters.due()[0])
    client = Client()
    client.force_login(running.organiser)
    page = client.get(reverse("message_log", args=[running.slug])).content.decode()
    assert "when the table is known" in page
    assert "example.org" not in page
    Message.objects.update(done_at=timezone.now() - timedelta(days=31))
    sweep()
    assert not Message.objects.exists()


SCRIPT = """
import django
django.setup()
from django.utils import timezone
from config.tidings.models import Subscription
from tests.factories import published_round, tournament_of
tournament = tournament_of(4, slug="{name}", club__slug="{name}", organiser__username="{name}")
now = timezone.now()
told = dict(on_table=True, key="k", language="en", site="http://hall", made_at=now, confirmed_at=now)
Subscription.objects.create(
    entrant=tournament.entrants.get(number=1), channel="mail", address="{name}@example.org", **told
)
published_round(tournament)
"""


def test_what_waits_is_told_by_the_real_worker_though_it_was_killed_meanwhile(start_hall, post_office):
    hall = start_hall(EMAIL_URL=post_office.url, SWEEP_SECONDS="0.5").wait_until_up()
    hall.run("-c", SCRIPT.format(name="one"))
    post_office.wait_for(1, timeout=60)
    worker = hall.children()["worker"]
    os.killpg(worker, signal.SIGKILL)  # not stopped: it may be holding the lock that is needed to write
    hall.run("-c", SCRIPT.format(name="two"))
    assert [mail["To"] for mail in post_office.wait_for(2, timeout=60)] == [
        "one@example.org",
        "two@example.org",
    ]
