"""The tour: a whole tournament in eight steps, and which of them comes next. Pure; no words, no database.

Nothing of it is kept. Where somebody stands follows from what is true of the tournament, so that it does not matter
in which way they got there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

INVENTED = 8
"""People who are there from the start; whoever takes the tour is the ninth, and the tables are full."""
TABLE_SIZE = 3
ROUNDS = 2


class Step(StrEnum):
    """In the order in which a tournament goes."""

    PEOPLE = "people"
    PAIR = "pair"
    PUBLISH = "publish"
    SCORE = "score"
    FINISH = "finish"
    OTHERS = "others"
    STANDINGS = "standings"
    LAST_ROUND = "last-round"
    DONE = "done"


STEPS = tuple(Step)[:-1]


class Stage(StrEnum):
    """How far a round is."""

    NONE = "none"
    PAIRING = "pairing"
    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Facts:
    """What is true of the tournament now."""

    people: int = INVENTED
    first: Stage = Stage.NONE
    last: Stage = Stage.NONE
    """The first round, and the last."""
    entries: int = 0
    """At the table that is scored by hand: the first of the first round."""
    over: bool = False
    final: bool = False
    bots: bool = False
    """Whether they play."""
    closed: bool = False
    """The tournament itself."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody is in the tour."""

    step: Step
    waits: bool = False
    """The program is at work, or the bots are: there is nothing to press but to watch."""

    @property
    def number(self) -> int:
        """From one; once all is done, that of the last step."""
        return min(tuple(Step).index(self.step) + 1, len(STEPS))


def standing(facts: Facts) -> Standing:
    """The next step, from the last that is done back to the first."""
    if facts.closed or facts.last == Stage.CLOSED:
        return Standing(Step.DONE)
    if facts.last != Stage.NONE:
        waits = facts.last == Stage.PAIRING or (facts.last == Stage.PUBLISHED and facts.bots)
        return Standing(Step.LAST_ROUND, waits)
    if facts.first == Stage.CLOSED:
        return Standing(Step.STANDINGS)
    if facts.first == Stage.PUBLISHED:
        return _at_the_tables(facts)
    if facts.first == Stage.DRAFT:
        return Standing(Step.PUBLISH)
    if facts.first == Stage.PAIRING:
        return Standing(Step.PUBLISH, waits=True)
    return Standing(Step.PAIR if facts.people > INVENTED else Step.PEOPLE)


def _at_the_tables(facts: Facts) -> Standing:
    if facts.final:
        return Standing(Step.OTHERS, waits=facts.bots)
    if facts.entries:
        return Standing(Step.FINISH, waits=facts.over)
    return Standing(Step.SCORE)
