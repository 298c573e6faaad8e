"""The shapes of what goes on around the tables: clocks, calls, phones, cards, penalties."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from ninja import Schema
from pydantic import Field, StringConstraints

from config.api.schemas import MOST_OF_A_NUMBER, MOST_OF_AN_ID, AtTable, In, Text

MOST_POINTS = 10_000
FormId = Annotated[
    UUID, Field(description="Made by the sender: the same one sent twice is carried out once.")
]

# -- clocks ----------------------------------------------------------------------------------------


class ClockStart(In):
    id: FormId


class ClockMore(In):
    id: FormId
    minutes: int = Field(ge=1, le=60)
    table: int | None = Field(None, ge=1, le=MOST_OF_A_NUMBER, description="None: all tables.")


# -- calls and phones --------------------------------------------------------------------------------


class CallIn(AtTable):
    id: UUID
    reason: Text


class CallOut(Schema):
    id: UUID
    reason: str
    called_at: datetime
    answered_at: datetime | None = Field(description="When the organiser said that they are coming.")
    closed_at: datetime | None


class CallAt(CallOut):
    round: int
    table: int


class AppealAt(Schema):
    """A table at which somebody does not agree with the sheet."""

    round: int
    table: int


class WaitingOut(Schema):
    calls: list[CallAt]
    appeals: list[AppealAt]


class PhoneIn(In):
    device: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{4,40}$")] = Field(
        description="What the device calls itself, always the same."
    )
    unsent: int = Field(ge=0, le=99_999, description="How many entries it has not been able to send.")


# -- cards -------------------------------------------------------------------------------------------


class CardOut(Schema):
    """A judge's card. Its secret is told when it is made."""

    table: int
    label: str
    revoked_at: datetime | None
    used_at: datetime | None


class CardList(Schema):
    items: list[CardOut]
    works_from: date
    works_until: date
    works_today: bool


class CardMade(Schema):
    table: int
    secret: str = Field(description="Opens the API at this table: `Authorization: Bearer …`.")
    link: str = Field(
        description="Opens the desk in a browser; what a QR code carries. Its last part is the secret."
    )


# -- penalties -----------------------------------------------------------------------------------------


class PenaltyOut(Schema):
    id: int
    entrant: int
    number: int
    name: str = Field(description="As this caller may read it.")
    kind: str = Field(description="`warning`, `placing`, `points` or `out`.")
    amount: float = Field(description="How many points are taken off.")
    words: str = Field(description="What it is, in a few words.")
    round: int
    reason: str
    given_at: datetime
    back_at: datetime | None = Field(description="When it was taken back: from then on it counts nowhere.")
    back_reason: str


class PenaltyPage(Schema):
    items: list[PenaltyOut]
    total: int
    limit: int
    offset: int


class PenaltyIn(In):
    id: FormId
    entrant: int = Field(ge=1, le=MOST_OF_AN_ID)
    kind: Annotated[str, StringConstraints(max_length=10)] = Field(
        description="`warning`; `placing` or `points` taken off, where they decide; `out`: disqualified."
    )
    amount: float = Field(0, ge=0, le=MOST_POINTS, description="Of points that are taken off.")
    round: int | None = Field(
        None, ge=1, le=MOST_OF_A_NUMBER, description="For which round; none: the last that is public."
    )
    reason: Text = Field(description="Everybody can read it.")


class PenaltyBack(In):
    id: FormId
    reason: Text
