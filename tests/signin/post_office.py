"""A mail server of thirty lines: takes mails, keeps them, and can be told to be in a bad mood."""

from __future__ import annotations

import re
import socketserver
from email import message_from_bytes
from email.message import Message
from threading import Condition, Thread
from typing import Any


class PostOffice(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Counter)
        self.mails: list[Message] = []
        self.says_to_recipient = b"250 fine"
        self.news = Condition()
        Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def wait_for(self, count: int, timeout: float = 30.0) -> list[Message]:
        with self.news:
            assert self.news.wait_for(lambda: len(self.mails) >= count, timeout), "no mail came"
        return self.mails

    def link(self, number: int = -1) -> str:
        """The address in a mail."""
        found = re.search(r"https?://\S+", text_of(self.mails[number]))
        assert found
        return found[0]

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class Counter(socketserver.StreamRequestHandler):
    server: PostOffice

    def handle(self) -> None:
        self.say(b"220 hall")
        while line := self.rfile.readline().strip().upper():
            if line.startswith(b"RCPT"):
                self.say(self.server.says_to_recipient)
            elif line == b"DATA":
                self.say(b"354 go on")
                self.take()
            elif line == b"QUIT":
                self.say(b"221 bye")
                break
            else:
                self.say(b"250 fine")

    def take(self) -> None:
        lines: list[bytes] = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line)
        with self.server.news:
            self.server.mails.append(message_from_bytes(b"".join(lines)))
            self.server.news.notify_all()
        self.say(b"250 taken")

    def say(self, words: bytes) -> None:
        self.wfile.write(words + b"\r\n")


def text_of(mail: Message) -> str:
    body: Any = mail.get_payload(decode=True)
    return str(body.decode())
