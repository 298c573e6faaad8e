"""The reasons and refusals of the systems beside Swiss, as sentences to be translated by whoever shows them."""

from __future__ import annotations

from rules.api import gettext_noop

WHY: dict[str, str] = {
    "schedule-round": gettext_noop(
        "Round %(round)s of a schedule for %(people)s people at tables of %(size)s, in which nobody meets anybody twice."
    ),
    "schedule-mended": gettext_noop(
        "Round %(round)s of a schedule for %(people)s people, mended because others play than it was made for."
    ),
    "no-schedule": gettext_noop(
        "No schedule is known for %(people)s people: everybody is seated so that few meet again."
    ),
    "round-robin": gettext_noop("Round %(round)s of %(rounds)s, in which everybody meets everybody."),
    "round-robin-mended": gettext_noop(
        "Round %(round)s of a round robin, mended because others play than when it began."
    ),
    "not-met-yet": gettext_noop("You two have not met yet in this round robin."),
    "nobody-left": gettext_noop("In this round there is nobody for you to meet."),
    "opponent-gone": gettext_noop("You would have met somebody who is not here: you sit out."),
    "bracket": gettext_noop("So says the bracket. Still in: %(left)s."),
    "final": gettext_noop("This is the final."),
    "bye": gettext_noop("You go on to the next round without a match."),
    "walkover": gettext_noop("Your opponent is not here: you go on to the next round without a match."),
    "third-place": gettext_noop("You play for the third place."),
    "second-chance": gettext_noop("You have lost once and are still in. With one loss: %(left)s."),
    "waits-for-final": gettext_noop("You have not lost: you wait for the other finalist."),
    "eliminated": gettext_noop("You are out of this stage."),
    "came-too-late": gettext_noop(
        "You came when this stage had begun, and it cannot take anybody in any more."
    ),
    "group": gettext_noop("You play in group %(group)s."),
    "group-finished": gettext_noop("Your group, number %(group)s, has played all its rounds."),
    "group-too-small": gettext_noop("In group %(group)s there are too few people left for a table."),
    "by-lot": gettext_noop("The lot decided."),
    "by-hand": gettext_noop("The organiser seated everybody by hand."),
    "sits-out": gettext_noop(
        "You sit out this round, because the tables do not hold everybody; so many do: %(left)s."
    ),
}

REFUSED: dict[str, str] = {
    "nobody": gettext_noop("There is nobody to be seated."),
    "too-few-players": gettext_noop("There are too few people for a table. Enter more, then pair again."),
    "twice-entered": gettext_noop("Entered more than once: %(ids)s."),
    "unknown-id": gettext_noop("Nobody is entered as %(ids)s."),
    "no-such-size": gettext_noop(
        "A table has 2 to 6 seats, and at least one of these sizes must be allowed."
    ),
    "size-not-allowed": gettext_noop("Tables of a size that is not allowed here: %(tables)s."),
    "bad-table-number": gettext_noop("Tables are numbered from 1 up, each with a number of its own."),
    "no-tables": gettext_noop("No tables were given. Seat everybody by hand, then try again."),
    "seated-twice": gettext_noop("Seated more than once: %(ids)s."),
    "table-full": gettext_noop("Fixed at table %(table)s: %(people)s people. It has %(seats)s seats."),
    "fixed-at-two-tables": gettext_noop(
        "These meet in this round and are fixed at different tables: %(ids)s. Release one of them."
    ),
    "fixed-not-together": gettext_noop(
        "People fixed at one table do not meet in this round: table %(tables)s. Release one of them."
    ),
    "fixed-elsewhere": gettext_noop("Not seated at the table where they are fixed: %(ids)s."),
    "tables-of-two-only": gettext_noop("Double elimination is for two at a table."),
    "everybody-advances": gettext_noop(
        "%(advance)s are to go on from each table, and the smallest has %(smallest)s seats: let fewer go on."
    ),
    "nobody-advances": gettext_noop("At least one must go on from each table."),
    "round-unfinished": gettext_noop("Table %(table)s of the round before has no result yet."),
    "stage-over": gettext_noop("This stage has been played to its end."),
}
