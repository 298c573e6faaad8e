"""Lines about who came in, who did not, and what was refused: a word for what happened, the rest as fields.

Plain Python. Told are numbers, networks and addresses of pages; never a name, a password, a link, or anything else that
somebody typed. Such a line is written whatever ``LOG_LEVEL`` says (config.settings).
"""

from __future__ import annotations

import json
import logging
import re

logger = logging.getLogger("security")
PLAIN = re.compile(r"[\w./:-]+")


def tell(event: str, level: int = logging.INFO, **facts: object) -> None:
    """``facts`` that are empty are left out."""
    known = {name: value for name, value in facts.items() if value not in (None, "")}
    said = " ".join([event, *(f"{name}={_quoted(str(value))}" for name, value in known.items())])
    logger.log(level, "%s", said, extra={"facts": {"event": event, **known}})


def _quoted(value: str) -> str:
    """So that nothing in an address can look like another field."""
    return value if PLAIN.fullmatch(value) else json.dumps(value, ensure_ascii=False)
