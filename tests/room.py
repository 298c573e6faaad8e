"""Room on the stack for tests, which call deeply: pytest, Django's client, all that is around a view, and a page.

CPython keeps the frames of a thread in pieces of 16 KiB, asks the system for the next one where a call needs it, and
gives it back when that call returns. A loop that happens to call across such an edge asks and gives back at each turn:
that was up to a sixth of the processor's time. A large frame gets a large piece, and leaves the second half of it to
all that is called from there.
"""

from collections.abc import Callable
from typing import Any, TypeVar

Called = TypeVar("Called", bound=Callable[..., Any])
ENTRIES = 70_000
"""A little more than half a MiB, so the piece is one of a MiB. Of it only what is used is ever there."""


def with_room(function: Called) -> Called:
    function.__code__ = function.__code__.replace(co_stacksize=ENTRIES)
    return function
