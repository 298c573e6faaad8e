"""Whether this process was asked to stop, and what has to be ended before it can.

Asked to stop, it still serves for DRAIN_SECONDS and says at /readyz that it is about to go; then comes the end. Knows
nothing of signals nor of what is ended.
"""

from __future__ import annotations

from collections.abc import Callable


class _State:
    asked = False
    over = False
    endings: list[Callable[[], object]] = []


def ask() -> None:
    _State.asked = True


def asked() -> bool:
    return _State.asked


def at_the_end(call: Callable[[], object]) -> None:
    """To be called when nothing new is begun any more."""
    _State.endings.append(call)


def end() -> None:
    _State.asked = _State.over = True
    for call in _State.endings:
        call()


def over() -> bool:
    return _State.over
