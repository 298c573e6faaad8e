"""Who has agreed to a sheet, read from a log: signatures, objections, a second look, the organiser's decision. Pure.

A signature is for the sheet as it was: whatever changes the sheet afterwards leaves it void. An objection
stays until the organiser decides, or until whoever objected signs. Knows nothing of how events are stored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from games.replay import SIGNOFFS, Entry

Signoffs = dict[str, Any]
"""``signed`` and ``appeals`` (seat to event), ``decided`` (an event or nothing), ``checked`` (an event) once somebody
has looked the sheet over; None while there is nothing."""


def read_signoffs(events: Iterable[Entry]) -> Signoffs | None:
    """What the sign-offs in a log amount to by now."""
    found: Signoffs | None = None
    for event in events:
        if event.kind in SIGNOFFS:
            found = with_signoff(found, event.kind, event.body, str(event.id))
        else:
            found = sheet_changed(found)
    return found


def with_signoff(before: Signoffs | None, kind: str, body: Mapping[str, Any], event: str) -> Signoffs:
    """One more signature, objection, second look or decision."""
    now = _copy(before)
    if kind == "decide":
        return now | {"appeals": {}, "decided": event}
    if kind == "check":
        return now | {"checked": event}
    mine, other = ("signed", "appeals") if kind == "sign" else ("appeals", "signed")
    now[other].pop(body["seat"], None)
    now[mine][body["seat"]] = event
    return now


def sheet_changed(before: Signoffs | None) -> Signoffs | None:
    """What is left of them when the sheet is no longer the one that was signed."""
    appeals = _copy(before)["appeals"]
    return {"signed": {}, "appeals": appeals, "decided": ""} if appeals else None


def is_settled(
    signoffs: Signoffs | None,
    seats: Collection[str],
    *,
    signatures: bool,
    check: bool,
    ruling: Mapping[str, Any] | None,
) -> bool:
    """Whether nothing is left to be signed, looked over or decided, so that a match that is over may become final.

    Places that the organiser has decided need neither: somebody may have left. What was stopped on time is
    signed and looked over like any other sheet.
    """
    now = _copy(signoffs)
    if now["appeals"]:
        return False
    if now["decided"] or (ruling is not None and ruling["kind"] == "abandon"):
        return True
    signed = not signatures or (bool(seats) and set(seats) <= set(now["signed"]))
    return signed and (not check or "checked" in now)


def _copy(signoffs: Signoffs | None) -> Signoffs:
    if signoffs is None:
        return {"signed": {}, "appeals": {}, "decided": ""}
    return signoffs | {"signed": dict(signoffs["signed"]), "appeals": dict(signoffs["appeals"])}
