"""nginx as docs/deploy/nginx.conf sets it up, before two web processes one of which is killed."""

import http.client
import json
import re
import socket
import ssl
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from threading import Event
from typing import Any

import pytest
from django.conf import settings

from config.discreet import SECRET
from config.live.hub import HEARTBEAT_SECONDS
from config.server import KEEP_ALIVE_SECONDS
from tests.deploy.site import CONF, Site
from tests.hall import eventually
from tests.live.test_bad_luck import number_of
from tests.load.judge import Judge
from tests.load.phone import Phone
from tests.load.watcher import Watcher

pytestmark = [pytest.mark.brings_its_own, pytest.mark.flaky(reruns=1)]

TABLES = 4
SPECTATORS = 4
TOO_LARGE = 7 * 1024 * 1024


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    made = Site(tmp_path_factory.mktemp("site"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def playing(site: Site) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(site.run("-m", "tests.load.prepare", str(TABLES + 1)))
    return told


def ask(site: Site, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    with closing(http.client.HTTPSConnection("127.0.0.1", site.port, timeout=30, context=site.tls)) as line:
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        return answer, answer.read()


def test_who_comes_without_tls_is_sent_on(site: Site) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", site.http, timeout=30)) as line:
        line.request("GET", "/sign-in/")
        answer = line.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, "https://127.0.0.1/sign-in/")


def test_but_a_program_is_refused(site: Site) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", site.http, timeout=30)) as line:
        line.request("GET", "/api/v1/me", headers={"Authorization": "Bearer trio_made-up"})
        answer = line.getresponse()
        assert (answer.status, json.load(answer)["code"]) == (403, "https-only")


def test_proxy_and_program_call_a_request_the_same(site: Site) -> None:
    answer, _body = ask(site, "/sign-in/", **{"X-Request-ID": "chosen-by-a-stranger"})
    assert answer.status == 200
    number = answer.headers["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f]{32}", number)
    eventually(lambda: f'"request":"{number}"' in site.written())


def test_static_files_come_from_nginx_packed_once_and_may_be_kept(site: Site) -> None:
    _answer, page = ask(site, "/sign-in/")
    found = re.search(rb'href="(/static/[^"]+\.css)"', page)
    assert found
    path = found.group(1).decode()
    answer, _body = ask(site, path, **{"Accept-Encoding": "gzip"})
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers.get_all("Content-Encoding") == ["gzip"]
    assert "X-Request-ID" not in answer.headers, "the program was bothered with it"
    answer, body = ask(site, "/static/css/tokens.css")
    assert (answer.headers["Cache-Control"], bool(body)) == ("public, max-age=60", True)


def test_a_body_that_is_too_large_is_refused_before_it_is_sent(site: Site) -> None:
    with site.tls.wrap_socket(socket.create_connection(("127.0.0.1", site.port), timeout=30)) as line:
        head = f"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {TOO_LARGE}\r\n\r\n"
        line.sendall(head.encode())
        assert line.recv(1024).startswith(b"HTTP/1.1 413 ")


def test_an_update_is_passed_on_before_the_next_one_is_made(site: Site, playing: dict[str, Any]) -> None:
    judge = Judge(Phone(site.port, site.tls), **playing["tables"][TABLES])
    judge.come_in()
    with closing(judge.phone), closing(Watcher(site.port, judge.page, tls=site.tls)) as watcher:
        told = watcher.told()
        assert number_of(next(told)) == 0
        for _ in range(5):
            judge.enter_next()
            assert number_of(next(told)) == judge.version


def test_those_who_watch_have_a_process_of_their_own_where_there_is_one(
    site: Site, playing: dict[str, Any]
) -> None:
    path = f"/live/fragment?at={Judge(Phone(site.port, site.tls), **playing['tables'][0]).page}"
    own = f'"upstream":"127.0.0.1:{site.watching}"'

    def answered() -> bool:
        answer, _body = ask(site, path)
        return answer.status == 200

    assert answered(), "the others serve them while it is not there"
    assert own not in site.written()
    process = site.start_web(site.watching)
    eventually(lambda: answered() and own in site.written(), timeout=60, every=0.2)
    process.kill()
    process.wait()
    assert answered(), "the others serve them again"


class Spectator:
    """Comes back whenever the stream breaks off, as a browser does, and keeps what it was told."""

    def __init__(self, site: Site, page: str, enough: Event) -> None:
        self.site, self.page, self.enough = site, page, enough
        self.numbers: list[int] = []
        self.came = 0

    def watch(self) -> None:
        seen = ""
        while not self.enough.is_set():
            try:
                with closing(Watcher(self.site.port, self.page, seen=seen, tls=self.site.tls)) as watcher:
                    self.came += watcher.status == 200
                    for told in watcher.told():
                        seen = told.version
                        self.numbers.append(number_of(told))
                        if self.enough.is_set():
                            return
            except (OSError, ValueError, IndexError, ssl.SSLError):
                continue


def test_a_back_end_is_killed_while_people_play_and_watch(site: Site, playing: dict[str, Any]) -> None:
    judges = [Judge(Phone(site.port, site.tls), **table) for table in playing["tables"][:TABLES]]
    enough = Event()
    # All at one table: when it moves on for the last time, everybody is told and can go.
    spectators = [Spectator(site, judges[0].page, enough) for _ in range(SPECTATORS)]

    def play(judge: Judge) -> None:
        judge.come_in()
        while not enough.is_set():
            judge.enter_next()

    def moved_on(by: int, since: list[int]) -> bool:
        return all(judge.version >= before + by for judge, before in zip(judges, since, strict=True))

    with ThreadPoolExecutor(TABLES + SPECTATORS) as pool:
        watching = [pool.submit(each.watch) for each in spectators]
        eventually(lambda: all(each.numbers for each in spectators), timeout=60)
        played = [pool.submit(play, judge) for judge in judges]
        try:
            eventually(lambda: moved_on(4, [0] * TABLES), timeout=60)
            site.web[0].kill()
            site.web[0].wait()
            eventually(partial(moved_on, 8, [judge.version for judge in judges]), timeout=60)
            eventually(lambda: any(each.came > 1 for each in spectators), timeout=60)
            site.web[0] = site.start_web(site.back_ends[0])
            eventually(partial(moved_on, 4, [judge.version for judge in judges]), timeout=60)
        finally:
            enough.set()
            for each in played:
                each.result()
            judges[0].enter_next()
        for each in watching:
            each.result()
    for judge in judges:
        judge.phone.close()

    there = json.loads(site.run("-m", "tests.load.audit"))
    assert there["complaints"] == []
    counted = Counter((match, event) for match, event in there["events"])
    for judge in judges:
        for entry in judge.journal:
            assert [counted[entry.match, str(event)] for event in entry.events] == [1] * len(entry.events)
    for spectator in spectators:
        assert spectator.numbers == sorted(set(spectator.numbers)), "somebody was shown something older"


def test_no_log_holds_a_link_that_lets_somebody_in(site: Site, playing: dict[str, Any]) -> None:
    """Not even of one that failed, or that another page was asked for from."""
    cards = [table["card"] for table in playing["tables"]]
    secrets = [card.strip("/").rpartition("/")[2] for card in cards]
    for process in site.web:
        process.kill()
        process.wait()
    answer, _body = ask(site, cards[0])
    assert answer.status == 502
    answer, _body = ask(site, "/static/none.css", Referer=f"https://127.0.0.1{cards[0]}")
    assert answer.status == 502
    eventually(lambda: '"status":502' in site.written())
    written = site.written()
    assert '"path":"/j/…"' in written
    assert [secret for secret in secrets if secret in written] == []


def test_the_file_says_what_the_program_does() -> None:
    """Numbers that stand in both."""
    text = CONF.read_text()

    def number(pattern: str) -> int:
        found = re.search(pattern, text)
        assert found, pattern
        return int(found.group(1))

    assert number(r"keepalive_timeout (\d+)s;  # less") < KEEP_ALIVE_SECONDS
    assert number(r"proxy_read_timeout (\d+)s") > 2 * HEARTBEAT_SECONDS
    assert number(r"client_max_body_size (\d+)m") * 1024 * 1024 == settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert letters(text, r"\(\?<door>([^)]+)\)") == letters(SECRET.pattern, r"\(([^)]+)\)")


def letters(text: str, pattern: str) -> set[str]:
    """What stands between the bars."""
    found = re.search(pattern, text)
    assert found, pattern
    return set(found.group(1).split("|"))
