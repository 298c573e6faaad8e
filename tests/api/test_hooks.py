"""Other programs are told, signed, once or until they heard it; nowhere inside, and nothing of a rehearsal."""

import base64
import hashlib
import hmac
import html
import os
import signal
import socket
import uuid
from datetime import timedelta
from ipaddress import ip_address

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config import due
from config.api import deliveries, hooks, sending
from config.api.models import Delivery, Hook
from config.api.sealing import secret_of
from config.api.sweeping import sweep
from games.errors import Refused
from games.services import Change, Entry, finalize
from tests.api.asking import caller_of
from tests.api.listener import Listener
from tests.factories import draft_round, enter, organiser_of, published_round, tournament_of
from tests.hall import eventually
from tournaments.access import NotAllowed
from tournaments.services import closing, rehearsals, rounds
from tournaments.services.corrections import apply_change

EVERYTHING = list(hooks.EVENTS)


@pytest.fixture
def listener():
    made = Listener()
    yield made
    made.close()


@pytest.fixture
def tournament(db, settings):
    settings.WEBHOOKS_ANYWHERE = True
    return tournament_of(4, rounds_planned=1)


@pytest.fixture
def hook(tournament, listener):
    return hooks.add(organiser_of(tournament), tournament.club, listener.url, EVERYTHING)


def as_the_worker():
    for job in due.jobs():
        if job.task == deliveries.DELIVER:
            deliveries.deliver(job.id)


def later(**span):
    """As if so much time had passed."""
    for each in Delivery.objects.filter(done_at__isnull=True):
        each.due_at -= timedelta(**span)
        if each.claimed_until:
            each.claimed_until -= timedelta(**span)
        each.save()


def play(tournament):
    round_ = published_round(tournament)
    table = round_.tables.get()
    enter(table, [400, 3, 2, 1], bell=True)
    finalize(table.match_id)
    return round_


def test_each_thing_is_told_with_where_to_read_it(tournament, hook, listener):
    play(tournament)
    closing.close(organiser_of(tournament), tournament)
    while any(job.task == deliveries.DELIVER for job in due.jobs()):
        as_the_worker()
    assert [each["type"] for each in listener.told] == [
        *("round.published", "match.final", "standings.changed", "tournament.closed")
    ]
    caller = caller_of(organiser_of(tournament), tournament.club, "read")
    for each in listener.told:
        assert each["data"]["tournament"] == tournament.slug
        assert caller.get(each["data"]["at"]).status_code == 200
        # Where, not what: whoever is told reads it with what they may see.
        assert set(each["data"]) <= {"tournament", "round", "table", "at"}


def test_it_is_signed_so_that_whoever_hears_it_knows_by_whom(tournament, hook, listener):
    published_round(tournament)
    as_the_worker()
    ((headers, body),) = listener.heard
    key = base64.b64decode(secret_of(hook).removeprefix("whsec_"))
    text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}".encode()
    seal = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{seal}"
    assert abs(int(headers["webhook-timestamp"]) - timezone.now().timestamp()) < 60
    assert headers["content-type"] == "application/json"
    other = hooks.add(organiser_of(tournament), tournament.club, listener.url, EVERYTHING)
    assert secret_of(other) != secret_of(hook)
    assert secret_of(hook) not in str(list(Hook.objects.values_list()))


def test_what_was_not_taken_is_told_again_under_the_same_id_at_longer_and_longer_intervals(
    tournament, hook, listener
):
    listener.answers = [500, None, 302, 204]
    published_round(tournament)
    pauses = []
    for _try in range(4):
        as_the_worker()
        (delivery,) = Delivery.objects.all()
        pauses.append((delivery.due_at - timezone.now()).total_seconds())
        as_the_worker()  # not before its time
        later(days=1)
    assert len(listener.heard) == delivery.tries == 4
    assert [round(each) for each in pauses[:3]] == [5, 60, 300]
    assert (delivery.outcome, delivery.status) == ("sent", 204)
    assert len({headers["webhook-id"] for headers, _body in listener.heard}) == 1


def test_it_is_given_up_in_the_end_and_told_again_when_somebody_asks(tournament, hook, listener):
    listener.answers = [503] * 8
    published_round(tournament)
    for _try in range(12):
        as_the_worker()
        later(days=1)
    delivery = Delivery.objects.get()
    assert (delivery.outcome, delivery.tries, len(listener.heard)) == ("given-up", 8, 8)
    client = Client()
    client.force_login(tournament.organiser)
    log = reverse("hook", args=[tournament.club.slug, hook.pk])
    assert "given up" in client.get(log).content.decode()
    client.post(reverse("send_again", args=[tournament.club.slug, hook.pk, delivery.pk]))
    as_the_worker()
    assert len(listener.heard) == 9
    assert "delivered" in client.get(log).content.decode()


def test_who_is_gone_is_not_asked_again(tournament, hook, listener):
    listener.answers = [410]
    published_round(tournament)
    as_the_worker()
    assert Delivery.objects.get().outcome == "given-up"


def test_a_worker_that_died_while_telling_is_followed_by_one_that_tells(
    tournament, hook, listener, monkeypatch
):
    def dies(*_args):
        raise KeyboardInterrupt

    published_round(tournament)
    monkeypatch.setattr(deliveries, "post", dies)
    with pytest.raises(KeyboardInterrupt):
        as_the_worker()
    monkeypatch.undo()
    as_the_worker()
    assert listener.heard == []  # perhaps it is still at it
    later(minutes=3)
    as_the_worker()
    assert len(listener.heard) == 1


def test_two_workers_tell_it_once(tournament, hook, listener):
    published_round(tournament)
    (job,) = [each for each in due.jobs() if each.task == deliveries.DELIVER]
    deliveries.deliver(job.id)
    deliveries.deliver(job.id)
    assert len(listener.heard) == 1


def test_an_address_that_does_not_answer_holds_up_one_job_and_not_all(tournament, hook, listener):
    other = hooks.add(organiser_of(tournament), tournament.club, listener.url, EVERYTHING)
    play(tournament)
    first = hook.deliveries.earliest("pk")
    Delivery.objects.filter(pk=first.pk).update(claimed_until=timezone.now() + timedelta(minutes=1))
    assert {Delivery.objects.get(pk=pk).hook for pk in deliveries.due()} == {other}


def test_standings_that_changed_often_meanwhile_are_told_once(db, settings, listener):
    settings.WEBHOOKS_ANYWHERE = True
    tournament = tournament_of(16)
    hooks.add(organiser_of(tournament), tournament.club, listener.url, ["standings.changed"])
    for table in published_round(tournament).tables.all():
        enter(table, [400, 3, 2, 1], bell=True)
        finalize(table.match_id)
    assert Delivery.objects.count() == 1
    as_the_worker()
    table = tournament.rounds.get().tables.select_related("match", "round__tournament").get(number=1)
    event = table.match.events.get()
    apply_change(
        organiser_of(tournament),
        table,
        Entry(uuid.uuid4(), 1),
        Change(event.pk),
        reason="Another table's sheet",
    )
    assert Delivery.objects.count() == 2


def test_nothing_is_told_of_a_rehearsal_nor_to_another_club(tournament, hook, listener):
    theirs = tournament_of(4)
    published_round(theirs)
    copy = rehearsals.make_rehearsal(organiser_of(tournament), uuid.uuid4(), tournament, "fast")
    draft_round(copy)
    rounds.publish(organiser_of(copy), copy.rounds.get())
    assert not Delivery.objects.exists()


def test_only_what_was_chosen_is_told(tournament, listener):
    hooks.add(organiser_of(tournament), tournament.club, listener.url, ["tournament.closed"])
    play(tournament)
    assert not Delivery.objects.exists()


def test_what_is_done_with_is_thrown_away_after_a_month(tournament, hook):
    published_round(tournament)
    Delivery.objects.update(done_at=timezone.now() - timedelta(days=31))
    sweep()
    assert not Delivery.objects.exists()


# -- where nothing is sent -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "http://club.example/told",
        "ftp://club.example/",
        "https://",
        "https:///told",
        "https://user:pass@club.example/",
        "https://club.example:99999/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.0.0.7/",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::ffff:10.0.0.7]/",
        "https://[64:ff9b::a00:7]/",
        "https://[2002:a00:7::]/",
        "https://[fd00::1]/",
        "https://0.0.0.0/",
        "https://224.0.0.1/",
        "https://club.example/ told",
        "https://club.example/\r\nHost: x",
        "javascript:alert(1)",
        "https://" + "x" * 600,
    ],
)
def test_an_address_that_leads_inside_or_nowhere_is_refused(url, db):
    tournament = tournament_of(2)
    with pytest.raises(Refused) as refusal:
        hooks.add(organiser_of(tournament), tournament.club, url, EVERYTHING)
    assert (refusal.value.code, refusal.value.field) == ("bad-url", "url")
    if len(url) < 500:
        with pytest.raises(sending.NotSent):
            sending.post(url, b"{}", {})


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.1", "::1", "fe80::1", "100.64.0.1"])
def test_a_name_that_points_inside_by_the_time_of_sending_is_not_spoken_to(address, listener, monkeypatch):
    """A real name would have to be looked up by a server of our own; what it answers is all that is made up here."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    both = [(socket.AF_INET, 1, 6, "", ("93.184.215.14", 443)), (family, 1, 6, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_kwargs: both)
    with pytest.raises(sending.NotSent) as trouble:
        sending.post("https://club.example/told", b"{}", {})
    assert trouble.value.kind == "not-allowed"
    assert listener.heard == []


def test_what_is_on_the_open_network_is_allowed():
    for address in ("93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::5db8:d70e"):
        assert sending.is_allowed(ip_address(address))


def test_a_listener_that_never_answers_is_cut_off(settings, monkeypatch):
    settings.WEBHOOKS_ANYWHERE = True
    monkeypatch.setattr(sending, "LONGEST", 0.3)
    # Takes the connection and never says a word.
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(sending.NotSent):
        sending.post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {})


# -- who may ---------------------------------------------------------------------------------------


def test_only_who_runs_the_club_has_something_told(tournament, hook):
    stranger = organiser_of(tournament_of(2))
    for work in (
        lambda: hooks.add(stranger, tournament.club, "https://club.example/", EVERYTHING),
        lambda: hooks.remove(stranger, tournament.club, hook.pk),
        lambda: hooks.send_again(stranger, tournament.club, hook.pk, 1),
    ):
        with pytest.raises(NotAllowed):
            work()
    with pytest.raises(Refused):
        hooks.add(organiser_of(tournament), tournament.club, "https://club.example/", ["something.else"])
    for _more in range(9):
        hooks.add(organiser_of(tournament), tournament.club, "https://club.example/", EVERYTHING)
    with pytest.raises(Refused):
        hooks.add(organiser_of(tournament), tournament.club, "https://club.example/", EVERYTHING)


def test_the_secret_is_shown_once_and_the_log_goes_with_the_address(tournament, listener):
    client = Client()
    client.force_login(tournament.organiser)
    where = reverse("add_hook", args=[tournament.club.slug])
    page = client.post(where, {"url": listener.url, "events": ["match.final"]}).content.decode()
    hook = Hook.objects.get()
    assert secret_of(hook) in html.unescape(page)
    home = reverse("club_api", args=[tournament.club.slug])
    assert secret_of(hook)[:20] not in client.get(home).content.decode()
    client.post(reverse("remove_hook", args=[tournament.club.slug, hook.pk]))
    assert not Hook.objects.exists()
    assert "nothing told" in client.get(reverse("club", args=[tournament.club.slug])).content.decode()


SCRIPT = """
import django; django.setup()
from tests.factories import organiser_of, published_round, tournament_of
from config.api import hooks
tournament = tournament_of(8, slug="{name}", club__slug="{name}", organiser__username="{name}")
hooks.add(organiser_of(tournament), tournament.club, "{url}", ["round.published"])
published_round(tournament)
"""


def test_the_real_worker_tells_it_though_it_was_killed_meanwhile(start_hall, listener):
    hall = start_hall(WEBHOOKS_ANYWHERE="1", SWEEP_SECONDS="0.5").wait_until_up()
    hall.run("-c", SCRIPT.format(url=listener.url, name="one"))
    listener.wait_for(1)
    worker = hall.children()["worker"]
    os.kill(worker, signal.SIGSTOP)
    hall.run("-c", SCRIPT.format(url=listener.url, name="two"))
    os.killpg(worker, signal.SIGKILL)
    eventually(lambda: len(listener.heard) == 2, timeout=60)
    assert [each["data"]["tournament"] for each in listener.told] == ["one", "two"]
