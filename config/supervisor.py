"""Starts web, live, worker and scheduler, keeps them running, and stops them together.

It knows processes, signals and the listening socket, and nothing of what the children do.
"""

import os
import select
import signal
import socket
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import FrameType

from django.conf import settings
from django.utils.translation import gettext as _

from config.processes import Child, describe_exit

STOP_SECONDS = 12.0
BACKLOG = 2048
MOST_UNSENT = 128 * 1024
"""Bytes the system keeps for a visitor who does not read; by itself it would take millions for each."""
Say = Callable[[str], None]


class Supervisor:
    def __init__(self, children: Iterable[Child], say: Say) -> None:
        self.children = list(children)
        self.say = say
        self.stopping = False
        self._read, self._write = os.pipe()
        for end in (self._read, self._write):
            os.set_blocking(end, False)

    def run(self) -> None:
        """Until SIGINT, SIGTERM or SIGHUP; then everything finishes what it has begun. A second one ends it at once."""
        self._listen_to_signals()
        try:
            while not self.stopping:
                self._start_what_is_down()
                self._sleep()
                self._notice_deaths()
        finally:
            self.stop()

    def stop(self) -> None:
        deadline = time.monotonic() + settings.DRAIN_SECONDS + STOP_SECONDS
        for child in self.children:
            child.terminate()
        for child in self.children:
            child.wait(deadline)

    def _start_what_is_down(self) -> None:
        now = time.monotonic()
        for child in self.children:
            if child.process is None and child.start_at <= now:
                child.start()

    def _notice_deaths(self) -> None:
        for child in tuple(self.children):
            code = child.ended()
            if code is not None and child.once:
                self.children.remove(child)
            elif code is not None and not self.stopping:
                pause = child.plan_restart()
                self.say(_restart_line(child.name, describe_exit(code), pause))

    def _sleep(self) -> None:
        """Until a signal comes (a child's death is one) or a restart is planned."""
        down = [child.start_at for child in self.children if child.process is None]
        timeout = max(0.0, min(down) - time.monotonic()) if down else None
        select.select([self._read], [], [], timeout)
        with suppress(BlockingIOError):
            os.read(self._read, 1024)

    def _listen_to_signals(self) -> None:
        # Python writes a byte to the pipe for each signal, so none is missed between look and sleep.
        signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:  # as nohup wants it
                signal.signal(number, self._on_stop)

    def _on_stop(self, number: int, frame: FrameType | None) -> None:
        if self.stopping:
            for child in self.children:
                child.signal(signal.SIGKILL)
        self.stopping = True


def _restart_line(name: str, reason: str, pause: float) -> str:
    if pause < 1:
        return _("The %(name)s process stopped (%(reason)s); starting it again.") % {
            "name": name,
            "reason": reason,
        }
    return _("The %(name)s process stopped (%(reason)s); starting it again in %(pause)d s.") % {
        "name": name,
        "reason": reason,
        "pause": pause,
    }


def listen(host: str, port: int) -> socket.socket:
    """The socket visitors come to. The supervisor keeps it, so they wait while web is restarted."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    listener = socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):  # where it is known, every connection taken here has it
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MOST_UNSENT)
    return listener
