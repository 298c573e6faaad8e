"""How much was tried, told at the end of a test run: ``python -m tests.security.counts`` runs what counts and prints it.

``make bench`` does so too, and reads it from the file of ``--json FILE``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

import pytest

TRIED: Counter[str] = Counter()
WHERE = ("tests/security", "tests/tournaments/test_endpoints.py", "tests/api/test_routes.py")


def tried(what: str, number: int) -> None:
    """Count something that was tried."""
    TRIED[what] += number


def lines() -> list[str]:
    return [f"{number:>8,} {what}" for what, number in TRIED.items()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="a file to write the numbers to")
    file = parser.parse_args().json
    code = pytest.main(["-q", "-p", "no:randomly", *WHERE])
    if file:
        file.write_text(json.dumps(TRIED))
    sys.stdout.write("\n".join(["", *lines(), ""]))
    return int(code)


if __name__ == "__main__":
    # Not as __main__: the tests count in the module of this name.
    from tests.security import counts

    sys.exit(counts.main())
