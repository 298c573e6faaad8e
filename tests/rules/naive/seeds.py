"""Chance that can be repeated. The only place that makes a random generator, and it wants a seed."""

from random import Random


def seeded(seed: int) -> Random:
    """The same numbers every time; nothing here has to be secret."""
    return Random(seed)  # noqa: S311
