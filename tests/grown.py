"""Runs a command (pytest) on servers: ``python -m tests.grown redis pytest …``

What touches data or a queue runs again there, in a database and a broker made for it and dropped after.
"""

import os
import signal
import subprocess
import sys
from types import FrameType

import pytest

from tests import needs
from tests.services import RUN, fresh_name, own_services, sweep_up

NEEDS = {
    "redis": (needs.need_postgres, needs.need_redis),
    "rabbitmq": (needs.need_postgres, needs.need_rabbitmq),
}

AGAIN = {"redis": "touches_data", "rabbitmq": "touches_queue"}
"""PostgreSQL is the same in both runs: with the second broker, what only asks the database has been tried already."""


def main(broker: str, command: list[str]) -> int:
    signal.signal(signal.SIGTERM, leave)  # so that what was made is dropped
    try:
        for need in NEEDS[broker]:
            need()
    except pytest.skip.Exception as reason:
        print(f"skipped: {reason}")
        return 0
    except pytest.fail.Exception as reason:
        print(f"failed: {reason}")
        return 1
    os.environ[RUN] = run = fresh_name()
    try:
        with own_services(broker) as variables:
            return subprocess.call([*command, "-m", AGAIN[broker]], env=os.environ | variables)
    finally:
        sweep_up(run, broker)


def leave(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
