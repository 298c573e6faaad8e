"""Asks for one fragment as fast as it can, saying which version it has: ``python -m bench.parts.asking PORT PATH SECONDS``.

Prints how many answers a second said that nothing had changed. Requests are sent by the handful on a few kept
connections, so that what is measured is the server.
"""

import asyncio
import sys
import time
from urllib.parse import quote

CONNECTIONS = 8
AT_ONCE = 32


async def etag_of(port: int, path: str) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /live/fragment?at={quote(path)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    writer.close()
    return next(line.split(": ", 1)[1] for line in head.splitlines() if line.lower().startswith("etag"))


async def ask(port: int, request: bytes, until: float) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    count = 0
    while time.monotonic() < until:
        writer.write(request * AT_ONCE)
        for _ in range(AT_ONCE):
            answer = await reader.readuntil(b"\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 304"), answer
        count += AT_ONCE
    writer.close()
    return count


async def main(port: int, path: str, seconds: float) -> None:
    etag = await etag_of(port, path)
    request = f"GET /live/fragment?at={quote(path)} HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: {etag}\r\n\r\n".encode()
    until = time.monotonic() + seconds
    counts = await asyncio.gather(*(ask(port, request, until) for _ in range(CONNECTIONS)))
    print(sum(counts) / seconds)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], float(sys.argv[3])))
