"""Which processes make up the program, embedded and grown."""

import socket
from collections.abc import Iterator

from django.conf import settings

from config.processes import Child

Ends = tuple[socket.socket, socket.socket]


def children(listener: socket.socket, passage: Ends, *, web: int, live: int, workers: int) -> Iterator[Child]:
    host, port = listener.getsockname()[:2]
    door, (inner, outer) = listener.fileno(), (end.fileno() for end in passage)
    for name in _names("web", web):
        arguments = ["web", "--fd", str(door), "--name", name.replace(" ", "-")]
        arguments += ["--passage", str(inner)] if live else []
        yield Child(name, arguments, keep_files=(door, inner))
    for name in _names("live", live):
        arguments = ["live", "--passage", str(outer), "--name", name.replace(" ", "-")]
        yield Child(name, arguments, keep_files=(outer,))
    yield Child("worker", ["worker", "--concurrency", str(workers)])
    if not settings.EMBEDDED:  # else it lives in the worker, where the queue is
        yield Child("scheduler", ["scheduler"])
    if settings.METRICS_PORT:
        yield Child("metrics", ["metrics"])
    yield Child("welcome", ["welcome", "--host", host, "--port", str(port)], once=True)


def _names(kind: str, count: int) -> list[str]:
    return [kind] if count == 1 else [f"{kind} {number}" for number in range(1, count + 1)]
