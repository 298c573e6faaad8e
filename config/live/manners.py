"""Who enters something goes before who watches: while somebody is being answered, streams wait with their writing.

Both are served by one thread of a process. Telling thousands takes it a while, and a judge who comes in between would
wait for the last of them. So they are told by the handful, and after each handful it is seen whether somebody waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

LONGEST = 0.02
"""Seconds that one handful waits at most: judges who come without a pause do not keep the hall from seeing."""
AT_ONCE = 100
"""Written to before it is seen whether somebody waits."""


class Manners:
    def __init__(self) -> None:
        self._answered = 0
        self._nobody = asyncio.Event()
        self._nobody.set()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """While somebody is given an answer."""
        self._answered += 1
        self._nobody.clear()
        try:
            yield
        finally:
            self._answered -= 1
            if not self._answered:
                self._nobody.set()

    async def give_way(self) -> None:
        """To whatever is next, and while somebody is being answered, until they are."""
        await asyncio.sleep(0)
        if self._answered:
            try:
                async with asyncio.timeout(LONGEST):
                    await self._nobody.wait()
            except TimeoutError:
                return
