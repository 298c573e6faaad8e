"""Web processes of a hall on a port of their own, to be killed: one that dies is replaced at once.

The supervisor waits ever longer before it starts a process that dies again and again; here that is the point. So
that a hundred deaths don't take minutes, a parent loads the program once and forks: each child is the real server.
"""

import gc
import os
import random
import signal
import socket
import subprocess
import sys
from types import TracebackType

from config.supervisor import listen
from tests.hall import ROOT, Hall, environment


class Servers:
    def __init__(self, hall: Hall, count: int) -> None:
        self._listener = listen("127.0.0.1", 0)
        file = self._listener.fileno()
        self._parent = subprocess.Popen(
            [sys.executable, "-m", "tests.load.servers", str(file)],
            cwd=ROOT,
            env=environment(hall.data) | hall.variables | {"DJANGO_SETTINGS_MODULE": "config.settings"},
            pass_fds=(file,),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._running = [self._start() for _ in range(count)]

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    def kill_one(self, chance: random.Random) -> None:
        """Not the youngest, which may still be starting."""
        os.kill(self._running.pop(chance.randrange(len(self._running) - 1)), signal.SIGKILL)
        self._running.append(self._start())

    def __enter__(self) -> "Servers":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pid in self._running:
            os.kill(pid, signal.SIGKILL)
        self._parent.communicate()
        self._listener.close()

    def _start(self) -> int:
        assert self._parent.stdin
        assert self._parent.stdout
        self._parent.stdin.write("start\n")
        self._parent.stdin.flush()
        return int(self._parent.stdout.readline())


def main(file: int) -> None:
    import django

    django.setup()
    import uvicorn

    from config.loaded import load_everything
    from config.server import configuration

    load_everything()  # once, here, as the supervisor does it
    gc.freeze()

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead are not waited for
    for _line in sys.stdin:
        if pid := os.fork():
            print(pid, flush=True)
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        uvicorn.Server(configuration("127.0.0.1", 0)).run(sockets=[socket.socket(fileno=file)])
        os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
