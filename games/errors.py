"""What a user can mend: a stable code, a sentence that says what to do, the field it belongs to.

A bug is never one of these; it is left to rise, to be logged, and to be apologised for.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from rules.api import Message, RuleError


class Refused(Exception):
    """A request that cannot be carried out as it stands."""

    def __init__(self, code: str, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field

    @classmethod
    def by_rule(cls, error: RuleError) -> Refused:
        """The refusal that a broken rule amounts to, in the reader's language."""
        return cls(error.code, say(error.message), field=error.field)


class Stale(Refused):
    """The page was older than the match; ``version`` is what the match has come to."""

    def __init__(self, message: str, *, version: int) -> None:
        super().__init__("stale", message)
        self.version = version


class IdReused(Refused):
    """An entry came under an id that stands for another; ``there`` is what the log says under it."""

    def __init__(self, message: str, *, there: dict[str, Any] | None = None) -> None:
        super().__init__("id-reused", message)
        self.there = there


def say(message: Message) -> str:
    """A rule engine's sentence in the reader's language."""
    params: dict[str, Any] = dict(message.params)
    text = gettext(message.text)
    return text % params if params else text
