"""Which table needs somebody most, and why. Pure: facts of a table in, needs out; knows no words and no database."""

from __future__ import annotations

from dataclasses import dataclass

SILENT_FROM = 12
"""Minutes without an entry, at a table that plays."""
BEGIN_WITHIN = 8
"""Minutes that a table may take to sit down."""
SIGN_WITHIN = 5
"""Minutes after the last entry by which a sheet should be signed."""

WEIGHTS = {
    "appeal": 100,
    "problem": 95,
    "call": 90,
    "over": 70,
    "unsent": 65,
    "late": 60,
    "silent": 50,
    "not-begun": 45,
    "unsigned": 40,
    "unchecked": 35,
    "phone-silent": 30,
    "coming": 20,
}
"""People who wait come first, then what may be lost, then what holds the round up, then what may only look so."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a table; minutes are whole, and nought where there is nothing to tell."""

    number: int
    status: str
    """playing, signing, over or final."""
    began: bool = False
    """Whether anything has been entered."""
    quiet: int = 0
    """Minutes since the last entry; before the first, since the round began."""
    appeal: bool = False
    problem: bool = False
    called: int | None = None
    """Minutes since a call that waits."""
    coming: bool = False
    """Whether somebody is on the way."""
    unsent: int = 0
    """Entries that phones at the table still hold."""
    phone_silent: int = 0
    """Minutes for which nothing was heard of the table's phone."""
    unsigned: int = 0
    unchecked: bool = False
    """Whether a second person has still to look the sheet over."""
    over_by: int = 0
    """Minutes since the table's time was over."""
    late_by: int = 0
    """Minutes by which it is expected to hold the round up."""


@dataclass(frozen=True, slots=True)
class Need:
    """One reason to go there. ``number`` fills its sentence in."""

    code: str
    number: int = 0

    @property
    def weight(self) -> int:
        return WEIGHTS[self.code]


def needs_of(table: Facts) -> tuple[Need, ...]:
    """The most pressing first."""
    plays = table.status == "playing"
    found = [
        Need("appeal") if table.appeal else None,
        Need("problem") if table.problem else None,
        Need("coming" if table.coming else "call", table.called) if table.called is not None else None,
        Need("over", table.over_by) if plays and table.over_by else None,
        Need("unsent", table.unsent) if table.unsent else None,
        Need("late", table.late_by) if plays and table.late_by and not table.over_by else None,
        Need("silent", table.quiet) if plays and table.began and table.quiet >= SILENT_FROM else None,
        Need("not-begun", table.quiet) if plays and not table.began and table.quiet >= BEGIN_WITHIN else None,
        Need("unsigned", table.unsigned)
        if table.status == "signing" and table.unsigned and not table.appeal and table.quiet >= SIGN_WITHIN
        else None,
        Need("unchecked")
        if table.status == "signing" and table.unchecked and not table.unsigned and not table.appeal
        else None,
        Need("phone-silent", table.phone_silent) if table.phone_silent else None,
    ]
    return tuple(sorted((each for each in found if each), key=lambda need: -need.weight))


def order_of(table: Facts, needs: tuple[Need, ...]) -> tuple[int, int, int, int, int]:
    """Sorts tables: by their most pressing need, how bad it is, how many there are; final ones last."""
    first = needs[0] if needs else None
    return (
        table.status == "final" and first is None,
        -first.weight if first else 0,
        -first.number if first else 0,
        -len(needs),
        table.number,
    )
