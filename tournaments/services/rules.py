"""Which rules a tournament is played by, and with which options. Matches keep those they began with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games.errors import Refused
from rules.api import Engine, RuleError
from rules.registry import EngineMissing, registry
from tournaments.access import Actor
from tournaments.models import Tournament
from tournaments.services.history import record


def change_rules(actor: Actor, tournament: Tournament, key: str, options: Mapping[str, Any]) -> None:
    """Play by other rules, or by other options of them; only until the first round is published."""
    actor.require_organiser(tournament)
    engine = _engine(key)
    try:
        settled = engine.settle_options(options)
    except RuleError as error:
        raise Refused.by_rule(error) from error
    with transaction.atomic():
        current = Tournament.objects.select_for_update().get(pk=tournament.pk)
        _check_not_begun(current)
        _check_sizes(current, engine)
        Tournament.objects.filter(pk=current.pk).update(
            rules_key=engine.key,
            rules_version=engine.version,
            options=settled,
            revision=F("revision") + 1,
        )
        record(actor, tournament, "rules-changed", rules=engine.name)


def may_change_rules(tournament: Tournament) -> bool:
    return not tournament.rounds.filter(published_at__isnull=False).exists()


def _engine(key: str) -> Engine[Any]:
    try:
        return registry().get(key)
    except EngineMissing as error:
        raise Refused(
            "unknown-rules", _("These rules are not installed here. Choose others."), field="rules_key"
        ) from error


def _check_not_begun(tournament: Tournament) -> None:
    if not may_change_rules(tournament):
        raise Refused(
            "rules-in-use",
            _("Tables have begun by these rules, so they stay. Copy the tournament to play by others."),
        )


def _check_sizes(tournament: Tournament, engine: Engine[Any]) -> None:
    """A stage whose tables the new rules cannot seat is to be mended first."""
    for stage in tournament.stages.order_by("number"):
        if stage.table_size not in engine.seats:
            raise Refused(
                "bad-table-size",
                _(
                    "These rules are for %(least)s to %(most)s players at a table, and stage %(stage)s has tables of %(size)s. Change the stage first."
                )
                % {
                    "least": engine.seats[0],
                    "most": engine.seats[-1],
                    "stage": stage.number,
                    "size": stage.table_size,
                },
                field="rules_key",
            )
