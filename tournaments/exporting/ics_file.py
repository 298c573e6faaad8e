"""iCalendar (RFC 5545): what a calendar program subscribes to. Pure; knows what an event is, and no tournament."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

CONTENT_TYPE = "text/calendar; charset=utf-8"
LONGEST_LINE = 75
"""In octets, without what ends it."""
PRODUCT = "-//Triomphe//Triomphe//EN"
REFRESH = "PT15M"


@dataclass(frozen=True, slots=True)
class Event:
    uid: str
    """The same for as long as it is the same event."""
    changes: int
    """How often it was changed: a program goes by the highest it knows."""
    changed_at: datetime
    begins: datetime | date
    ends: datetime | date
    """Of whole days, the day after the last."""
    summary: str
    place: str = ""
    text: str = ""
    url: str = ""
    cancelled: bool = False


def calendar(name: str, events: Iterable[Event]) -> bytes:
    lines = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"),
        *(f"NAME:{escaped(name)}", f"X-WR-CALNAME:{escaped(name)}"),
        *(f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}", f"X-PUBLISHED-TTL:{REFRESH}"),
    ]
    for event in events:
        lines += _lines(event)
    lines.append("END:VCALENDAR")
    return b"".join(folded(line) for line in lines)


def escaped(text: str) -> str:
    """As text stands in a value; what cannot be written at all is a space."""
    for char in "\\;,":
        text = text.replace(char, f"\\{char}")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\\n")
    return "".join(char if char >= " " and char != "\x7f" else " " for char in text)


def folded(line: str) -> bytes:
    """In pieces of at most 75 octets, never in the middle of a character."""
    pieces: list[bytes] = [b""]
    for char in line:
        octets = char.encode()
        if len(pieces[-1]) + len(octets) > LONGEST_LINE:
            pieces.append(b" ")
        pieces[-1] += octets
    return b"\r\n".join(pieces) + b"\r\n"


def _lines(event: Event) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{escaped(event.uid)}"
    yield f"SEQUENCE:{event.changes}"
    yield f"DTSTAMP:{_moment(event.changed_at)}"
    yield f"LAST-MODIFIED:{_moment(event.changed_at)}"
    yield f"DTSTART{_when(event.begins)}"
    yield f"DTEND{_when(event.ends)}"
    yield f"SUMMARY:{escaped(event.summary)}"
    if event.place:
        yield f"LOCATION:{escaped(event.place)}"
    if event.text:
        yield f"DESCRIPTION:{escaped(event.text)}"
    if event.url:
        yield f"URL:{event.url}"
    yield f"STATUS:{'CANCELLED' if event.cancelled else 'CONFIRMED'}"
    yield "TRANSP:OPAQUE" if isinstance(event.begins, datetime) else "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _when(value: datetime | date) -> str:
    if isinstance(value, datetime):
        return f":{_moment(value)}"
    return f";VALUE=DATE:{value:%Y%m%d}"


def _moment(value: datetime) -> str:
    """In universal time: a calendar shows it in the time of whoever reads it."""
    return f"{value.astimezone(UTC):%Y%m%dT%H%M%SZ}"
