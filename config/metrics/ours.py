"""What each process counts. Every name here is explained in docs/operating.md; a test compares the two."""

from __future__ import annotations

import os
import time
from pathlib import Path

from config.metrics.kinds import PREFIX, Counter, Histogram, Reading

QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LONG = (0.01, 0.1, 0.5, 1.0, 5.0, 15.0, 60.0, 300.0)

REQUESTS = Histogram(
    f"{PREFIX}request_seconds",
    "From the last byte of a request to the first of its answer, by the class of its status; streams left out.",
    QUICK,
    label="status",
)
FRAGMENTS = Histogram(
    f"{PREFIX}fragment_seconds",
    "Making what everybody who watches is sent, once a version of a view.",
    QUICK,
)
PUSHES = Histogram(
    f"{PREFIX}push_lag_seconds",
    "From the word that something was written until everybody who watches it was written to.",
    QUICK,
)
TASKS = Histogram(f"{PREFIX}task_seconds", "Doing a job, by its kind.", LONG, label="task")
FAILED = Counter(
    f"{PREFIX}task_failures", "Jobs that ended in an error; they are still due and tried again.", label="task"
)
STREAMS = Reading(f"{PREFIX}streams", "Open streams.")
VIEWS = Reading(f"{PREFIX}views", "Views that are kept fresh because somebody watches or just did.")
STREAM_MESSAGES = Reading(
    f"{PREFIX}stream_messages", "Messages written to streams, heartbeats too.", "counter"
)
STREAM_BYTES = Reading(f"{PREFIX}stream_bytes", "Bytes written to streams, packed where they are.", "counter")
CPU = Reading(f"{PREFIX}process_cpu_seconds", "Processor time.", "counter", time.process_time)
MEMORY = Reading(f"{PREFIX}process_memory_bytes", "Resident memory; 0 where the system does not tell.")
STARTED = Reading(f"{PREFIX}process_start_time_seconds", "When the process began, in seconds since 1970.")

ALL = (
    REQUESTS,
    FRAGMENTS,
    PUSHES,
    TASKS,
    FAILED,
    STREAMS,
    VIEWS,
    STREAM_MESSAGES,
    STREAM_BYTES,
    CPU,
    MEMORY,
    STARTED,
)


def _resident() -> float:
    try:
        return float(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # not Linux
        return 0.0


def _begin() -> None:
    """A process begins when it is forked, however long ago this was loaded."""
    began = time.time()
    STARTED.read = lambda: began


MEMORY.read = _resident
_begin()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin)
