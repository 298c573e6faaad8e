"""Very many people watching one view: ``python -m bench.parts.crowd PORT COUNT PATH``.

Says “ready” when all have been sent the first version, then for each later version when the first and the last of
them had it whole, and how many had not when the next came. Lines are JSON; standard input closing ends it.
"""

import asyncio
import json
import sys
import time
from collections import defaultdict
from urllib.parse import quote

from config.descriptors import allow_many

PER_SECOND = 1_500
"""Connections begun at once: more than a server's backlog would be turned away."""
END = b"\x00\x00\xff\xff"
"""Ends a block of packed data: a full flush."""


class Crowd:
    def __init__(self) -> None:
        self.arrived: dict[int, list[float]] = defaultdict(list)
        self.bytes = 0
        self.lost = 0


class Spectator(asyncio.Protocol):
    """Counts the blocks that reached it; a heartbeat is a block as well, but a small one."""

    LEAST = 200

    def __init__(self, crowd: Crowd, request: bytes, first: asyncio.Event) -> None:
        self.crowd, self.request, self.first = crowd, request, first
        self.size, self.version, self.tail = 0, 0, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.crowd.bytes += len(data)
        self.size += len(data)
        joined = self.tail + data
        self.tail = joined[-8:]
        if END not in joined:
            return
        if self.size > self.LEAST:
            self.crowd.arrived[self.version].append(time.monotonic())
            self.version += 1
            self.first.set()
        self.size = 0

    def connection_lost(self, exc: Exception | None) -> None:
        self.crowd.lost += 1


async def main(port: int, count: int, path: str) -> None:
    allow_many()
    loop = asyncio.get_running_loop()
    crowd = Crowd()
    request = f"GET /live/stream?at={quote(path)} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n".encode()
    firsts = []
    began = time.monotonic()
    for number in range(count):
        first = asyncio.Event()
        await loop.create_connection(lambda first=first: Spectator(crowd, request, first), "127.0.0.1", port)  # type: ignore[misc]
        firsts.append(first)
        if number % 100 == 99:
            await asyncio.sleep(max(0.0, began + number / PER_SECOND - time.monotonic()))
    for first in firsts:
        await first.wait()
    crowd.bytes = 0
    print(json.dumps({"ready": count, "seconds": time.monotonic() - began}), flush=True)
    await asyncio.to_thread(sys.stdin.read)
    told = {
        "lost": crowd.lost,
        "bytes": crowd.bytes,
        "versions": [sorted(crowd.arrived[version]) for version in sorted(crowd.arrived) if version],
    }
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
