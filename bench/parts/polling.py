"""People without a stream who ask for a fragment: ``python -m bench.parts.polling PORT PER_SECOND PATH``.

Says “ready”, then asks so many times a second, each time with the version it saw last, until standard input closes;
then how many were answered and how many were not. Lines are JSON.
"""

import asyncio
import json
import sys
import time
from urllib.parse import quote

CONNECTIONS = 30


class Polling:
    def __init__(self, port: int, per_second: float, path: str) -> None:
        self.port, self.pause = port, CONNECTIONS / per_second
        self.head = (
            f"GET /live/fragment?at={quote(path)} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n"
        )
        self.answered = self.failed = 0
        self.over = False

    async def ask(self, number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        seen, at = "", time.monotonic() + self.pause * number / CONNECTIONS
        while not self.over:
            await asyncio.sleep(max(0.0, at - time.monotonic()))
            at += self.pause
            writer.write(
                f"{self.head}{f'If-None-Match: {seen}' + chr(13) + chr(10) if seen else ''}\r\n".encode()
            )
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            status = int(head.split()[1])
            names = {
                line.partition(":")[0].lower(): line.partition(":")[2].strip() for line in head.splitlines()
            }
            if "content-length" in names and status != 304:
                await reader.readexactly(int(names["content-length"]))
            elif "transfer-encoding" in names:
                while size := int(await reader.readline(), 16):
                    await reader.readexactly(size + 2)
                await reader.readexactly(2)
            seen = names.get("etag", seen)
            if status in (200, 304):
                self.answered += 1
            else:
                self.failed += 1
        writer.close()


async def main(port: int, per_second: float, path: str) -> None:
    polling = Polling(port, per_second, path)
    print(json.dumps({"ready": CONNECTIONS}), flush=True)
    asking = asyncio.gather(*(polling.ask(number) for number in range(CONNECTIONS)))
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    polling.over = True
    await asking
    print(json.dumps({"answered": polling.answered, "failed": polling.failed}))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]))
