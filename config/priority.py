"""Who steps back when the processors are busy."""

import os
from contextlib import suppress
from pathlib import Path

STEPS = 5
"""A third of the weight of who did not step back: they go first, and nobody is starved."""


def step_back() -> None:
    """To be called before any thread is started, which has the priority of the one that starts it."""
    os.nice(STEPS)
    # Where Linux first shares the processors among sessions, nice counts only inside of one.
    if os.getsid(0) == os.getpid():
        with suppress(OSError):  # a system that does not share them so
            Path("/proc/self/autogroup").write_text(str(STEPS))
