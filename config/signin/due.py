"""Mails that wait to be sent."""

from collections.abc import Callable, Iterable

from config.signin import letters

DUE: tuple[tuple[str, Callable[[], Iterable[int]]], ...] = ((letters.SEND, letters.due),)
