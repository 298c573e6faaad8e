"""Which processes make up the program, embedded and grown."""

from collections.abc import Iterator

from django.conf import settings

from config.processes import Child


def children(listener: int, web: int, workers: int) -> Iterator[Child]:
    for number in range(1, web + 1):
        name = "web" if web == 1 else f"web {number}"
        arguments = ["web", "--fd", str(listener), "--name", name.replace(" ", "-")]
        yield Child(name, arguments, keep_files=(listener,))
    yield Child("worker", ["worker", "--concurrency", str(workers)])
    if not settings.EMBEDDED:  # else it lives in the worker, where the queue is
        yield Child("scheduler", ["scheduler"])
    if settings.METRICS_PORT:
        yield Child("metrics", ["metrics"])
