"""Why somebody sits at a table that was changed by hand: codes and what fills them in. Words are in ``words``.

Never says that anything was necessary: the organiser wanted it so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournaments.pairing.api import Contender, Reason, Request, Seating, pair_key
from tournaments.pairing.arranging import Arrangement, touched
from tournaments.pairing.reasons import company

Why = dict[str, tuple[Reason, ...]]
STAYS = "group"
"""How the codes begin that tell of a person and not of a table: they hold wherever somebody sits."""


def reasons_after(
    request: Request, before: Arrangement, after: Arrangement, why: Mapping[str, Sequence[Reason]]
) -> Why:
    """New reasons for everybody whom the change touched; nobody else's are given."""
    numbers, people = touched(before, after)
    by_id = {each.id: each for each in request.contenders}
    by_lot = len({by_id[each].points for each in after.seated}) == 1
    found: Why = {}
    for table in after.tables:
        if table.number in numbers:
            came = [each for each in table.seats if _was_elsewhere(before, each, table.number)]
            for each in table.seats:
                told = _seated(request, [by_id[one] for one in table.seats], by_id[each], table, came, by_lot)
                found[each] = (*_stays(why.get(each, ())), *told)
    for each in after.out:
        if each in people:
            found[each] = (*_stays(why.get(each, ())), Reason("out-by-hand"))
    return found


def _seated(
    request: Request,
    table: Sequence[Contender],
    one: Contender,
    seating: Seating,
    came: Sequence[str],
    by_lot: bool,
) -> list[Reason]:
    others = [each for each in table if each.id != one.id]
    met = [each for each in others if request.meetings(one.id, each.id)]
    apart = [each for each in others if pair_key(one.id, each.id) in request.apart]
    found = [_how(one, came)]
    if one.id in request.fixed:
        found.append(Reason("fixed-table", {"table": seating.number}))
    found += [] if by_lot else company(one, others, by_lot=False)
    if met:
        found.append(Reason("meets-again-by-hand", {"who": [each.id for each in met]}))
    if apart:
        found.append(Reason("not-apart-by-hand", {"who": [each.id for each in apart]}))
    if len(table) != request.prefer:
        found.append(Reason("odd-by-hand", {"size": len(table), "prefer": request.prefer}))
    return found


def _how(one: Contender, came: Sequence[str]) -> Reason:
    if one.id in came:
        return Reason("put-here-by-hand")
    return Reason("joined-by-hand", {"who": list(came)}) if came else Reason("table-by-hand")


def _was_elsewhere(before: Arrangement, one: str, number: int) -> bool:
    table = before.table_of(one)
    return table is None or table.number != number


def _stays(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    return tuple(reason for reason in reasons if reason.code.startswith(STAYS))
