"""A test begins when a processor has time for it, whichever run it is of.

There are more workers than processors, because tests of browsers and servers wait for a part of their time. Whoever
begins nevertheless while all processors work takes their caches from the others: four tests that only reckon take
a fifth longer on two processors than two by two.
"""

import os
import random
import time
from pathlib import Path

PROCESSORS = os.cpu_count() or 1
RUNNING = Path("/proc/loadavg")
"""Where Linux tells how many want a processor now; elsewhere a test begins at once."""
LONGEST = 0.5
"""Seconds: nobody waits for ever because others come first."""


def wait_for_a_processor() -> None:
    """One more than there are processors may be at work: what takes one for a moment only would keep it idle then."""
    deadline = time.monotonic() + LONGEST
    while others_running() > PROCESSORS and time.monotonic() < deadline:
        time.sleep(random.uniform(0.002, 0.01))  # noqa: S311 - so that not all look at the same time


def others_running() -> int:
    """How many work or would work now, without us."""
    try:
        return int(RUNNING.read_text().split()[3].split("/")[0]) - 1
    except FileNotFoundError:
        return 0
