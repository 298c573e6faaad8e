"""A server that does nothing but hold connections and write the same bytes to all of them once a second.

``python -m bench.parts.bare_stream BYTES``: prints its port, then the moment of each write, as JSON lines.
"""

import asyncio
import json
import os
import sys
import time

PAUSE = 1.0
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
END = b"\x00\x00\xff\xff"


async def main(size: int) -> None:
    block = os.urandom(size - len(END)).replace(b"\x00", b"\x01") + END
    chunk = f"{len(block):x}\r\n".encode() + block + b"\r\n"
    writers: list[asyncio.StreamWriter] = []

    async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(HEAD + chunk)
        writers.append(writer)

    server = await asyncio.start_server(come, "127.0.0.1", 0, backlog=4096)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    while True:
        await asyncio.sleep(PAUSE)
        print(json.dumps({"at": time.monotonic()}), flush=True)
        for number, writer in enumerate(writers):
            writer.write(chunk)
            if number % 500 == 499:
                await asyncio.sleep(0)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
