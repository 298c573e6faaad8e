"""People in what a round or a stage keeps as JSON: by their row's number here, by their start number in a document.

The same both ways: ``Names`` says what to put for what. Pure; who is not known any more is left out when written, and
is a mistake when read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.carrying import Unfit

Names = Mapping[str, str]
"""For each person as written on one side, what they are called on the other."""


def seeding(given: list[Any] | None, names: Names) -> list[int] | None:
    return None if given is None else [int(each) for each in _people(given, names)]


def why(given: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """Reasons for each person; those that speak of others name them under “who”."""
    return {
        names[each]: [[code, _args(args, names)] for code, args in reasons]
        for each, reasons in given.items()
        if each in names
    }


def change(given: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """One change of a draft by hand, with what was before it."""
    return dict(given) | {
        "people": sorted(_people(given["people"], names)),
        "tables": {number: _people(seats, names) for number, seats in given["tables"].items()},
        "out": _people(given["out"], names),
        "why": why(given["why"], names),
    }


def again(given: Mapping[str, Any] | None, names: Names) -> dict[str, Any] | None:
    """Other tables that were asked for, or are proposed."""
    if given is None:
        return None
    if "tables" not in given:
        return dict(given)
    return dict(given) | {
        "tables": [[number, _people(seats, names)] for number, seats in given["tables"]],
        "out": _people(given["out"], names),
        "why": why(given["why"], names),
    }


def options(given: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """Of a stage: an organiser's own tables name people."""
    if not isinstance(tables := given.get("tables"), list):
        return dict(given)
    return dict(given) | {
        "tables": [
            dict(each) | {"seats": _people(each["seats"], names)}
            if isinstance(each, dict)
            else _people(each, names)
            for each in tables
        ]
    }


class Known(dict[str, str]):
    """Names for reading: somebody who is not in the document is a mistake."""

    def __missing__(self, key: str) -> str:
        raise Unfit(key)

    def __contains__(self, key: object) -> bool:
        return True


def _people(given: Iterable[Any], names: Names) -> list[str]:
    return [names[str(each)] for each in given if str(each) in names]


def _args(args: Mapping[str, Any], names: Names) -> dict[str, Any]:
    if not isinstance(who := args.get("who"), list):
        return dict(args)
    known = [str(each) in names for each in who]
    told = dict(args) | {"who": _people(who, names)}
    if isinstance(each := args.get("each"), list) and len(each) == len(who):
        told["each"] = [value for value, there in zip(each, known, strict=True) if there]
    return told
