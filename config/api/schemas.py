"""The shapes of what goes in and out. Whether it is allowed is the services' business."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any

from ninja import Path, Query, Schema
from pydantic import ConfigDict, Field, StringConstraints

from tournaments.models import MOST_ENTRANTS, MOST_ROUNDS, NAME_LENGTH

MOST_OF_A_NUMBER = 32_767
MOST_OF_AN_ID = 2**53 - 1
MOST_AT_ONCE = 1_000
LONG_TEXT = 400

# PostgreSQL keeps no NUL.
Text = Annotated[str, StringConstraints(max_length=LONG_TEXT, pattern=r"^[^\x00]*$")]
Name = Annotated[str, StringConstraints(max_length=2 * NAME_LENGTH, pattern=r"^[^\x00]*$")]
OneLine = Annotated[
    str,
    StringConstraints(max_length=2 * NAME_LENGTH, pattern=r"^[^\x00\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]*$"),
]
Slug = Annotated[str, Path(max_length=60, pattern=r"^[A-Za-z0-9_-]+$")]
Number = Annotated[int, Path(ge=1, le=MOST_OF_A_NUMBER)]
Id = Annotated[int, Path(ge=1, le=MOST_OF_AN_ID)]
Limit = Annotated[int, Query(ge=1, le=MOST_AT_ONCE, description="How many at most.")]
Offset = Annotated[int, Query(ge=0, le=1_000_000, description="How many to leave out first.")]
Asked = Annotated[
    str, Query(max_length=LONG_TEXT, pattern=r"^[^\x00]*$", description="Words that are looked for.")
]


class In(Schema):
    """What comes in; a field that nobody asked for is refused."""

    model_config = ConfigDict(extra="forbid")


class AtTable(In):
    """For who may have been offline for long. What names an entry or a sheet needs no such word: those are of one match."""

    match: int | None = Field(
        None,
        ge=1,
        le=MOST_OF_AN_ID,
        description="The match that is meant: where other people sit here by now, it is not found.",
    )


# -- errors ----------------------------------------------------------------------------------------


class FieldProblem(Schema):
    field: str
    code: str
    detail: str


class Problem(Schema):
    """RFC 9457. `code` is stable; `detail` is a sentence for people, in the language of Accept-Language."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    field: str | None = None
    errors: list[FieldProblem] | None = None


# -- who asks --------------------------------------------------------------------------------------


class Me(Schema):
    """A program's token, or a judge's card, which opens one table."""

    name: str
    scope: str = Field(description="`read`, `score`, `organise`, or `card`.")
    account: str = Field(description="In whose name a token acts; a card has nobody's.")
    club: str
    role: str
    expires_at: datetime | None
    tournament: str | None = Field(None, description="Of a card.")
    table: int | None = Field(None, description="Of a card: the number of its table, in every round.")
    at: str | None = Field(
        None, description="Of a card: the address of its table in the newest round; none before there is one."
    )


class ClubOut(Schema):
    slug: str
    name: str
    role: str = Field(description="What the token is there.")


# -- tournaments -----------------------------------------------------------------------------------


class RulesOut(Schema):
    key: str
    version: str
    name: str


class TournamentOut(Schema):
    slug: str
    name: str
    club: str = Field(description="The club's name.")
    place: str
    language: str
    expected: int | None
    first_day: date
    last_day: date
    time_zone: str
    rules: RulesOut
    options: dict[str, Any]
    table_size: int
    rounds_planned: int
    rounds_public: int
    entrants: int
    signing: bool
    double_check: bool
    turn_seconds: int
    round_minutes: int
    rehearsal: bool
    held: bool = Field(description="Whether newer results are held back from the public.")
    closed_at: datetime | None
    page: str = Field(description="Its page, for people.")


class TournamentPage(Schema):
    items: list[TournamentOut]
    total: int
    limit: int
    offset: int


class TournamentIn(In):
    name: Name
    rules: Annotated[str, StringConstraints(max_length=60)] = "points"
    options: dict[str, Any] = Field(default_factory=dict)
    table_size: int = Field(4, ge=2, le=6)
    rounds: int = Field(ge=1, le=MOST_ROUNDS)
    system: Annotated[str, StringConstraints(max_length=60)] = "swiss"
    preset: Annotated[str, StringConstraints(max_length=60)] = ""
    place: Name = ""
    language: Annotated[str, StringConstraints(max_length=10)] = ""
    day: date | None = None
    expected: int | None = Field(None, ge=1, le=MOST_ENTRANTS)


class TournamentChange(In):
    """Only what is sent is changed."""

    name: Name | None = None
    place: Name | None = None
    language: Annotated[str, StringConstraints(max_length=10)] | None = None
    expected: int | None = Field(None, ge=1, le=MOST_ENTRANTS)
    first_day: date | None = None
    last_day: date | None = None
    time_zone: Annotated[str, StringConstraints(max_length=50)] | None = None
    signing: bool | None = None
    double_check: bool | None = None
    turn_seconds: int | None = Field(None, ge=0, le=MOST_OF_A_NUMBER)
    round_minutes: int | None = Field(None, ge=0, le=MOST_OF_A_NUMBER)


class Reason(In):
    reason: Text


# -- people ----------------------------------------------------------------------------------------


class EntrantOut(Schema):
    """Names are as this caller may read them."""

    id: int
    number: int
    name: str
    club: str
    withdrawn: bool | None = Field(description="Not told while results are held.")
    joined_round: int
    checked_in_at: datetime | None = Field(None, description="Only for the desk and for organisers.")
    fixed_table: int | None = Field(None, description="Only for organisers.")
    player: int | None = Field(None, description="Their number in the club's list, for who may see that.")


class EntrantPage(Schema):
    items: list[EntrantOut]
    total: int
    limit: int
    offset: int


class EntrantsIn(In):
    names: list[OneLine] = Field(min_length=1, max_length=MOST_ENTRANTS)


class FromList(In):
    player: int = Field(ge=1, le=MOST_OF_AN_ID)


class EntrantsMade(Schema):
    items: list[EntrantOut]


class PlayerOut(Schema):
    id: int
    name: str
    home: str
    email: str
    phone: str
    minor: bool
    shown: str


class PlayerPage(Schema):
    items: list[PlayerOut]
    total: int
    limit: int
    offset: int


class PlayerIn(In):
    name: Name
    home: Name = ""
    email: Annotated[str, StringConstraints(max_length=254, pattern=r"^[^\x00]*$")] = ""
    phone: Annotated[str, StringConstraints(max_length=40, pattern=r"^[^\x00]*$")] = ""
    minor: bool = False
    shown: Annotated[str, StringConstraints(max_length=10)] = Field(
        "", description="`full`, `short` or `number`; empty: full, of a minor short."
    )


# -- rounds ----------------------------------------------------------------------------------------


class RoundBrief(Schema):
    number: int
    state: str = Field(description="`pairing`, `draft`, `published` or `closed`.")
    published_at: datetime | None


class RoundList(Schema):
    items: list[RoundBrief]


class Seated(Schema):
    entrant: int
    number: int
    name: str
    total: int | None = None


class TableBrief(Schema):
    number: int
    label: str
    status: str = Field(description="`draft`, `playing`, `signing`, `over`, `final`, or `held`.")
    version: int | None
    deals: int
    seats: list[Seated]


class ClockOut(Schema):
    """Moments by the server's clock: what is left is the moment less the `Date` of the answer. A clock only shows."""

    runs: bool
    round_ends_at: datetime | None = Field(description="Extra time included.")
    turn_ends_at: datetime | None = Field(description="Of a table: the time for the turn under way.")
    turn_seconds: int = Field(description="What each turn has; 0 without a clock for turns.")
    extra_minutes: int = Field(description="Of a table: what it was given for itself.")


class RoundOut(RoundBrief):
    edition: int = Field(description="Rises whenever who sits where changes.")
    progress: float
    problem: str
    tables: list[TableBrief]
    out: list[Seated] = Field(description="Who sits out.")
    missing: list[Seated] = Field(description="Entered or returned since the draft was made.")
    clock: ClockOut


class PairingIn(In):
    round: int | None = Field(
        None, ge=1, le=MOST_OF_A_NUMBER, description="The round that is meant; another one is refused."
    )


# -- standings -------------------------------------------------------------------------------------


class ColumnOut(Schema):
    key: str
    name: str
    about: str


class LineOut(Schema):
    rank: int
    number: int
    name: str
    matches: int
    values: dict[str, str]


class StandingsRound(Schema):
    number: int
    state: str


class StandingsOut(Schema):
    format: str
    name: str
    rules: str
    finished: bool
    held: bool
    hidden: int
    rounds_planned: int
    rounds: list[StandingsRound]
    columns: list[ColumnOut]
    standings: list[LineOut]
