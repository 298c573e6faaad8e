"""Log lines, for people or for machines: what happened, and the numbers of what it happened to (games.bearings).

One record is one line of JSON, or a line of text with its traceback below. In both, links that let somebody in are cut
short (config.discreet), and nobody is called by name: accounts, matches and tournaments are numbers.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from config.discreet import DiscreetFormatter, discreet
from games import bearings

UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""What would begin another line, or move the cursor: an address that was asked for may hold any of it."""


class TextFormatter(DiscreetFormatter):
    """As people read it, the numbers at the end."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        said = UNSEEN.sub(_spelled_out, super().formatMessage(record))
        numbers = " ".join(f"{name}={value}" for name, value in bearings.noted().items())
        return f"{said} [{numbers}]" if numbers else said


class JsonFormatter(logging.Formatter):
    """One object a line; an exception is one of its fields."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
            **getattr(record, "facts", {}),
            **bearings.noted(),
            **_of_request(record),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            line["stack"] = self.formatStack(record.stack_info)
        return discreet(json.dumps(line, ensure_ascii=False, default=str))


def _spelled_out(unseen: re.Match[str]) -> str:
    return unseen[0].encode("unicode_escape").decode()


def _of_request(record: logging.LogRecord) -> dict[str, Any]:
    """What Django and we ourselves hang on a record about an answer."""
    found = {name: getattr(record, name, None) for name in ("method", "path", "status", "seconds")}
    if (request := getattr(record, "request", None)) is not None:
        found |= {"method": getattr(request, "method", None), "path": getattr(request, "path", None)}
    if (status := getattr(record, "status_code", None)) is not None:
        found["status"] = status
    return {name: value for name, value in found.items() if value is not None}
