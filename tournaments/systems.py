"""Which pairing system a stage is played by. The one place that asks for it."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.models import Stage
from tournaments.pairing.api import LARGEST_TABLE, SMALLEST_TABLE, System
from tournaments.pairing.registry import SystemMissing, registry

NEEDS_TABLES = "by-hand"
"""Takes its tables from a record; there is no page yet on which they are made."""


def all_systems() -> dict[str, System]:
    """By key, as they are offered; Swiss first, because most want that."""
    found = registry().systems
    offered = sorted((key for key in found if key != NEEDS_TABLES), key=lambda key: (key != "swiss", key))
    return {key: found[key] for key in offered}


def sizes_of(system: System) -> Sequence[int]:
    """The table sizes that a system can make; all there are, where it does not say."""
    return getattr(system, "sizes", range(SMALLEST_TABLE, LARGEST_TABLE + 1))


def system_for(stage: Stage) -> System:
    """A stage's system, or a sentence that says it is missing."""
    try:
        return registry().get(stage.system)
    except SystemMissing as error:
        raise Refused(
            "system-missing",
            _("The pairing system “%(key)s” is not installed here. Install it, or choose another.")
            % {"key": stage.system},
        ) from error
