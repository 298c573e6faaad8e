"""A passage between two processes, without the processes: who goes through, who waits, who stays."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager

import pytest

from config import passage
from config.family import Ends
from config.passage import LARGEST, Passage, Traveller
from config.protocol import WATCHING, asks_to_watch

Arrived = list[tuple[socket.socket, bytes]]


class Visitor:
    """Somebody who is connected to us, and what came of passing them on."""

    def __init__(self, theirs: socket.socket, transport: asyncio.Transport) -> None:
        self.theirs, self.transport = theirs, transport
        self.stayed: list[bytes] = []

    def going(self, read: bytes = b"GET ") -> Traveller:
        return Traveller(self.transport, read, self.stayed.append)


@asynccontextmanager
async def visitors(count: int) -> AsyncIterator[list[Visitor]]:
    loop, pairs = asyncio.get_running_loop(), [socket.socketpair() for _ in range(count)]
    made = [
        Visitor(theirs, (await loop.connect_accepted_socket(asyncio.Protocol, ours))[0])
        for theirs, ours in pairs
    ]
    try:
        yield made
    finally:
        for each in made:
            each.transport.abort()
            each.theirs.close()


@pytest.fixture
def ends() -> Iterator[Ends]:
    one, other = passage.make()
    with one, other:
        yield one, other


def in_a_loop(story: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(20):
            await story()

    asyncio.run(whole())


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.005)


def test_a_connection_goes_through_with_what_was_read_and_is_not_closed(ends: Ends) -> None:
    async def story() -> None:
        here, there = Passage(ends[0], watching=False), Passage(ends[1], watching=True)
        arrived: Arrived = []
        here.open(lambda *_: None)
        there.open(lambda *each: arrived.append(each))
        async with visitors(1) as (visitor,):
            here.send(visitor.going(b"GET /live/"))
            await until(lambda: arrived and visitor.transport.is_closing())
            await asyncio.sleep(0)
            ((connection, read),) = arrived
            with connection:
                connection.sendall(b"still there")
                assert (read, visitor.theirs.recv(99)) == (b"GET /live/", b"still there")
                assert not visitor.stayed

    in_a_loop(story)


def test_when_it_is_full_they_wait_in_their_order_until_somebody_takes_them(ends: Ends) -> None:
    async def story() -> None:
        here, there = Passage(ends[0], watching=False), Passage(ends[1], watching=True)
        here.open(lambda *_: None)
        arrived: list[bytes] = []

        def take(connection: socket.socket, read: bytes) -> None:
            connection.close()
            arrived.append(read)

        async with visitors(40) as people:
            sent = [b"%05d" % number + bytes(LARGEST // 2) for number in range(len(people))]
            for visitor, read in zip(people, sent, strict=True):
                here.send(visitor.going(read))
            assert sum(each.transport.is_closing() for each in people) < len(people)
            there.open(take)
            await until(lambda: len(arrived) == len(people))
            assert arrived == sent
            assert not any(each.stayed for each in people)

    in_a_loop(story)


def test_who_is_not_taken_is_served_here(ends: Ends, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passage, "PATIENCE", 0.1)

    async def story() -> None:
        here = Passage(ends[0], watching=False)
        here.open(lambda *_: None)
        async with visitors(40) as people:
            for visitor in people:
                here.send(visitor.going(b"GET " + bytes(LARGEST // 2)))
            await until(lambda: all(each.stayed or each.transport.is_closing() for each in people))
            stayed = [each for each in people if each.stayed]
            assert stayed
            assert all(each.transport.is_reading() for each in stayed)

    in_a_loop(story)


def test_what_cannot_go_and_what_comes_after_the_end_stays(ends: Ends) -> None:
    async def story() -> None:
        here = Passage(ends[0], watching=False)
        here.open(lambda *_: None)
        async with visitors(3) as (large, late, refused):
            here.send(large.going(bytes(LARGEST + 1)))
            ends[1].close()
            here.send(refused.going())
            here.close()
            here.send(late.going())
            assert [len(each.stayed) for each in (large, refused, late)] == [1, 1, 1]

    in_a_loop(story)


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (b"GET /live/stream?at=", True),
        (WATCHING, True),
        (b"GET /li", None),
        (b"G", None),
        (b"GET /lively/", False),
        (b"POST /live/", False),
        (b"\r\n", False),
    ],
)
def test_whose_a_request_is_is_told_by_its_first_word(read: bytes, told: bool | None) -> None:
    assert asks_to_watch(read) is told
