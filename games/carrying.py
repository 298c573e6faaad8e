"""Values of model fields as plain JSON and back, each read no other way than it was written.

For documents that carry rows from one installation to another. Knows no model and no document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations

FIRST_YEAR, LAST_YEAR = 1970, 2999
"""A clock that nobody set says 1970; times beyond these cannot be shown in every time zone."""
DEEPEST = 32
LARGEST = 2**63 - 1
RANGES = BaseDatabaseOperations.integer_field_ranges
"""Of every database that we know: SQLite would hold more, and the next one would not."""


class Unfit(Exception):
    """Something is not as it would have been written. Says where, as a path of words."""

    def __init__(self, *where: object) -> None:
        super().__init__(" ".join(map(str, where)))
        self.where = where

    def inside(self, *where: object) -> Unfit:
        return Unfit(*where, *self.where)


# -- writing -------------------------------------------------------------------------------------


def carried(row: models.Model, names: Iterable[str]) -> dict[str, Any]:
    """These fields of a row, as plain JSON."""
    return {name: plain_of(getattr(row, name)) for name in names}


def plain_of(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, UUID):
        return str(value)
    return value


# -- reading -------------------------------------------------------------------------------------


def read_row(model: type[models.Model], names: Iterable[str], given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of these fields; refuses what the field would not hold or was not written like this."""
    return {name: read_value(_field(model, name), given.get(name, Unfit)) for name in names}


def read_value(field: models.Field[Any, Any], given: Any) -> Any:
    if given is None and field.null:
        return None
    try:
        value = _read(field, given)
        if not isinstance(field, models.JSONField):
            field.run_validators(value)
        if isinstance(field, models.IntegerField):
            least, most = RANGES[field.get_internal_type()]
            if not least <= value <= most:
                raise ValueError(value)
    except (ValidationError, ValueError, TypeError, OverflowError, InvalidOperation):
        raise Unfit(field.name) from None
    if field.choices and value not in _choices(field) and not (value == "" and field.blank):
        raise Unfit(field.name)
    return value


def read_time(given: Any) -> datetime:
    if type(given) is not str:
        raise ValueError(given)
    value = datetime.fromisoformat(given)
    if value.tzinfo is None or plain_of(value) != given or not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise ValueError(given)
    return value


def read_uuid(given: Any) -> UUID:
    if type(given) is not str:
        raise ValueError(given)
    value = UUID(given)
    if str(value) != given:
        raise ValueError(given)
    return value


def check_plain(value: Any, depth: int = DEEPEST) -> None:
    """Refuse what a database or a page could choke on: nesting, halves of characters, numbers without end."""
    if depth < 0:
        raise Unfit("…")
    kind = type(value)
    if kind is str:
        if not value.isascii() or "\0" in value:
            _check_text(value)
    elif kind is dict:
        for key, each in value.items():
            if not key.isascii() or "\0" in key:
                _check_text(key)
            check_plain(each, depth - 1)
    elif kind is list:
        for each in value:
            check_plain(each, depth - 1)
    elif kind is int:
        if not -LARGEST <= value <= LARGEST:
            raise Unfit(str(value)[:20])
    elif kind is float and not abs(value) < float(LARGEST):
        raise Unfit(value)


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Unfit("…") from None
    if "\0" in text:
        raise Unfit("…")


def _read(field: models.Field[Any, Any], given: Any) -> Any:
    for kind, read in _READERS:
        if isinstance(field, kind):
            return read(field, given)
    raise TypeError(f"no way to read a {type(field).__name__}")


def _exactly(*kinds: type) -> Any:
    def read(_field: Any, given: Any) -> Any:
        if type(given) not in kinds:
            raise TypeError(given)
        return given

    return read


def _day(_field: Any, given: Any) -> date:
    value = date.fromisoformat(given)
    if value.isoformat() != given or not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise ValueError(given)
    return value


def _decimal(field: Any, given: Any) -> Decimal:
    if type(given) is not str or len(given) > field.max_digits + 2:
        raise TypeError(given)
    value = Decimal(given).quantize(Decimal(1).scaleb(-field.decimal_places))
    if plain_of(value) != given:
        raise ValueError(given)
    return value


def _json(_field: Any, given: Any) -> Any:
    if given is Unfit:
        raise TypeError(given)
    return given


_READERS: tuple[tuple[Any, Any], ...] = (
    (models.JSONField, _json),
    (models.BooleanField, _exactly(bool)),
    (models.DateTimeField, lambda _field, given: read_time(given)),
    (models.DateField, _day),
    (models.DecimalField, _decimal),
    (models.UUIDField, lambda _field, given: read_uuid(given)),
    (models.FloatField, _exactly(int, float)),
    (models.IntegerField, _exactly(int)),
    (models.CharField, _exactly(str)),
    (models.TextField, _exactly(str)),
)
"""In this order: a day and time is a day too."""


@cache
def _field(model: type[models.Model], name: str) -> models.Field[Any, Any]:
    field: models.Field[Any, Any] = model._meta.get_field(name)  # type: ignore[assignment]
    return field


@cache
def _choices(field: models.Field[Any, Any]) -> frozenset[Any]:
    return frozenset(value for value, _name in field.flatchoices)


# -- shapes ----------------------------------------------------------------------------------------


def objects(given: Any, where: str, most: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """The members of a list of objects, counted from 1; refuses anything else, and more than so many."""
    if type(given) is not list or len(given) > most:
        raise Unfit(where)
    for number, each in enumerate(given, start=1):
        if type(each) is not dict:
            raise Unfit(where, number)
        yield number, each


def only(given: Mapping[str, Any], names: Iterable[str]) -> None:
    """Refuse an object that says more or less than it should."""
    if differs := sorted(set(given) ^ set(names)):
        raise Unfit(str(differs[0])[:40])
