"""Beginning a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from games.chain import genesis
from games.models import Match, Seat
from rules.api import Engine


def open_match(
    engine: Engine[Any],
    options: Mapping[str, Any],
    names: Sequence[str],
    *,
    needs_signatures: bool = False,
    needs_check: bool = False,
) -> Match:
    """Seat people and begin, under rules pinned for good."""
    positions = range(1, len(names) + 1)
    state = engine.start([str(position) for position in positions], options)
    settled = engine.settle_options(options)
    with transaction.atomic():
        match = Match.objects.create(
            rules_key=engine.key,
            rules_version=engine.version,
            options=settled,
            needs_signatures=needs_signatures,
            needs_check=needs_check,
            state=engine.dump(state),
            head=genesis(engine.key, engine.version, settled, positions),
        )
        Seat.objects.bulk_create(
            Seat(match=match, position=position, name=name)
            for position, name in zip(positions, names, strict=True)
        )
    return match
