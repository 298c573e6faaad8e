"""Plug-ins of one kind, found by entry point: ours first, and whatever cannot be loaded is reported and left out.

Knows nothing of what a plug-in is for: each registry hands in how one of its kind is loaded and checked.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint
from typing import Generic, Protocol, TypeVar

BUILT_IN = "triomphe"

logger = logging.getLogger(__name__)


class Keyed(Protocol):
    key: str


Kind = TypeVar("Kind", bound=Keyed)


@dataclass(frozen=True, slots=True)
class Problem:
    """A plug-in that was left out, and why."""

    entry: str
    package: str
    reason: str


@dataclass(slots=True)
class Found(Generic[Kind]):
    """By key what could be loaded, the package that each came with, and what could not be."""

    plugins: dict[str, Kind] = field(default_factory=dict)
    packages: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def load_all(entries: Iterable[EntryPoint], load: Callable[[EntryPoint], Kind], what: str) -> Found[Kind]:
    """Our own first, so that no plug-in can take a built-in key; of two others always the same one."""
    found: Found[Kind] = Found()
    for entry in sorted(entries, key=lambda each: (_package(each) != BUILT_IN, each.name, _package(each))):
        package = _package(entry)
        try:
            plugin = load(entry)
            if plugin.key in found.packages:
                raise ValueError(f"the key “{plugin.key}” is already taken by {found.packages[plugin.key]}")
        except (Exception, SystemExit) as error:  # a plug-in may fail in any way; we die of none
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            logger.warning("%s %s of %s left out: %s", what, entry.name, package, reason)
            found.problems.append(Problem(entry.name, package, reason))
        else:
            found.plugins[plugin.key] = plugin
            found.packages[plugin.key] = package
    return found


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else "?"
