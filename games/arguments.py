"""Types of command-line arguments, each with a sentence for what it does not take."""

from __future__ import annotations

from argparse import ArgumentTypeError
from math import isfinite


def seconds(given: str) -> float:
    """A length of time."""
    try:
        length = float(given)
    except ValueError:
        length = 0.0
    if not (isfinite(length) and length > 0):
        raise ArgumentTypeError(f"“{given}” is not a number of seconds above 0")
    return length
