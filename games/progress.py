"""A line that says how far a long command has come: on a terminal, and nowhere else."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from django.core.management.base import OutputWrapper

EVERY = 0.2
Item = TypeVar("Item")


def counted(items: Iterable[Item], total: int, out: OutputWrapper) -> Iterator[Item]:
    """The items, while the terminal counts them."""
    shown, number = 0.0, 0
    for number, item in enumerate(items, start=1):
        yield item
        if out.isatty() and time.monotonic() - shown >= EVERY:
            shown = time.monotonic()
            out.write(f"\r{number} of {total} matches ", ending="")
            out.flush()
    if out.isatty():
        out.write(f"\r{number} of {total} matches")
