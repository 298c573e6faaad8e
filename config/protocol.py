"""HTTP as uvicorn speaks it, and one thing more: a connection can be broken off.

ASGI only knows how to end an answer, and an answer ends when its last byte was read. Who never reads would keep their
connection, and what waits for them in memory, for ever.
"""

import socket
import struct
import sys

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

BREAK_OFF = "triomphe.break_off"
"""The name of the extension in a request's scope: call its “now”, and the connection is gone."""
AT_ONCE = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
"""Closing does not linger: the system forgets what was not read, too."""


class Protocol(HttpToolsProtocol):
    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = {BREAK_OFF: {"now": self.break_off}}

    def break_off(self) -> None:
        if not self.transport.is_closing():
            connection = self.transport.get_extra_info("socket")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            self.transport.abort()
