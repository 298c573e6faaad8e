"""What rounds, stages and settings keep as JSON, held to the shape in which pages and pairings read it. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from games.carrying import Unfit
from tournaments.history_words import in_words
from tournaments.models import MOST_ENTRANTS, MOST_ROUNDS, MOST_TABLES, Round
from tournaments.wall import LONGEST_MESSAGE

LONGEST = 400
"""Of a list that people make; longer ones are of people or tables."""
MOST_CHANGES = 1_000
POINTS = re.compile(r"-?[0-9]{1,6}([.][0-9]{1,6}|/[1-9][0-9]{0,5})?", re.ASCII)
SIZE = re.compile(r"[0-9]{1,2}", re.ASCII)


def _is(*kinds: type) -> Callable[[Any], bool]:
    return lambda given: type(given) in kinds


text, number, whole, table = _is(str), _is(int, float), _is(int), _is(dict)


def _all(given: Any, fits: Callable[[Any], bool], most: int) -> bool:
    return type(given) is list and len(given) <= most and all(map(fits, given))


def _each(given: Any, fits: Callable[[Any], bool]) -> bool:
    return type(given) is dict and all(map(fits, given.values()))


def check(holds: object, where: str) -> None:
    if not holds:
        raise Unfit(where)


def of_tournament(row: Mapping[str, Any]) -> None:
    check(table(row["options"]), "options")
    check(_all(row["tiebreaks"], text, LONGEST), "tiebreaks")
    check(_each(row["placing"], lambda each: _all(each, _is_points, 20)), "placing")
    check(all(map(SIZE.fullmatch, row["placing"])), "placing")
    wall = row["wall"]
    check(table(wall) and _all(wall.get("pages", []), text, LONGEST), "wall")
    check(whole(wall.get("seconds", 12)) and text(wall.get("message", "")), "wall")
    check(len(wall.get("message", "")) <= LONGEST_MESSAGE, "wall")


def of_stage(row: Mapping[str, Any]) -> None:
    check(_all(row["allow"], whole, LONGEST), "allow")
    check(table(row["options"]), "options")
    check(row["seeding"] is None or _all(row["seeding"], whole, MOST_ENTRANTS), "seeding")
    tables = row["options"].get("tables", [])
    check(_all(tables, lambda each: _is_seating(each) or _is_seats(each), MOST_TABLES), "options")


def of_round(row: Mapping[str, Any]) -> None:
    check(_each(row["cost"], number), "cost")
    check(_each(row["bound"], lambda each: each is None or number(each)), "bound")
    _why(row["why"], "why")
    check(_all(row["changes"], table, MOST_CHANGES), "changes")
    for each in row["changes"]:
        check(text(each.get("code")) and table(each.get("args")), "changes")
        check(_is_seats(each.get("people")) and _is_seats(each.get("out")), "changes")
        check(_each(each.get("tables"), _is_seats), "changes")
        check(all(key.isascii() and key.isdigit() for key in each["tables"]), "changes")
        check(_each(each.get("cost"), number) and table(each.get("bound")), "changes")
        _why(each.get("why"), "changes")
    _again(row["again"])


def of_hold(row: Mapping[str, Any]) -> None:
    states = frozenset(Round.State.values)
    check(_each(row["rounds"], lambda each: text(each) and each in states), "rounds")
    check(len(row["rounds"]) <= MOST_ROUNDS and all(key.isdigit() for key in row["rounds"]), "rounds")
    check(_all(row["penalties"], whole, 100_000), "penalties")


def of_line(row: Mapping[str, Any]) -> None:
    """A line of history has a sentence, and all that fills it in."""
    check(table(row["args"]), "args")
    try:
        in_words(row["code"], row["args"])
    except (KeyError, TypeError, ValueError):
        raise Unfit("code") from None


def is_shown_result(given: Any, seats: int) -> bool:
    keys = {str(position) for position in range(1, seats + 1)}
    return (
        type(given) is dict
        and all(_each(given.get(name), whole) and set(given[name]) == keys for name in ("totals", "places"))
        and _all(given.get("winners"), text, seats)
    )


# -- in detail -----------------------------------------------------------------------------------


def _again(given: Any) -> None:
    if given is None:
        return
    check(table(given) and text(given.get("how")) and whole(given.get("seed")), "again")
    check(whole(given.get("edition")), "again")
    check(text(given.get("problem", "")), "again")
    if "tables" not in given:
        return
    check(_all(given["tables"], _is_numbered, MOST_TABLES), "again")
    check(_is_seats(given.get("out")) and _all(given.get("changed"), whole, MOST_TABLES), "again")
    check(all(_each(given.get(name), number) for name in ("was", "cost")), "again")
    check(table(given.get("bound")), "again")
    _why(given.get("why"), "again")


def _why(given: Any, where: str) -> None:
    check(_each(given, lambda reasons: _all(reasons, _is_reason, LONGEST)), where)


def _is_reason(given: Any) -> bool:
    if type(given) is not list or len(given) != 2 or not text(given[0]) or not table(given[1]):
        return False
    who, each = given[1].get("who", []), given[1].get("each")
    return _is_seats(who) and (each is None or (type(each) is list and len(each) == len(who)))


def _is_seats(given: Any) -> bool:
    return _all(given, lambda each: text(each) or whole(each), MOST_ENTRANTS)


def _is_seating(given: Any) -> bool:
    return table(given) and _is_seats(given.get("seats"))


def _is_numbered(given: Any) -> bool:
    return type(given) is list and len(given) == 2 and whole(given[0]) and _is_seats(given[1])


def _is_points(given: Any) -> bool:
    return text(given) and POINTS.fullmatch(given) is not None
