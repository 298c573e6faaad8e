"""How much one address and one link may ask for, and how long somebody may take to ask."""

import asyncio
import socket
from typing import Any

import pytest

from config import intake, protocol
from config.limits import BURST_SECONDS, MOST_KEPT, TOLD_EVERY, Buckets, Limited, address_of
from tests.conftest import StartHall


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_allows_a_burst_and_then_a_rate() -> None:
    clock = Clock()
    buckets = Buckets(5, clock)
    taken = [buckets.take("hall") for _ in range(5 * BURST_SECONDS + 1)]
    assert taken == [True] * (5 * BURST_SECONDS) + [False]
    assert buckets.take("elsewhere")
    clock.now += 0.4
    assert [buckets.take("hall") for _ in range(3)] == [True, True, False]
    clock.now += 3600
    assert sum(buckets.take("hall") for _ in range(1000)) == 5 * BURST_SECONDS


def test_nothing_is_limited_by_nought() -> None:
    buckets = Buckets(0)
    assert all(buckets.take("hall") for _ in range(10_000))


def test_very_many_addresses_take_no_more_memory() -> None:
    buckets = Buckets(1, Clock())
    for number in range(3 * MOST_KEPT):
        buckets.take(str(number))
    assert len(buckets._buckets) == MOST_KEPT


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::2:3:4:5", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("not an address", "not an address", True),
    ],
)
def test_a_neighbourhood_is_one_address(one: str, other: str, same: bool) -> None:
    assert (address_of({"client": (one, 1)}) == address_of({"client": (other, 1)})) is same


class Door:
    """Asks an application that answers everything, from addresses and with cookies of one's choice."""

    def __init__(self, **limits: float) -> None:
        self.clock, self.inside, self.go = Clock(), 0, asyncio.Event()
        chosen: dict[str, Any] = {"per_address": 0, "per_link": 0, "streams": 0} | limits
        self.limited = Limited(self.answer, session="sessionid", clock=self.clock, **chosen)

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        self.inside += 1
        if scope["path"] == "/live/stream":
            await self.go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def ask(self, path: str = "/", address: str = "192.0.2.1", cookie: str = "") -> int:
        told: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            told.append(message)

        headers = [(b"cookie", cookie.encode())] if cookie else []
        scope = {"type": "http", "path": path, "client": (address, 1), "headers": headers}
        await self.limited(scope, None, send)  # type: ignore[arg-type]
        return int(told[0]["status"])


def asked(door: Door, times: int, **how: str) -> list[int]:
    async def all_of_them() -> list[int]:
        return [await door.ask(**how) for _ in range(times)]

    return asyncio.run(all_of_them())


def test_one_address_cannot_take_everything() -> None:
    door = Door(per_address=2)
    assert asked(door, 21) == [200] * 20 + [429]
    assert asked(door, 1, address="192.0.2.2") == [200]
    assert door.inside == 21


def test_one_link_cannot_take_what_its_hall_may() -> None:
    door = Door(per_address=100, per_link=1)
    assert asked(door, 11, cookie="theme=dark; sessionid=judge") == [200] * 10 + [429]
    assert asked(door, 1, cookie="sessionid=other") == [200]


def test_fragments_are_not_counted() -> None:
    assert asked(Door(per_address=1), 50, path="/live/fragment") == [200] * 50


def test_streams_are_counted_while_they_are_open() -> None:
    async def story() -> None:
        door = Door(streams=2)
        open_ = [asyncio.create_task(door.ask("/live/stream")) for _ in range(2)]
        await asyncio.sleep(0)
        assert await door.ask("/live/stream") == 429
        assert await door.ask("/") == 200
        door.go.set()
        assert await asyncio.gather(*open_) == [200, 200]
        assert await door.ask("/live/stream") == 200

    asyncio.run(story())


def test_who_floods_is_written_down_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    door = Door(per_address=1)

    def refused(times: int, address: str) -> None:
        answers = [asyncio.run(door.ask("/j/a-secret/", address)) for _ in range(times + BURST_SECONDS)]
        assert answers[-1] == 429

    with caplog.at_level("INFO", logger="security"):
        refused(50, "192.0.2.1")
        refused(50, "2001:db8::7")
        assert [record.getMessage() for record in caplog.records] == [
            "too-often status=429 kind=requests network=192.0.2.1",
            "too-often status=429 kind=requests network=2001:db8::/64",
        ]
        door.clock.now += TOLD_EVERY
        refused(50, "192.0.2.1")
        assert len(caplog.records) == 3


def test_a_hall_tells_who_asks_too_often_to_wait(start_hall: StartHall) -> None:
    hall = start_hall(REQUESTS_PER_SECOND="0.5").wait_until_up()
    statuses = []
    for _ in range(12):
        with socket.create_connection(("127.0.0.1", hall.port), timeout=30) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            answer = b"".join(iter(lambda: line.recv(4096), b""))
        statuses.append(int(answer.split()[1]))
    hall.stop()
    assert 429 in statuses
    assert b"Retry-After: 5" in answer.title() or b"retry-after: 5" in answer


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(protocol, "LARGEST_HEAD", 2_000)
    monkeypatch.setattr(intake, "BODY_SECONDS", 0.2)


async def told(*parts: bytes) -> bytes:
    """What a server answers to somebody who sends these parts and then nothing more."""
    import uvicorn

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    config = uvicorn.Config(
        application,
        host="127.0.0.1",
        port=0,
        http=protocol.Protocol,
        log_config=None,
        lifespan="off",
        ws="none",
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    heard = b""
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
        heard = await asyncio.wait_for(reader.read(), 5)
    except ConnectionResetError:
        pass
    finally:
        writer.close()
        server.should_exit = True
        await serving
    return heard


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("parts", [(), (b"GET / HTTP/1.1\r\nHo",)], ids=["says nothing", "never ends"])
def test_who_does_not_come_out_with_it_is_let_go(parts: tuple[bytes, ...]) -> None:
    assert asyncio.run(told(*parts)) == b""


@pytest.mark.usefixtures("impatient")
def test_endless_headers_are_not_kept() -> None:
    assert (
        asyncio.run(told(b"GET / HTTP/1.1\r\n", *(b"X-More: %s\r\n" % (b"x" * 500) for _ in range(10))))
        == b""
    )


@pytest.mark.usefixtures("impatient")
def test_who_asks_properly_is_answered() -> None:
    heard = asyncio.run(told(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
    assert heard.startswith(b"HTTP/1.1 200")


@pytest.mark.usefixtures("impatient")
def test_a_body_that_never_ends_is_not_waited_for() -> None:
    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0.05)
        return {"type": "http.request", "body": b"x", "more_body": True}

    with pytest.raises(TimeoutError):
        asyncio.run(intake.read_body(receive))
