"""The shapes of what goes in and out at a table: its match, its log, its sheet and who has signed it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from ninja import Path, Schema
from pydantic import Field, StringConstraints

from config.api.hall_schemas import CallOut
from config.api.schemas import (
    AtTable,
    ClockOut,
    FieldProblem,
    In,
    Name,
    RulesOut,
    Text,
)

MOST_ACTIONS = 100
Version = Annotated[
    int, Field(ge=0, le=2**31 - 1, description="The version of the match as the sender saw it.")
]
Action = Annotated[
    dict[str, Any], Field(description="What is done, as the rules name it: its `do` and what belongs to it.")
]
Seat = Annotated[str, Path(pattern=r"^[1-9]$")]
Sheet = Annotated[str, StringConstraints(max_length=64, pattern=r"^[0-9a-f]*$")]


class SeatOut(Schema):
    seat: str
    name: str
    total: int | None = None
    place: int | None = None
    winner: bool = False
    to_go: int | None = None


class RowOut(Schema):
    event: UUID
    number: int
    points: list[int]
    totals: list[int]
    bell: bool


class SignedBy(Schema):
    seat: str
    state: str = Field(description="`signed`, `objects`, `void` (the sheet was changed since) or `waiting`.")
    how: str = Field("", description="`pin`, `drawn` or `name`, once it is signed.")
    asks_pin: bool | None = Field(
        None, description="Whether this player signs with a PIN; told to who may score here."
    )


class AppealOut(Schema):
    seat: str
    why: str
    open: bool
    decision: str = Field(description="The organiser's reason; empty where the player signed in the end.")


class SecondLook(Schema):
    at: datetime | None
    who: str = Field(description="Told to who may score here.")


class AgreementOut(Schema):
    """Who has signed the sheet as it is, where that is asked for."""

    sheet: str = Field(description="Stands for the sheet as it is: sent along with a signature.")
    awaited: bool
    seats: list[SignedBy]
    appeals: list[AppealOut]
    decision: str = Field(description="Why the organiser let the sheet count, where nobody had objected.")
    check: SecondLook | None = Field(description="Where a second person is to look it over, or did.")


class RulingOut(Schema):
    """The organiser's decision that ended the match. Undone like any entry, by its `event`."""

    event: UUID
    kind: str = Field(description="`stop`: as it stood; `abandon`: with places that were decided.")
    why: str


class TableOut(Schema):
    """A table with its match. While its results are held, who sits there and nothing else."""

    tournament: str
    round: int
    number: int
    match: int
    label: str = Field(description="Where the table stands.")
    held: bool
    version: int | None
    status: str
    rules: RulesOut
    options: dict[str, Any]
    needs_signatures: bool
    needs_check: bool
    seats: list[SeatOut]
    rows: list[RowOut]
    limit: int | None
    ending: str
    state: dict[str, Any] = Field(description="The match as the rules tell it to spectators.")
    agreement: AgreementOut | None
    ruling: RulingOut | None
    problem: str = Field(description="Why the result cannot become final, where something is wrong.")
    clock: ClockOut | None
    call: CallOut | None = Field(description="The open call to the organiser; told to who may score here.")
    judges: bool = Field(description="Whether this caller may score here.")
    may_enter: bool = Field(description="Whether this caller may enter something now.")
    read_only: str


class EventOut(Schema):
    id: UUID
    seq: int
    kind: str
    body: dict[str, Any]
    actor: str
    device: str
    at: datetime
    hash: str


class EventPage(Schema):
    items: list[EventOut]
    version: int
    total: int
    limit: int
    offset: int


class NewEvent(In):
    id: UUID = Field(description="Made by the sender: the same one sent twice is counted once.")
    action: Action


class EventsIn(AtTable):
    """A turn: all of it is entered, or nothing."""

    version: Version
    events: list[NewEvent] = Field(min_length=1, max_length=MOST_ACTIONS)


class TakeBack(AtTable):
    id: UUID
    version: Version


class Said(In):
    id: UUID
    seat: Annotated[str, StringConstraints(pattern=r"^[1-9]$")]
    sheet: Sheet


class Signing(Said):
    name: Name = Field("", description="As the player types it; or else a drawing.")
    drawn: Annotated[str, StringConstraints(max_length=20_000, pattern=r"^[^\x00]*$")] = Field(
        "", description="Strokes: points as `x,y` with blanks between, strokes with semicolons between."
    )
    pin: Annotated[str, StringConstraints(max_length=20, pattern=r"^[^\x00]*$")] = Field(
        "", description="Of who was given one: then it alone counts."
    )


class Objection(Said):
    why: Text


class Check(In):
    id: UUID
    sheet: Sheet


class Decision(Check):
    why: Text = Field(description="It is published with the result.")


class SeatLink(Schema):
    link: str = Field(description="Opens the page on which this player signs on their own phone.")
    until: datetime = Field(description="Until when it can be opened.")


class Ending(AtTable):
    id: UUID
    version: Version
    why: Text = Field(description="It is published with the result.")
    places: dict[str, int] | None = Field(
        None,
        max_length=9,
        description="A place for every seat, 1 the best, equals alike. Without: as it stands, the points decide.",
    )


class ChangeShape(In):
    event: UUID = Field(description="The entry that is put right.")
    actions: list[Action] = Field(
        default_factory=list,
        max_length=MOST_ACTIONS,
        description="What stands in its place; none: it is taken back.",
    )
    also: list[UUID] = Field(
        default_factory=list, max_length=MOST_ACTIONS, description="Entries that go with it."
    )


class ChangeIn(ChangeShape):
    id: UUID
    version: Version
    reason: Text = Field("", description="Needed where the result is final.")


class Actions(In):
    actions: list[Action] = Field(min_length=1, max_length=MOST_ACTIONS)


class Legal(Schema):
    actions: list[dict[str, Any]] = Field(
        description="What may be done now; without what cannot be listed, as points that are typed in."
    )


class Picture(Schema):
    totals: dict[str, int]
    places: dict[str, int]
    over: bool
    winners: list[str]


class Impossible(Schema):
    event: UUID
    number: int
    detail: str


class Consequences(Schema):
    before: Picture
    after: Picture
    impossible: list[Impossible]
    reopens: bool


class ScoreLineOut(Schema):
    seat: str
    points: int
    reason: str


class Trial(Schema):
    before: dict[str, int]
    after: dict[str, int]
    lines: list[ScoreLineOut]
    bell: bool
    rings: bool
    over: bool
    refusal: FieldProblem | None
    refused_at: int | None


class Waiting(Schema):
    """Asked for after the final standings were published: a second person has to confirm it."""

    waiting: str
