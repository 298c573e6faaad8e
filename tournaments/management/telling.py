"""A line that says how many matches are done: on a terminal, and nowhere else."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.core.management.base import OutputWrapper

EVERY = 0.2


def telling(out: OutputWrapper, done_what: str) -> Callable[[int, int], None]:
    last = 0.0

    def tell(done: int, of: int) -> None:
        nonlocal last
        if not out.isatty() or (done < of and time.monotonic() - last < EVERY):
            return
        last = time.monotonic()
        out.write(f"\r{done} of {of} matches {done_what} ", ending="\n" if done == of else "")
        out.flush()

    return tell
