"""Which files hold tests that run again on servers: ``python -m tests.gathered FILE [WHERE …]`` writes it down there, as JSON.

Every process of a run loads all the tests that it is given, so a run of a few is given only the files they are in. That
all of them can be loaded is found here too, once, and what Python makes of them is kept for the runs.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tests.grown import AGAIN


class Files:
    def __init__(self) -> None:
        self.of: dict[str, set[str]] = defaultdict(set)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            for mark in AGAIN.values():
                if item.get_closest_marker(mark):
                    self.of[mark].add(str(item.path.relative_to(session.config.rootpath)))


def main(told: str, *where: str) -> int:
    files = Files()
    code = pytest.main(["--collect-only", "-qq", *where], plugins=[files])
    Path(told).write_text(json.dumps({mark: sorted(found) for mark, found in files.of.items()}))
    return int(code)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
