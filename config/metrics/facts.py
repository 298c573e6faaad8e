"""Numbers that are facts in the database, read when somebody asks. Every machine tells the same ones.

Rehearsals are left out where they would mislead: they are thrown away, and a counter must not go back.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Count, Min, Sum
from django.utils import timezone

from config import due
from config.backups.models import Backup
from config.ledger import Ledger
from config.metrics.kinds import PREFIX, Family, Sample
from games.models import Match
from tournaments.models import Phone, Table

STALE = timedelta(days=1)
"""A phone that was last heard of before that will not come back."""

Value = tuple[dict[str, str], float]
_first_seen = Ledger()
"""For work of which the database does not say since when it is due."""


def families() -> list[Family]:
    return [*_work(), *_matches(), *_phones(), *_backups()]


def _gauge(name: str, help_: str, *values: Value) -> Family:
    return Family(f"{PREFIX}{name}", "gauge", help_, [Sample("", labels, value) for labels, value in values])


def _work() -> Iterator[Family]:
    now, clock = timezone.now(), time.monotonic()
    jobs: list[due.Job] = []
    counts, ages = dict[str, int](), [0.0]
    for kind in due.kinds():
        found = [due.Job(kind.task, pk) for pk in kind.find()]
        counts[kind.task] = len(found)
        if found and kind.since and (since := kind.since()):
            ages.append(_age(since, now))
        elif found:
            jobs += found
    _first_seen.choose(jobs, clock)
    ages.append(_first_seen.longest_wait(clock))
    yield _gauge(
        "due_jobs",
        "Work that is to be done and is not, by its kind.",
        *(({"task": task}, float(number)) for task, number in counts.items()),
    )
    yield _gauge("queue_age_seconds", "For how long the oldest of it has been due.", ({}, max(ages)))


def _matches() -> Iterator[Family]:
    real = Table.objects.filter(match__isnull=False, round__tournament__rehearsal=False).order_by()
    rows = real.values_list("match__status").annotate(Count("pk"), Sum("match__version"))
    counts = dict.fromkeys((str(each.value) for each in Match.Status), 0)
    events = 0
    for status, number, versions in rows:
        counts[status], events = number, events + versions
    yield _gauge(
        "matches",
        "Matches by their state.",
        *(({"state": state}, float(number)) for state, number in counts.items()),
    )
    yield Family(f"{PREFIX}events", "counter", "Entries in the logs.", [Sample("_total", {}, float(events))])


def _phones() -> Iterator[Family]:
    now = timezone.now()
    holding = Phone.objects.filter(unsent__gt=0, seen_at__gt=now - STALE)
    found = holding.order_by().aggregate(unsent=Sum("unsent"), oldest=Min("seen_at"))
    yield _gauge(
        "unsent_entries", "Entries that phones said they hold back.", ({}, float(found["unsent"] or 0))
    )
    oldest = _age(found["oldest"], now) if found["oldest"] else 0.0
    yield _gauge(
        "unsent_age_seconds",
        "Since the phone that has been silent longest of those was heard of.",
        ({}, oldest),
    )


def _backups() -> Iterator[Family]:
    """No age where there has never been a backup: no number is as bad as a wrong one."""
    good = Backup.objects.exclude(name="").values_list("at", flat=True).first()
    age: list[Value] = [({}, _age(good, timezone.now()))] if good else []
    yield _gauge("backup_age_seconds", "Since the last backup that was taken.", *age)
    last = Backup.objects.values_list("problem", flat=True).first()
    yield _gauge("backup_failed", "Whether the last try failed.", ({}, float(bool(last))))


def _age(since: datetime, now: datetime) -> float:
    return max(0.0, (now - since).total_seconds())
