"""Ties a child process to its supervisor: when the pipe on standard input closes, the child stops.

The pipe closes however the supervisor ends, by kill -9 too, so that nothing is left running.
"""

import os
import signal
import threading

from django.conf import settings

GRACE_SECONDS = 10.0
STANDARD_INPUT = 0
"""By its number: Python has no name for it where there was none when it began, though there is one now."""


def follow_stdin() -> None:
    threading.Thread(target=_wait_and_stop, name="leash", daemon=True).start()


def _wait_and_stop() -> None:
    while os.read(STANDARD_INPUT, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(settings.DRAIN_SECONDS + GRACE_SECONDS)
    if os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)
