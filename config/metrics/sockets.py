"""How a process gives its numbers to whoever gathers them: over a socket in the data folder, when asked.

Nothing is written while nobody asks, and a process that is gone leaves no old numbers: its socket answers no more. Off
unless METRICS_PORT is set. Knows nothing of what is counted.
"""

from __future__ import annotations

import json
import logging
import os
import re
import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from threading import Thread
from typing import Any

from django.conf import settings

from config.metrics.kinds import PREFIX, Family, Sample

PATIENCE_SECONDS = 1.0
"""For one process to answer; one that hangs is told of as not there."""
AT_ONCE = 8
ENDING = ".sock"

logger = logging.getLogger(__name__)


def folder() -> Path:
    return Path(settings.DATA_DIR) / "metrics"


def offer(name: str, counted: Iterable[Any] | None = None) -> None:
    """From now on this process answers, under this name, in a thread of its own."""
    if not settings.METRICS_PORT:
        return
    from config.metrics.ours import ALL

    place = folder() / f"{re.sub(r'[^A-Za-z0-9_-]', '-', name)}.{os.getpid()}{ENDING}"
    listener = socket.socket(socket.AF_UNIX)
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside = place.with_suffix(".new")
        beside.unlink(missing_ok=True)
        listener.bind(str(beside))
        listener.listen()
        beside.rename(place)  # only now: whoever gathers removes what does not answer
    except OSError as error:  # a path that is too long, above all; nothing else depends on it
        logger.warning("the numbers of this process cannot be asked for: %s", error)
        listener.close()
        return
    metrics = tuple(counted or ALL)
    Thread(target=_answer, args=(listener, metrics), name="metrics", daemon=True).start()


def gather() -> list[Family]:
    """The numbers of every process on this machine, each with its name."""
    places = sorted(folder().glob(f"*{ENDING}"))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return _merged(zip(places, pool.map(_ask, places), strict=True))


# -- in the process that counts ------------------------------------------------------------------


def _answer(listener: socket.socket, metrics: tuple[Any, ...]) -> None:
    while True:
        with suppress(OSError), listener.accept()[0] as asker:
            asker.settimeout(PATIENCE_SECONDS)
            asker.sendall(json.dumps([asdict(each.family()) for each in metrics]).encode())


# -- in the one that gathers ---------------------------------------------------------------------


def _ask(place: Path) -> list[Family] | None:
    """None from one that hangs; an empty list, and no trace left, of one that is gone."""
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE_SECONDS)
            line.connect(str(place))
            with line.makefile("rb") as answer:
                return [_family(each) for each in json.loads(answer.read())]
    except (ConnectionRefusedError, FileNotFoundError):
        place.unlink(missing_ok=True)
        return []
    except (OSError, ValueError):
        return None


def _family(read: dict[str, Any]) -> Family:
    return Family(read["name"], read["kind"], read["help"], [Sample(**each) for each in read["samples"]])


def _merged(answers: Iterable[tuple[Path, list[Family] | None]]) -> list[Family]:
    up = Family(f"{PREFIX}process_up", "gauge", "Whether a process answers when it is asked for its numbers.")
    merged: dict[str, Family] = {}
    taken: set[str] = set()
    for place, families in answers:
        if families == []:
            continue
        name, number, _ending = place.name.split(".")
        # Two of one name, as while one takes the other's place, are told apart.
        label = {"process": name if name not in taken else f"{name}-{number}"}
        taken.add(name)
        up.samples.append(Sample("", label, 0.0 if families is None else 1.0))
        for family in families or ():
            into = merged.setdefault(family.name, Family(family.name, family.kind, family.help))
            into.samples.extend(
                Sample(each.suffix, label | each.labels, each.value) for each in family.samples
            )
    return [up, *merged.values()]
