"""Which backups are kept, and what they are called. Pure: knows names and moments, no files.

Kept are the last ten; the last of each day for thirty days; the last of each month for twelve months; and the last
one taken before an upgrade. What is called otherwise than ours is none of ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

LAST = 10
DAYS = 30
MONTHS = 12
NAME = re.compile(r"triomphe-(\d{8}-\d{6}-\d{6})-(asked|round|migration)\.zip")
MOMENT = "%Y%m%d-%H%M%S-%f"


def name_for(at: datetime, why: str) -> str:
    """Sorts by its moment."""
    return f"triomphe-{at.astimezone(UTC).strftime(MOMENT)}-{why}.zip"


def moment_of(name: str) -> datetime | None:
    found = NAME.fullmatch(name)
    return datetime.strptime(found[1], MOMENT).replace(tzinfo=UTC) if found else None


def superfluous(names: Iterable[str], now: datetime) -> list[str]:
    """Those that no rule keeps, the oldest first."""
    ours = sorted((moment, name) for name in names if (moment := moment_of(name)))
    newest_first = [*reversed(ours)]
    kept = {name for _moment, name in newest_first[:LAST]}
    kept |= _last_of_each(newest_first, lambda at: at.strftime("%Y%m%d"), now - timedelta(days=DAYS))
    kept |= _last_of_each(newest_first, lambda at: at.strftime("%Y%m"), now - timedelta(days=31 * MONTHS))
    upgrades = [name for _moment, name in newest_first if name.endswith("-migration.zip")]
    kept |= set(upgrades[:1])
    return [name for _moment, name in ours if name not in kept]


def _last_of_each(
    newest_first: list[tuple[datetime, str]], span: Callable[[datetime], str], since: datetime
) -> set[str]:
    found: dict[str, str] = {}
    for moment, name in newest_first:
        if moment >= since:
            found.setdefault(span(moment), name)
    return set(found.values())
