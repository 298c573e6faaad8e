"""What Prometheus is told is true, can be read, and names nobody."""

import json
import os
import re
import signal
import socket
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from threading import Thread

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from config.backups.models import Backup
from config.metrics import facts, ours, sockets
from config.metrics.kinds import Counter, Family, Histogram, Reading, Sample
from config.metrics.serving import everything
from config.metrics.text import exposition
from games.models import Event
from tests.conftest import StartHall
from tests.factories import enter, organiser_of, published_round, tournament_of
from tests.guard import unguarded
from tests.hall import ROOT, Hall, eventually, ps
from tests.load.judge import Judge
from tests.load.phone import Phone
from tests.load.watcher import Watcher
from tournaments.models import Phone as PhoneModel
from tournaments.models import Ranking, Round
from tournaments.services import rounds
from tournaments.services.ratings import want_ratings

LABELS = {"process", "task", "status", "state", "le"}


def read(text: str) -> dict[str, Metric]:
    return {metric.name: metric for metric in text_string_to_metric_families(text)}


def value(metrics: dict[str, Metric], name: str, **labels: str) -> float:
    """The sum of all samples of that name with those labels."""
    found = [
        sample.value
        for metric in metrics.values()
        for sample in metric.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    ]
    assert found, f"{name} {labels} is not told"
    return sum(found)


def told(families: Iterable[Family]) -> dict[str, Metric]:
    return read(exposition(families))


# -- counting ------------------------------------------------------------------------------------


def test_a_counter_counts_from_many_threads():
    counter = Counter("made", "…")
    threads = [Thread(target=lambda: [counter.add() for _ in range(5_000)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert value(told([counter.family()]), "made_total") == 20_000


def test_a_histogram_is_cumulative_and_whole():
    histogram = Histogram("took", "…", (0.1, 1.0), label="status")
    for seconds in (0.05, 0.1, 0.5, 7):
        histogram.observe(seconds, "2xx")
    metrics = told([histogram.family()])
    assert [value(metrics, "took_bucket", le=le, status="2xx") for le in ("0.1", "1.0", "+Inf")] == [2, 3, 4]
    assert value(metrics, "took_count") == 4
    assert value(metrics, "took_sum") == pytest.approx(7.65)


def test_what_is_odd_in_a_label_is_escaped():
    said = exposition([Family("odd", "gauge", "…", [Sample("", {"task": 'a"b\\c\nd'}, 1.5)])])
    (sample,) = read(said)["odd"].samples
    assert (sample.labels["task"], sample.value) == ('a"b\\c\nd', 1.5)


def test_nothing_is_offered_unless_it_is_asked_for():
    assert not settings.METRICS_PORT
    sockets.offer("quiet")
    assert not list(sockets.folder().glob("quiet*"))
    with pytest.raises(CommandError, match="METRICS_PORT"):
        call_command("metrics")


@pytest.fixture
def _offered(settings) -> Iterator[None]:
    settings.METRICS_PORT = 1
    yield
    for left in sockets.folder().glob("*"):
        left.unlink()


@pytest.mark.usefixtures("_offered")
def test_processes_are_told_apart_and_the_dead_forgotten():
    sockets.offer("web 1", [Reading("here", "…", read=lambda: 3)])
    sockets.folder().joinpath("web-2.99999.sock").touch()
    with socket.socket(socket.AF_UNIX) as hangs:
        hangs.bind(str(sockets.folder() / "worker.99998.sock"))
        hangs.listen()
        metrics = told(sockets.gather())
    assert value(metrics, "here", process="web-1") == 3
    assert {s.labels["process"]: s.value for s in metrics["triomphe_process_up"].samples} == {
        "web-1": 1,
        "worker": 0,
    }
    assert not sockets.folder().joinpath("web-2.99999.sock").exists()


# -- what the database says ----------------------------------------------------------------------


def ask_an_hour_ago(tournament) -> None:
    round_ = rounds.ask_for_pairings(organiser_of(tournament), tournament)
    Round.objects.filter(pk=round_.pk).update(asked_at=timezone.now() - timedelta(hours=1))


def change_results_an_hour_ago(tournament) -> None:
    want_ratings(tournament.club_id)
    Ranking.objects.update(asked_at=timezone.now() - timedelta(hours=1))
    want_ratings(tournament.club_id)


def end_a_match_an_hour_ago(tournament) -> None:
    table = published_round(tournament).tables.get()
    enter(table, [401, 1, 1, 1])
    with unguarded():
        Event.objects.update(at=timezone.now() - timedelta(hours=1))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("begin", "task"),
    [
        (ask_an_hour_ago, "tournaments.compute_pairings"),
        (end_a_match_an_hour_ago, "games.finalize_match"),
        (change_results_an_hour_ago, "tournaments.compute_ratings"),
    ],
)
def test_work_that_waits_makes_the_queue_old(begin, task):
    tournament = tournament_of(4)
    metrics = told(facts.families())
    assert value(metrics, "triomphe_queue_age_seconds") == 0
    assert value(metrics, "triomphe_due_jobs", task=task) == 0
    begin(tournament)
    metrics = told(facts.families())
    assert 3600 <= value(metrics, "triomphe_queue_age_seconds") < 3700
    assert value(metrics, "triomphe_due_jobs", task=task) == 1


@pytest.mark.django_db(transaction=True)
def test_entries_matches_backups_and_phones():
    tournament = tournament_of(4)
    table = published_round(tournament).tables.get()
    metrics = told(facts.families())
    assert (value(metrics, "triomphe_events_total"), value(metrics, "triomphe_matches", state="playing")) == (
        0,
        1,
    )
    assert metrics["triomphe_backup_age_seconds"].samples == []
    enter(table, [10, 20, 30, 40])
    now = timezone.now()
    PhoneModel.objects.create(table=table, device="a", unsent=3, seen_at=now - timedelta(minutes=10))
    PhoneModel.objects.create(table=table, device="b", unsent=9, seen_at=now - timedelta(days=3))
    Backup.objects.create(at=now - timedelta(hours=2), why="asked", name="triomphe.zip")
    Backup.objects.create(at=now, why="round", problem="no room")
    metrics = told(facts.families())
    assert value(metrics, "triomphe_events_total") == 1
    assert value(metrics, "triomphe_unsent_entries") == 3
    assert 600 <= value(metrics, "triomphe_unsent_age_seconds") < 700
    assert 7200 <= value(metrics, "triomphe_backup_age_seconds") < 7300
    assert value(metrics, "triomphe_backup_failed") == 1


def test_a_database_that_is_away_is_told_and_the_rest_as_ever():
    """Without the database fixture every access to it fails, as if it were gone."""
    metrics = read(everything())
    assert value(metrics, "triomphe_database_up") == 0
    assert "triomphe_events" not in metrics
    assert "triomphe_scrape_seconds" in metrics


# -- a hall --------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def scrape(hall: Hall) -> dict[str, Metric]:
    with urllib.request.urlopen(
        f"http://127.0.0.1:{hall.variables['METRICS_PORT']}/metrics", timeout=30
    ) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        return read(answer.read().decode())


def answers(hall: Hall) -> bool:
    try:
        return value(scrape(hall), "triomphe_process_up") >= 3  # two that serve and at least one that works
    except (urllib.error.URLError, ConnectionError, AssertionError):
        return False


@pytest.fixture(scope="module")
def counted(start_module_hall: StartHall) -> Iterator[Hall]:
    running: Hall = start_module_hall("--web", "2", METRICS_PORT=str(free_port()))
    running.wait_until_up()
    eventually(lambda: answers(running), timeout=60)
    yield running
    running.stop()


def a_push_was_timed(hall: Hall, judge: Judge) -> bool:
    """Of the next entry, if not of the last: a look under way may have found that one before it was known since when."""
    if value(scrape(hall), "triomphe_push_lag_seconds_count") >= 1:
        return True
    judge.enter_next()
    return False


def test_a_hall_tells_what_happens_in_it(counted: Hall) -> None:
    empty = scrape(counted)
    playing = json.loads(counted.run("-m", "tests.load.prepare", "2"))
    judge = Judge(Phone(counted.port), **playing["tables"][0])
    judge.come_in()
    before = scrape(counted)
    with closing(judge.phone), closing(Watcher(counted.port, judge.page)) as watcher:
        stream = watcher.told()
        next(stream)
        during = scrape(counted)
        assert value(during, "triomphe_streams") == value(before, "triomphe_streams") + 1
        judge.enter_next()
        next(stream)
        if settings.EMBEDDED or settings.REDIS_URL:  # else nobody says when something was written
            eventually(lambda: a_push_was_timed(counted, judge), every=0.3)
        after = scrape(counted)
    for name, least in {
        "triomphe_events_total": 1,
        "triomphe_stream_messages_total": 2,
        "triomphe_stream_bytes_total": 500,
        "triomphe_fragment_seconds_count": 2,
    }.items():
        assert value(after, name) >= value(before, name) + least, name
    assert value(after, "triomphe_request_seconds_count", status="3xx") >= 1
    matches = partial(value, name="triomphe_matches", state="playing")
    assert matches(after) == matches(empty) + 2
    eventually(lambda: value(scrape(counted), "triomphe_streams") == 0)


def test_everything_told_is_explained_and_names_nobody(counted: Hall) -> None:
    counted.run("-m", "tests.load.prepare", "1")
    documented = set(re.findall(r"^\| `(triomphe_\w+)`", (ROOT / "docs/operating.md").read_text(), re.M))
    metrics = scrape(counted)
    seen = set()
    for metric in metrics.values():
        assert metric.documentation, metric.name
        assert metric.type in ("counter", "gauge", "histogram"), metric.name
        seen.add(f"{metric.name}_total" if metric.type == "counter" else metric.name)
        for sample in metric.samples:
            assert set(sample.labels) <= LABELS, sample
            assert not any("Player" in each or "load-" in each for each in sample.labels.values()), sample
    known = seen | {
        f"{each.name}_total" if each.family().kind == "counter" else each.name for each in ours.ALL
    }
    assert documented == known


def test_only_this_machine_is_answered_and_only_at_one_address(counted: Hall) -> None:
    port = int(counted.variables["METRICS_PORT"])
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30)
    listening = f" 0100007F:{port:04X} "
    with open("/proc/net/tcp") as table:
        assert listening in table.read()


def test_a_web_process_that_dies_leaves_no_old_numbers(counted: Hall) -> None:
    def started() -> dict[str, float]:
        samples = scrape(counted)["triomphe_process_start_time_seconds"].samples
        return {each.labels["process"]: each.value for each in samples}

    before = started()["web-1"]
    processes = ps("-A", "-ww", "-o", "ppid=,pid=,args=")
    (first,) = re.findall(rf"^ *{counted.process.pid} +(\d+) .*--name web-1", processes, re.M)
    os.kill(int(first), signal.SIGKILL)
    eventually(lambda: started().get("web-1", 0) > before, timeout=60, every=0.2)
    assert [each for each in sorted(started()) if each.startswith("web")] == ["web-1", "web-2"]
