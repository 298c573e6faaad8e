"""A tournament on its way in: the rows of a document, and how they are held to what they should be. Asks no database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import models

from games.carried import CarriedMatch
from games.carrying import Unfit, objects, only, read_row
from tournaments.document.shapes import check

Row = dict[str, Any]
At = tuple[int, int]
"""A table: the number of its round, and its own."""
MOST_OF_ANY = 100_000


@dataclass
class Arrival:
    """A tournament on its way in. Rows name each other as the document does."""

    tournament: Row
    club: str
    players: dict[UUID, Row] = field(default_factory=dict)
    stages: dict[int, Row] = field(default_factory=dict)
    entrants: dict[int, Row] = field(default_factory=dict)
    substitutions: list[Row] = field(default_factory=list)
    absences: list[At] = field(default_factory=list)
    apart: list[tuple[int, int]] = field(default_factory=list)
    categories: dict[str, Row] = field(default_factory=dict)
    prizes: list[Row] = field(default_factory=list)
    door: Row | None = None
    applications: list[Row] = field(default_factory=list)
    spots: list[Row] = field(default_factory=list)
    rounds: dict[int, Row] = field(default_factory=dict)
    tables: dict[At, Row] = field(default_factory=dict)
    matches: dict[At, CarriedMatch] = field(default_factory=dict)
    calls: list[Row] = field(default_factory=list)
    penalties: list[Row] = field(default_factory=list)
    pending: list[Row] = field(default_factory=list)
    hold: Row | None = None
    history: list[Row] = field(default_factory=list)


# -- reading --------------------------------------------------------------------------------------


@contextmanager
def inside(*where: object) -> Iterator[None]:
    try:
        yield
    except Unfit as unfit:
        raise unfit.inside(*where) from None


def rows(
    body: Mapping[str, Any],
    name: str,
    model: type[models.Model],
    fields: Iterable[str],
    more: tuple[str, ...],
    most: int,
) -> Iterator[tuple[tuple[object, ...], Row]]:
    """Each row of a section with its place, its fields read; what else it says is left as it is."""
    fields = tuple(fields)
    for number, each in objects(body[name], name, most):
        with inside(name, number):
            only(each, (*fields, *more))
            row = read_row(model, fields, each) | {key: each[key] for key in more}
        yield (name, number), row


def pairs(given: Any, where: str) -> Iterator[tuple[int, int]]:
    check(type(given) is list and len(given) <= MOST_OF_ANY, where)
    seen = set()
    for each in given:
        check(type(each) is list and [type(one) for one in each] == [int, int], where)
        check(tuple(each) not in seen, where)
        seen.add(tuple(each))
        yield each[0], each[1]


def numbers(given: Any, among: Mapping[int, Any]) -> list[int]:
    check(type(given) is list and len(given) == len(set(map(str, given))), "entrants")
    known(given, among)
    return list(given)


def known(given: Iterable[Any], among: Mapping[int, Any]) -> None:
    for each in given:
        check(type(each) is int and each in among, "entrant")


def new(key: object, among: Any, where: str = "number") -> None:
    """Refuse what stands there already; a set remembers it."""
    try:
        check(key not in among, where)
    except TypeError:
        raise Unfit(where) from None
    if isinstance(among, set):
        among.add(key)
