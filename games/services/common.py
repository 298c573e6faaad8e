"""What every service that writes to a match shares: leave to write, entries, the lock, the engine.

Knows nothing of any kind of event, nor of who gives leave and why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from games import bearings
from games.errors import Refused, Stale
from games.models import Match
from rules.api import Engine
from rules.registry import EngineMissing, registry


@dataclass(frozen=True, slots=True)
class Permit:
    """Leave to write to one match, given out by the room that knows who is who."""

    match_id: int
    actor: str
    user: AbstractBaseUser | None = None
    may_reopen: bool = False
    """The organiser's leave: to change what is final, and to end a match by decision."""
    device: str = ""
    """From which phone or machine, in a few words; for whoever reads the log."""


@dataclass(frozen=True, slots=True)
class SeatPermit:
    """Leave to sign, or not to agree, for one seat of one match; and for nothing else."""

    match_id: int
    seat: str
    actor: str
    user: AbstractBaseUser | None = None
    device: str = ""


class Writer(Protocol):
    """As much of a permit as is written down with an event."""

    @property
    def actor(self) -> str: ...
    @property
    def user(self) -> AbstractBaseUser | None: ...
    @property
    def device(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it comes in: its id, and the match's version as its sender saw it."""

    id: UUID
    seen_version: int


@dataclass(frozen=True, slots=True)
class NewAction:
    """One action of several that come in together, with the id that its sender made for it."""

    id: UUID
    action: Mapping[str, Any]


def locked(match_id: int) -> Match:
    """The match, ours alone until the transaction ends (on SQLite the whole file is)."""
    bearings.note(match=match_id)
    return Match.objects.select_for_update().get(pk=match_id)


def engine_of(match: Match) -> Engine[Any]:
    """The engine a match is pinned to, or a refusal: without it a match is read-only."""
    try:
        return registry().get(match.rules_key, match.rules_version)
    except EngineMissing as error:
        raise Refused(
            "engine-missing",
            _(
                "The rules “%(key)s” (version %(version)s) are not installed here. This match can only be read."
            )
            % {"key": match.rules_key, "version": match.rules_version},
        ) from error


def check_fresh(match: Match, seen_version: int) -> None:
    """Refuse what was entered on a page older than the match."""
    if seen_version != match.version:
        raise Stale(
            _(
                "Something was entered at this table in the meantime. Check what is there, then send yours again if it is still missing."
            ),
            version=match.version,
        )


def check_playing(match: Match) -> None:
    if match.status != Match.Status.PLAYING:
        raise Refused("match-over", _("This match is over. Nothing can be added to it."))
