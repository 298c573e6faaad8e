"""What a checker finds. Sentences are for whoever looks into it, at a terminal."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is not as it has to be: a stable code, and a sentence with the figures."""

    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class Unreadable(Exception):
    """A record is not of the form that it must have."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
