"""How much was tried, told at the end of a test run: ``python -m tests.security.counts`` runs the room and prints it."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

TRIED: Counter[str] = Counter()


def tried(what: str, number: int) -> None:
    """Count something that was tried."""
    TRIED[what] += number


def lines() -> list[str]:
    return [f"{number:>8,} {what}" for what, number in TRIED.items()]


def main() -> int:
    code = pytest.main(["-q", "-p", "no:randomly", "tests/security"])
    sys.stdout.write("\n".join(["", *lines(), ""]))
    return int(code)


if __name__ == "__main__":
    # Not as __main__: the tests count in the module of this name.
    from tests.security import counts

    sys.exit(counts.main())
