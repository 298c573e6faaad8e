"""Those who watch are served by a process of their own: whom it serves, and what becomes of them when it dies."""

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.conftest import StartHall
from tests.hall import Hall, eventually
from tests.live.test_bad_luck import until_number
from tests.load.crowd import Crowd
from tests.load.judge import Judge
from tests.load.watcher import Watcher

pytestmark = pytest.mark.no_job

PEOPLE = 50


def holds(pid: int, visitor: socket.socket) -> bool:
    """Whether this process has the other end of a visitor's connection."""
    # By both ends: a port of a visitor's may be in use towards another hall too.
    ends = [f"0100007F:{port:04X}" for port in (visitor.getpeername()[1], visitor.getsockname()[1])]
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()]
    (inode,) = {line[9] for line in lines if line[1:3] == ends}
    files = f"/proc/{pid}/fd"
    return f"socket:[{inode}]" in {os.readlink(f"{files}/{each}") for each in os.listdir(files)}


def request(path: str, *lines: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *lines, "", ""]).encode()


def fragment(judge: Judge) -> str:
    return f"/live/fragment?at={quote(judge.page)}"


@contextmanager
def line(hall: Hall) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", hall.port), timeout=30) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield connection


def heads(connection: socket.socket, count: int) -> list[bytes]:
    """The first lines of so many answers, which must have no body."""
    read = b""
    while read.count(b"\r\n\r\n") < count:
        more = connection.recv(65_536)
        assert more, read
        read += more
    return [each.split(b"\r\n")[0] for each in read.split(b"\r\n\r\n")[:count]]


def test_a_stream_goes_on_while_web_dies(hall: Hall, judge: Judge) -> None:
    with closing(Watcher(hall.port, judge.page)) as watcher:
        told = watcher.told()
        until_number(told, judge.version)
        os.kill(hall.children()["web"], signal.SIGKILL)
        judge.enter_next()
        until_number(told, judge.version)


def test_all_come_back_when_theirs_dies_and_no_entry_waits_for_it(hall: Hall, judge: Judge) -> None:
    with Crowd(hall.port, judge.page, PEOPLE) as crowd:
        crowd.wait_until_back(1, judge.version)
        judge.phone.close()  # a line that was idle for too long is closed by web, which is not meant here
        os.kill(hall.children()["live"], signal.SIGKILL)
        for _ in range(3):
            judge.enter_next()
        assert judge.again == 0
        hall.wait_for(r"The live process stopped \(SIGKILL\); starting it again")
        crowd.wait_until_back(2, judge.version)
        judge.enter_next()
        crowd.wait_until_back(2, judge.version)
    assert (crowd.refused, crowd.backwards) == (0, 0)


def test_who_comes_while_it_is_away_waits_and_is_told_the_newest(hall: Hall, judge: Judge) -> None:
    live = hall.children()["live"]
    os.kill(live, signal.SIGSTOP)
    with line(hall) as early:
        early.sendall(request(f"/live/stream?at={quote(judge.page)}"))
        judge.enter_next()  # answered: web neither waits for it nor for the one who watches
        early.settimeout(0.2)
        with pytest.raises(TimeoutError):  # neither answered nor sent away
            early.recv(1)
        os.kill(live, signal.SIGKILL)
        early.settimeout(60)
        read = b""
        while f'data-version="{judge.version}"'.encode() not in read:
            read += early.recv(65_536)
    assert read.startswith(b"HTTP/1.1 200")


def test_a_line_is_passed_to_and_fro_as_it_is_used(hall: Hall, judge: Judge) -> None:
    """As a browser does, or a proxy: the same connection asks for one thing and then for another."""
    phone = judge.phone
    phone.close()
    assert phone.get(fragment(judge))[0] == 200
    tag = phone.headers["etag"]
    judge.enter_next()
    eventually(lambda: phone.get(fragment(judge), **{"If-None-Match": tag})[0] == 200)
    assert phone.get(fragment(judge), **{"If-None-Match": phone.headers["etag"]})[0] == 304
    judge.enter_next()
    assert judge.again == 0


def test_what_was_read_goes_with_it(hall: Hall, judge: Judge) -> None:
    # With a version that nobody showed, one is answered after a look: nothing newer is to come.
    judge.phone.get(fragment(judge), **{"If-None-Match": '"never shown"'})
    asked = request(fragment(judge), f"If-None-Match: {judge.phone.headers['etag']}")
    with line(hall) as slow:
        for byte in range(len(asked)):
            slow.sendall(asked[byte : byte + 1])
        assert heads(slow, 1) == [b"HTTP/1.1 304 Not Modified"]
        assert holds(hall.children()["live"], slow)
        # Three at once, the second for somebody else: answered in their order, whoever has the line.
        slow.sendall(asked + request("/readyz", "X: y").replace(b"GET", b"HEAD") + asked)
        assert [each.split()[1] for each in heads(slow, 3)] == [b"304", b"200", b"304"]
        slow.sendall(request("/readyz").replace(b"GET", b"HEAD"))
        assert heads(slow, 1) == [b"HTTP/1.1 200 OK"]
        assert holds(hall.children()["web"], slow)


def test_without_such_a_process_web_serves_everybody(start_hall: StartHall) -> None:
    hall = start_hall("--live", "0").wait_until_up()
    assert "live" not in hall.children()
    with closing(Watcher(hall.port, "/t/nothing-here/")) as watcher:
        assert watcher.status == 404
    assert hall.stop() == 0
