"""What goes along with a task: the number of the request that sent it; and what is noted while it runs.

Knows no task. Where the queue is the database (embedded) nobody sends anything, so there is nothing to go along.
"""

from __future__ import annotations

import time
from typing import Any

from celery import signals

from config.metrics.ours import FAILED, TASKS
from games import bearings

HEADER = "triomphe_request"


@signals.before_task_publish.connect
def send_along(headers: dict[str, Any] | None = None, **_: Any) -> None:
    if headers is not None and (number := bearings.noted().get("request")):
        headers[HEADER] = number


@signals.task_prerun.connect
def begin(task: Any = None, task_id: str = "", args: Any = (), **_: Any) -> None:
    numbers: dict[str, object] = {"task": task.name, "task_id": task_id}
    if args:
        numbers["job"] = args[0]
    if number := task.request.get(HEADER):
        numbers["request"] = number
    bearings.begin(**numbers)
    task.request.began = time.perf_counter()


@signals.task_postrun.connect
def end(task: Any = None, state: str = "", **_: Any) -> None:
    if (began := task.request.get("began")) is not None:
        TASKS.observe(time.perf_counter() - began, task.name)
    if state == "FAILURE":
        FAILED.add(of=task.name)
    bearings.begin()
