"""What other programs wait to be told."""

from collections.abc import Callable, Iterable

from config.api import deliveries

DUE: tuple[tuple[str, Callable[[], Iterable[int]]], ...] = ((deliveries.DELIVER, deliveries.due),)
