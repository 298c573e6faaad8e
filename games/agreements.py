"""Reading what was signed: who has, who has not, what was objected to and decided. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from games.drawing import path_of
from games.models import Event, Match, Signature
from games.replay import SIGNOFFS
from games.services.signing import sheet_of_record


@dataclass(frozen=True, slots=True)
class SeatSignature:
    """One seat, and what it says of the sheet as it is."""

    key: str
    name: str
    state: str
    """signed, objects, void (signed a sheet that has been changed since) or waiting."""
    how: str = ""
    at: datetime | None = None
    path: str = ""
    """A drawn signature, as the path of an SVG."""
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Appeal:
    """Somebody did not agree, why, and what became of it."""

    seat: str
    name: str
    why: str
    at: datetime
    open: bool = True
    decision: str = ""
    """The organiser's reason; empty where the player signed in the end."""


@dataclass(frozen=True, slots=True)
class SecondLook:
    """Who looked the sheet over, and when; nobody yet, or the sheet was changed since."""

    who: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Agreement:
    """All of it, as the page of a match shows it."""

    seats: tuple[SeatSignature, ...] = ()
    appeals: tuple[Appeal, ...] = ()
    decision: str = ""
    """Why the organiser let the sheet count as it is, where nobody had objected."""
    sheet: str = ""
    asked: bool = False
    """Whether signatures or a second look are awaited now."""
    check: SecondLook | None = None
    """Where a second look is asked for, or was given."""

    @property
    def waits_for(self) -> int:
        """How many signatures."""
        return sum(seat.state != "signed" for seat in self.seats)

    @property
    def open_appeals(self) -> tuple[Appeal, ...]:
        return tuple(each for each in self.appeals if each.open)

    @property
    def shown(self) -> bool:
        said = self.appeals or self.decision or any(seat.at for seat in self.seats)
        return self.asked or bool(said or (self.check and self.check.at))


def agreement_of(match: Match) -> Agreement:
    """Reads the sign-offs alone, and nothing while a match is played that nobody has spoken about."""
    asked = match.status == Match.Status.SIGNING
    if not asked and not match.signoffs and not (match.needs_signatures or match.needs_check):
        return Agreement()
    events = list(match.events.filter(kind__in=SIGNOFFS).order_by("seq").select_related("signature"))
    names = {seat.key: seat.name for seat in match.seats.all()}
    history = _History(names)
    for event in events:
        history.read(event)
    signed = (match.signoffs or {}).get("signed", {})
    decided = (match.signoffs or {}).get("decided", "")
    looked = history.checks.get((match.signoffs or {}).get("checked", ""))
    return Agreement(
        # Nobody is said not to have signed where nobody was asked to.
        seats=tuple(history.seat(key, signed.get(key)) for key in names)
        if match.needs_signatures or history.signs
        else (),
        appeals=tuple(history.appeals),
        decision=history.unopposed.get(decided, ""),
        sheet=sheet_of_record(match) if asked else "",
        asked=asked,
        check=looked or (SecondLook() if match.needs_check else None),
    )


@dataclass
class _History:
    names: dict[str, str]
    appeals: list[Appeal] = field(default_factory=list)
    unopposed: dict[str, str] = field(default_factory=dict)
    """Decisions that settled no appeal, by their event."""
    signs: dict[str, Event] = field(default_factory=dict)
    """Each seat's last signature, void or not."""
    checks: dict[str, SecondLook] = field(default_factory=dict)
    """By their event."""

    def read(self, event: Event) -> None:
        body = event.body
        if event.kind == Event.Kind.OBJECT:
            self._close(body["seat"])
            self.appeals.append(Appeal(body["seat"], self.names[body["seat"]], body["why"], event.at))
        elif event.kind == Event.Kind.SIGN:
            self.signs[body["seat"]] = event
            self._close(body["seat"])
        elif event.kind == Event.Kind.CHECK:
            self.checks[str(event.pk)] = SecondLook(event.actor, event.at)
        else:
            if not any(each.open for each in self.appeals):
                self.unopposed[str(event.pk)] = body["why"]
            self._close(None, body["why"])

    def seat(self, key: str, signed: str | None) -> SeatSignature:
        name, last = self.names[key], self.signs.get(key)
        if signed and last:
            signature = _signature(last)
            return SeatSignature(
                key,
                name,
                "signed",
                last.body["how"],
                last.at,
                path_of(signature.drawn) if signature else "",
                signature.name if signature else "",
            )
        if any(each.open and each.seat == key for each in self.appeals):
            return SeatSignature(key, name, "objects")
        return SeatSignature(key, name, "void" if last else "waiting")

    def _close(self, seat: str | None, decision: str = "") -> None:
        """Of one seat, or all that are open."""
        self.appeals = [
            replace(each, open=False, decision=decision) if each.open and seat in (None, each.seat) else each
            for each in self.appeals
        ]


def _signature(event: Event) -> Signature | None:
    """None for a PIN, and for what was erased since."""
    return getattr(event, "signature", None)
