"""By hand: the organiser's own tables, checked and costed. Whoever is at none sits out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.api import gettext_noop
from tournaments.pairing.api import CannotPair, Pairing, Reason, Request, Seating, Watch
from tournaments.pairing.seating import check, costed


class ByHandSystem:
    key = "by-hand"
    name = gettext_noop("By hand")
    about = gettext_noop("For organisers who seat everybody themselves and want to see what it costs.")

    def rounds(self, people: int, prefer: int, options: Mapping[str, Any]) -> int | None:
        return None

    def pair(self, request: Request, watch: Watch | None = None) -> Pairing:
        """``options["tables"]``: lists of ids, or ``{"table": number, "seats": ids}``."""
        check(request)
        tables = _tables(request.options.get("tables"))
        _refuse_wrong(request, tables)
        return costed(request, tables, {each.id: (Reason("by-hand"),) for each in request.contenders})


def _tables(given: Any) -> tuple[Seating, ...]:
    if not isinstance(given, Sequence) or isinstance(given, str) or not given:
        raise CannotPair("no-tables")
    tables = []
    for number, each in enumerate(given, start=1):
        seats = each.get("seats") if isinstance(each, Mapping) else each
        number = each.get("table", number) if isinstance(each, Mapping) else number
        if not isinstance(seats, Sequence) or isinstance(seats, str) or not isinstance(number, int):
            raise CannotPair("no-tables")
        tables.append(Seating(number, tuple(map(str, seats))))
    return tuple(sorted(tables, key=lambda table: table.number))


def _refuse_wrong(request: Request, tables: Sequence[Seating]) -> None:
    seated = [each for table in tables for each in table.seats]
    if unknown := sorted(set(seated) - {each.id for each in request.contenders}):
        raise CannotPair("unknown-id", ids=unknown)
    if twice := sorted({each for each in seated if seated.count(each) > 1}):
        raise CannotPair("seated-twice", ids=twice)
    taken = [table.number for table in tables]
    if len(set(taken)) < len(taken) or min(taken) < 1:
        raise CannotPair("bad-table-number")
    if wrong := [table.number for table in tables if len(table.seats) not in request.allow]:
        raise CannotPair("size-not-allowed", tables=wrong)
    at = {each: table.number for table in tables for each in table.seats}
    if moved := sorted(each for each, number in request.fixed.items() if at.get(each) != number):
        raise CannotPair("fixed-elsewhere", ids=moved)


system = ByHandSystem()
