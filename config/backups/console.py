"""How far a long command has come, on a terminal and nowhere else."""

from __future__ import annotations

from collections.abc import Callable

from django.core.management.base import OutputWrapper


def bar(out: OutputWrapper, what: str) -> Callable[[float], None]:
    def tell(share: float) -> None:
        if out.isatty():
            out.write(f"\r{what} … {share:4.0%}", ending="\n" if share >= 1 else "")
            out.flush()

    return tell
