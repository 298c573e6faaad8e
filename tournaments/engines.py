"""Which rule engine a tournament is played by. The one place that asks for it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.errors import Refused
from rules.api import Engine
from rules.registry import EngineMissing, registry
from tournaments.models import Tournament


def engine_for(tournament: Tournament) -> Engine[Any]:
    """The engine a tournament is pinned to, or a sentence that says it is missing."""
    try:
        return registry().get(tournament.rules_key, tournament.rules_version)
    except EngineMissing as error:
        raise Refused(
            "engine-missing",
            _("The rules “%(key)s” (version %(version)s) are not installed here. Install them to go on.")
            % {"key": tournament.rules_key, "version": tournament.rules_version},
        ) from error
