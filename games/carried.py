"""A match with its whole log as plain JSON, and back. Reads and writes nothing; knows no tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from games.carrying import Unfit, carried, objects, only, plain_of, read_row, read_time, read_uuid
from games.models import Event, Match, Seat, Signature

OF_A_MATCH = (
    *("rules_key", "rules_version", "options", "created_at", "needs_signatures", "needs_check"),
    *("version", "head", "state", "status", "ruling", "signoffs", "result", "final_at", "renamed", "problem"),
)
OF_AN_EVENT = ("id", "kind", "body", "account", "actor", "device", "at", "hash")
OF_A_SIGNATURE = ("drawn", "name", "salt")
MOST_EVENTS = 20_000
MOST_SEATS = 12
MOST_DRAWN = 100_000
HASH = 64
KINDS = frozenset(Event.Kind.values)


@dataclass(slots=True)
class CarriedMatch:
    """A match as a document holds it: rows that are in no database yet."""

    match: Match
    seats: list[str]
    events: list[Event]
    signatures: list[Signature] = field(default_factory=list)
    ids: list[UUID] = field(default_factory=list)
    rows: list[list[Any]] = field(default_factory=list)
    """In the place of the events, once they are made ready to be written."""

    @property
    def keys(self) -> list[str]:
        return [str(position) for position in range(1, len(self.seats) + 1)]


def match_as_plain(
    match: Match, seats: Sequence[Seat], events: Sequence[Event], signatures: Sequence[Signature]
) -> dict[str, Any]:
    """Seats in their order, events in theirs; their numbers are their places in the lists."""
    return carried(match, OF_A_MATCH) | {
        "number": match.log_number,
        "seats": [seat.name for seat in seats],
        "events": [_event_as_plain(event) for event in events],
        "signatures": {str(each.event_id): carried(each, OF_A_SIGNATURE) for each in signatures},
    }


def match_of_plain(given: dict[str, Any]) -> CarriedMatch:
    """The same read back. Whether it is true is for ``games.services.bringing``."""
    only(given, (*OF_A_MATCH, "number", "seats", "events", "signatures"))
    match = Match(**read_row(Match, OF_A_MATCH, given))
    if type(given["number"]) is not int or given["number"] < 0:
        raise Unfit("number")
    match.origin, match.origin_version = given["number"], match.version
    for name in ("options", "state"):
        if type(given[name]) is not dict:
            raise Unfit(name)
    events = [
        _event_of_plain(number, each) for number, each in objects(given["events"], "events", MOST_EVENTS)
    ]
    return CarriedMatch(match, _seats(given["seats"]), events, _signatures(given["signatures"]))


# -- in detail -----------------------------------------------------------------------------------


def _event_as_plain(event: Event) -> dict[str, Any]:
    # Written out: there are a hundred times as many of these as of anything else.
    return {
        "id": str(event.id),
        "kind": event.kind,
        "body": event.body,
        "account": event.account,
        "actor": event.actor,
        "device": event.device,
        "at": plain_of(event.at),
        "hash": event.hash,
    }


def _event_of_plain(number: int, given: dict[str, Any]) -> Event:
    try:
        only(given, OF_AN_EVENT)
        texts = (given["actor"], given["device"], given["hash"])
        account = given["account"]
        fits = (
            type(given["body"]) is dict
            and given["kind"] in KINDS
            and (account is None or type(account) is int)
            and all(
                type(text) is str and len(text) <= most
                for text, most in zip(texts, (80, 80, HASH), strict=True)
            )
        )
        if not fits:
            raise ValueError(number)
        return Event(**given | {"id": read_uuid(given["id"]), "at": read_time(given["at"]), "seq": number})
    except (ValueError, TypeError, OverflowError):
        raise Unfit("events", number) from None
    except Unfit as unfit:
        raise unfit.inside("events", number) from None


def _seats(given: Any) -> list[str]:
    named = Seat._meta.get_field("name").max_length or 0
    fits = type(given) is list and 0 < len(given) <= MOST_SEATS
    if not fits or not all(type(name) is str and len(name) <= named for name in given):
        raise Unfit("seats")
    return list(given)


def _signatures(given: Any) -> list[Signature]:
    if type(given) is not dict:
        raise Unfit("signatures")
    found = []
    for key, each in given.items():
        try:
            only(each, OF_A_SIGNATURE)
            values = read_row(Signature, OF_A_SIGNATURE, each)
            if len(values["drawn"]) > MOST_DRAWN:
                raise Unfit("drawn")
            found.append(Signature(event_id=read_uuid(key), **values))
        except (ValueError, TypeError):
            raise Unfit("signatures") from None
        except Unfit as unfit:
            raise unfit.inside("signatures") from None
    return found
