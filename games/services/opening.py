"""Beginning matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from games.chain import genesis
from games.models import Match, Seat
from rules.api import Engine


def open_match(engine: Engine[Any], options: Mapping[str, Any], names: Sequence[str], **needs: bool) -> Match:
    """Seat people and begin, under rules pinned for good."""
    return open_matches(engine, options, [names], **needs)[0]


def open_matches(
    engine: Engine[Any],
    options: Mapping[str, Any],
    tables: Sequence[Sequence[str]],
    *,
    needs_signatures: bool = False,
    needs_check: bool = False,
) -> list[Match]:
    """One for the names at each table. However many there are, they cost two questions to the database."""
    settled = engine.settle_options(options)
    beginnings = {seats: _beginning(engine, options, seats) for seats in {len(names) for names in tables}}
    with transaction.atomic():
        matches = Match.objects.bulk_create(
            Match(
                rules_key=engine.key,
                rules_version=engine.version,
                options=settled,
                needs_signatures=needs_signatures,
                needs_check=needs_check,
                **beginnings[len(names)],
            )
            for names in tables
        )
        Seat.objects.bulk_create(
            Seat(match=match, position=position, name=name)
            for match, names in zip(matches, tables, strict=True)
            for position, name in enumerate(names, start=1)
        )
    return matches


def _beginning(engine: Engine[Any], options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """The same at all tables with so many seats."""
    positions = range(1, seats + 1)
    state = engine.start([str(position) for position in positions], options)
    head = genesis(engine.key, engine.version, engine.settle_options(options), positions)
    return {"state": engine.dump(state), "head": head}
