"""Reasons and refusals in words that a player or an organiser understands.

Knows the codes of every system and no language: a sentence is translated by whoever shows it, who hands in
``translate``. Ids become names by ``name``. Nothing here loads Django.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rules.api import gettext_noop
from tournaments.pairing import system_words
from tournaments.pairing.api import CannotPair, Reason

Translate = Callable[[str], str]
Name = Callable[[str], str]

WHY: dict[str, str] = {
    "all-equal": gettext_noop("Everybody is on %(points)s points, so chance decided who meets."),
    "same-points": gettext_noop("You and %(who)s are both on %(points)s points."),
    "same-points-many": gettext_noop("You, %(who)s are all on %(points)s points."),
    "other-points": gettext_noop("You are on %(points)s points; with you at the table: %(who)s."),
    "other-points-too": gettext_noop("At the table, too: %(who)s."),
    "met-before": gettext_noop("%(who)s, on %(theirs)s points, you have met before."),
    "met-before-rounds": gettext_noop("%(who)s, on %(theirs)s points, you met in round %(rounds)s."),
    "met-before-same": gettext_noop("%(who)s, also on %(theirs)s points, you have met before."),
    "met-before-same-rounds": gettext_noop(
        "%(who)s, also on %(theirs)s points, you met in round %(rounds)s."
    ),
    "kept-apart": gettext_noop("From %(who)s, on %(theirs)s points, the organiser keeps you apart."),
    "meets-again": gettext_noop("You meet %(who)s again: no seating with fewer repeats was found."),
    "meets-again-proved": gettext_noop("You meet %(who)s again: there is no seating with fewer repeats."),
    "not-kept-apart": gettext_noop(
        "You were to be kept apart from %(who)s: that would have cost repeated meetings."
    ),
    "odd-table": gettext_noop(
        "Your table is of %(size)s instead of %(prefer)s, because the number of people does not come out. "
        "It is the turn of those who had such a table least; you so far: %(short)s."
    ),
    "fixed-table": gettext_noop("The organiser has put you at table %(table)s."),
    "looking-ahead": gettext_noop(
        "Rounds still to come: %(rounds)s. Everybody is seated so that these need no repeats."
    ),
    "sits-out": gettext_noop(
        "You sit out this round, because the tables do not hold everybody; so many do: %(left)s."
    ),
    "least-out": gettext_noop(
        "It is the turn of those who sat out least, from the end of the standings; you so far: %(sat_out)s."
    ),
    "put-here-by-hand": gettext_noop("The organiser put you at this table by hand."),
    "joined-by-hand": gettext_noop("The organiser changed your table by hand. New at it: %(who)s."),
    "table-by-hand": gettext_noop("The organiser changed your table by hand."),
    "meets-again-by-hand": gettext_noop("You meet %(who)s again, because the organiser seated you so."),
    "not-apart-by-hand": gettext_noop(
        "You were to be kept apart from %(who)s; the organiser seated you so all the same."
    ),
    "odd-by-hand": gettext_noop("Your table is of %(size)s instead of %(prefer)s."),
    "out-by-hand": gettext_noop("The organiser lets you sit out this round."),
    "meets-again-here": gettext_noop("You meet %(who)s again."),
    "mended": gettext_noop(
        "Your table was made anew after the round was published, because others play now."
    ),
}

REFUSED: dict[str, str] = {
    "nobody": gettext_noop("There is nobody to be seated."),
    "too-few-players": gettext_noop("There are too few people for a table. Enter more, then pair again."),
    "no-such-size": gettext_noop(
        "A table has 2 to 6 seats, and at least one of these sizes must be allowed."
    ),
    "twice-entered": gettext_noop("Entered more than once: %(ids)s."),
    "unknown-id": gettext_noop("Nobody is entered as %(ids)s."),
    "no-such-table": gettext_noop(
        "Somebody is fixed at table %(table)s, but the tables of this round are numbered 1 to %(tables)s."
    ),
    "table-full": gettext_noop("Fixed at table %(table)s: %(people)s people. It has %(seats)s seats."),
    "fixed-too-many": gettext_noop("Fixed at tables: %(people)s people. There are %(seats)s seats in all."),
    "bad-json": gettext_noop("The request is not JSON."),
    "unreadable": gettext_noop("The request cannot be read."),
    "unknown-format": gettext_noop("The request's format is not “%(format)s”."),
    "unknown-system": gettext_noop("There is no pairing system “%(system)s” here."),
    "bad-value": gettext_noop("“%(field)s” must be %(wanted)s."),
    "too-many-players": gettext_noop("A request holds at most %(most)s players."),
    "same-pair-twice": gettext_noop("The same two stand in “%(field)s” twice: %(ids)s."),
    "both-without-seat": gettext_noop("Neither of the two has a seat. Choose somebody who sits at a table."),
    "there-already": gettext_noop("They sit at table %(table)s already."),
    "no-table-of-that-number": gettext_noop("This round has no table %(table)s."),
    "out-already": gettext_noop("They sit out already."),
    "size-by-hand": gettext_noop(
        "Table %(table)s would have %(size)s people, and these rules are for %(least)s to %(most)s. Let two people change places instead."
    ),
    "fixed-by-hand": gettext_noop(
        "%(who)s always sits at table %(table)s. Change that in the list of people first."
    ),
    "table-out-of-use": gettext_noop(
        "Somebody always sits at table %(table)s, which is out of use. Change one of the two."
    ),
    "with-oneself": gettext_noop("In “%(field)s” somebody is paired with themselves: %(ids)s."),
}


ALL_WHY = system_words.WHY | WHY
ALL_REFUSED = system_words.REFUSED | REFUSED


def same(text: str) -> str:
    """No translation, no other name."""
    return text


def sentence(reason: Reason, name: Name = same, translate: Translate = same) -> str:
    """One reason. A code that is not known here is shown as it stands, never swallowed."""
    template = ALL_WHY.get(_form(reason))
    if template is None:
        return reason.code
    return translate(template) % _filled(reason.args, name, translate)


def explanation(reasons: Iterable[Reason], name: Name = same, translate: Translate = same) -> str:
    """All of them, one after the other."""
    return " ".join(sentence(each, name, translate) for each in reasons)


def refusal(error: CannotPair, translate: Translate = same, name: Name = same) -> str:
    """Why nobody could be seated."""
    template = ALL_REFUSED.get(error.code)
    try:
        return translate(template) % _filled(error.args_, name, translate) if template else error.code
    except KeyError:
        return error.code


def _form(reason: Reason) -> str:
    """The sentence for what is known: the rounds, that the points are equal, that it is proved."""
    args, code = reason.args, reason.code
    if code == "same-points" and len(args["who"]) > 1:
        code += "-many"
    if code == "other-points" and args.get("some_same"):
        code += "-too"
    if code == "met-before":
        code += "-same" if args.get("same") else ""
        code += "-rounds" if args.get("rounds") else ""
    if code == "meets-again" and args.get("proved"):
        code += "-proved"
    return code


def _filled(args: Any, name: Name, translate: Translate) -> dict[str, Any]:
    filled = dict(args)
    if "who" in filled:
        names = [name(each) for each in filled["who"]]
        if "each" in filled:
            on = translate(gettext_noop("%(name)s (%(points)s points)"))
            names = [
                on % {"name": who, "points": own} for who, own in zip(names, filled["each"], strict=True)
            ]
        filled["who"] = _listed(names, translate)
    for key in ("rounds", "ids"):
        if isinstance(filled.get(key), list):
            filled[key] = _listed([str(each) for each in filled[key]], translate)
    return filled


def _listed(words: Sequence[str], translate: Translate) -> str:
    if len(words) < 2:
        return "".join(words)
    both = translate(gettext_noop("%(some)s and %(last)s"))
    return both % {"some": ", ".join(words[:-1]), "last": words[-1]}
