"""So many people watching a hall, each by a stream: ``python -m bench.parts.spectators PORT COUNT PATH …``

Says “ready” when all are connected, watches until standard input closes, then tells how much reached them.
"""

import asyncio
import json
import sys
from urllib.parse import quote


class Spectator:
    def __init__(self, port: int, path: str) -> None:
        self.port, self.path = port, path
        self.bytes = self.messages = 0
        self.lost = False

    async def watch(self, connected: asyncio.Semaphore) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = f"GET /live/stream?at={quote(self.path)} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n"
        writer.write(head.encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 200"), answer
        connected.release()
        while chunk := await reader.read(65536):
            self.bytes += len(chunk)
            self.messages += 1
        self.lost = True


async def main(port: int, count: int, paths: list[str]) -> None:
    connected = asyncio.Semaphore(0)
    people = [Spectator(port, paths[number % len(paths)]) for number in range(count)]
    watching = [asyncio.create_task(each.watch(connected)) for each in people]
    for _ in people:
        await connected.acquire()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in watching:
        task.cancel()
    told = {
        "lost": sum(each.lost for each in people),
        "messages": sum(each.messages for each in people),
        "bytes": sum(each.bytes for each in people),
    }
    print(json.dumps(told))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
