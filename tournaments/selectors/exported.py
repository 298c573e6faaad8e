"""The standings as other programs read them: ``triomphe-standings/1``, told in docs/embedding.md."""

from __future__ import annotations

from typing import Any

from tournaments.selectors.columns import Row
from tournaments.selectors.pages import Overview

FORMAT = "triomphe-standings/1"


def standings_as_json(overview: Overview) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "name": overview.tournament.name,
        "rules": overview.rules_name,
        "finished": overview.finished,
        "held": overview.held is not None,
        "hidden": overview.hidden,
        "rounds_planned": overview.tournament.rounds_planned,
        "rounds": [
            {"number": each.number, "state": each.state} for each in overview.rounds if each.is_public
        ],
        "columns": [
            {"key": column.key, "name": column.name, "about": column.about}
            for column in overview.table.columns
        ],
        "standings": [_line(row) for row in overview.table.rows],
    }


def _line(row: Row) -> dict[str, Any]:
    standing = row.line.standing
    return {
        "rank": standing.rank,
        "number": row.line.entrant.number,
        "name": row.line.entrant.name,
        "matches": standing.matches,
        "values": {column.key: text for column, text in row.cells},
    }
