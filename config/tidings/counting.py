"""How many messages went out, for who runs a tournament: numbers, no address and nobody's name."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count

from config.tidings.models import Channel, Kind, Message, Silence, Subscription
from tournaments.models import Tournament

Outcome = Message.Outcome


@dataclass(frozen=True, slots=True)
class Line:
    """Of one round and one thing that was told."""

    round_number: int
    what: str
    waiting: int
    sent: int
    failed: int
    unsent: int
    """Too late, no longer true, or nobody to tell any more."""


@dataclass(frozen=True, slots=True)
class Log:
    silent: bool
    by_mail: int
    on_devices: int
    lines: list[Line]


def log_of(tournament: Tournament) -> Log:
    told = Subscription.objects.filter(entrant__tournament=tournament, confirmed_at__isnull=False)
    channels = dict(told.order_by().values_list("channel").annotate(Count("pk")))
    return Log(
        silent=Silence.objects.filter(tournament=tournament).exists(),
        by_mail=channels.get(Channel.MAIL, 0),
        on_devices=channels.get(Channel.PUSH, 0),
        lines=_lines(tournament),
    )


def _lines(tournament: Tournament) -> list[Line]:
    found = Message.objects.filter(round__tournament=tournament).order_by()
    counted: dict[tuple[int, str], dict[str, int]] = {}
    rows = found.values_list("round__number", "kind", "outcome").annotate(Count("pk"))
    for number, kind, outcome, count in rows:
        counted.setdefault((number, kind), {})[outcome] = count
    order = {kind: place for place, kind in enumerate(Kind.values)}
    keys = sorted(counted, key=lambda key: (-key[0], order[key[1]]))
    return [_line(number, Kind(kind), counted[number, kind]) for number, kind in keys]


def _line(number: int, kind: Kind, counts: dict[str, int]) -> Line:
    rest = (Outcome.LATE, Outcome.UNTRUE, Outcome.NOBODY)
    return Line(
        round_number=number,
        what=str(kind.label),
        waiting=counts.get("", 0),
        sent=counts.get(Outcome.SENT, 0),
        failed=counts.get(Outcome.FAILED, 0),
        unsent=sum(counts.get(each, 0) for each in rest),
    )
