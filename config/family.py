"""Which processes make up the program, embedded and grown."""

from collections.abc import Iterator

from django.conf import settings

from config.processes import Child


def children(listener: int, web: int, workers: int) -> Iterator[Child]:
    for number in range(1, web + 1):
        name = "web" if web == 1 else f"web {number}"
        yield Child(name, ["web", "--fd", str(listener)], keep_files=(listener,))
    yield Child("worker", ["worker", "--concurrency", str(workers)])
    if not settings.EMBEDDED:  # else it lives in the worker, where the queue is
        yield Child("scheduler", ["scheduler"])
