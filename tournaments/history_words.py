"""The sentences of a tournament's history, by code. Filled in where they are shown, in the reader's language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop

PLACES = re.compile(r"%\(\w+\)s")

SENTENCES: Mapping[str, str] = {
    "tournament-made": gettext_noop("made the tournament “%(name)s”"),
    "tournament-copied": gettext_noop("made the tournament “%(name)s” as a copy of “%(source)s”"),
    "tournament-brought-in": gettext_noop(
        "brought in the tournament “%(name)s”, which came from “%(source)s”"
    ),
    "about-changed": gettext_noop("changed name, place or language"),
    "rules-changed": gettext_noop("chose the rules “%(rules)s” and their options"),
    "tables-chosen": gettext_noop("chose the tables: %(sizes)s"),
    "category-added": gettext_noop("added the category “%(category)s”"),
    "category-removed": gettext_noop("removed the category “%(category)s”"),
    "category-changed": gettext_noop("changed who is in the category “%(category)s”: %(count)s people"),
    "person-categories": gettext_noop("changed the categories of %(name)s"),
    "prizes-changed": gettext_noop("changed the list of prizes"),
    "tournament-closed": gettext_noop("closed the tournament"),
    "tournament-reopened": gettext_noop("reopened the tournament"),
    "settings-changed": gettext_noop("changed the settings"),
    "standings-rules-changed": gettext_noop("changed how the standings are made"),
    "stage-added": gettext_noop("added stage %(stage)s"),
    "stage-changed": gettext_noop("changed stage %(stage)s"),
    "stage-removed": gettext_noop("removed stage %(stage)s"),
    "people-entered": gettext_noop("entered %(count)s people"),
    "people-imported": gettext_noop("entered %(count)s people from a list"),
    "person-entered": gettext_noop("entered %(name)s"),
    "person-erased": gettext_noop("erased the data of %(name)s"),
    "door-changed": gettext_noop("changed how people come in"),
    "application-made": gettext_noop("noted that %(name)s asked to be entered"),
    "application-refused": gettext_noop("did not take an entry"),
    "application-waits": gettext_noop("put %(name)s on the waiting list"),
    "application-entered": gettext_noop("entered %(name)s, who had asked for it"),
    "application-left": gettext_noop("noted that %(name)s took their entry back"),
    "checked-in": gettext_noop("checked %(name)s in"),
    "checked-out": gettext_noop("took back that %(name)s is here"),
    "checked-in-alone": gettext_noop("noted that %(name)s checked in"),
    "check-in-cleared": gettext_noop("began checking in anew: %(count)s people were here"),
    "duties-changed": gettext_noop("gave %(name)s the tables %(tables)s"),
    "duties-ended": gettext_noop("took all tables from %(name)s"),
    "club-made": gettext_noop("made the club"),
    "club-renamed": gettext_noop("called the club “%(name)s”"),
    "player-added": gettext_noop("put %(name)s on the list"),
    "player-changed": gettext_noop("changed the entry of %(name)s"),
    "players-merged": gettext_noop("made one entry of two: %(name)s and %(other)s"),
    "player-erased": gettext_noop("erased a person’s data"),
    "player-removed": gettext_noop("took somebody off the list who never played"),
    "ratings-shown": gettext_noop("let everybody see the ratings"),
    "ratings-hidden": gettext_noop("let members alone see the ratings"),
    "tournament-rated": gettext_noop("let the tournament “%(name)s” count in the ratings"),
    "tournament-unrated": gettext_noop("left the tournament “%(name)s” out of the ratings"),
    "season-made": gettext_noop("made the season “%(name)s”"),
    "season-changed": gettext_noop("changed the season “%(name)s”"),
    "season-deleted": gettext_noop("deleted the season “%(name)s”"),
    "start-list-by-rating": gettext_noop("put the start list in the order of the ratings"),
    "invited": gettext_noop("invited somebody as %(role)s"),
    "invitation-withdrawn": gettext_noop("took back an invitation"),
    "member-joined": gettext_noop("joined as %(role)s"),
    "role-changed": gettext_noop("made %(name)s %(role)s"),
    "member-removed": gettext_noop("removed %(name)s"),
    "token-made": gettext_noop("made the token “%(name)s” for another program (%(scope)s)"),
    "token-revoked": gettext_noop("called back the token “%(name)s”"),
    "hook-made": gettext_noop("had what happens told to %(url)s"),
    "hook-removed": gettext_noop("had nothing told to %(url)s any more"),
    "person-changed": gettext_noop("changed what is arranged for %(name)s"),
    "person-left": gettext_noop("took %(name)s out"),
    "person-back": gettext_noop("let %(name)s play on"),
    "person-replaced": gettext_noop("%(after)s plays on for %(before)s"),
    "pairings-asked": gettext_noop("asked for pairings"),
    "pairings-imported": gettext_noop("seated the round by a list: %(count)s tables"),
    "results-imported": gettext_noop("entered the results of %(count)s tables from a list"),
    "record-imported": gettext_noop("entered a match record at table %(table)s"),
    "round-published": gettext_noop("published the round"),
    "round-unpublished": gettext_noop("took the publication back; the round is a draft again"),
    "seats-exchanged": gettext_noop("let %(name)s and %(other)s change places"),
    "seat-moved": gettext_noop("moved %(name)s to table %(table)s"),
    "seat-given-up": gettext_noop("let %(name)s sit out"),
    "seats-undone": gettext_noop("took the last change of seats back"),
    "tables-asked-again": gettext_noop("asked for other tables where nobody has begun"),
    "tables-made-again": gettext_noop("made tables anew where nobody had begun: %(tables)s"),
    "spots-changed": gettext_noop("changed where the tables stand"),
    "rehearsal-made": gettext_noop("made a rehearsal"),
    "tour-begun": gettext_noop("began the tour"),
    "tour-left": gettext_noop("left the tour"),
    "rehearsal-changed": gettext_noop("changed how the bots play"),
    "rehearsal-thrown-away": gettext_noop("threw “%(name)s” away"),
    "table-taken-over": gettext_noop("took table %(table)s over from the bots"),
    "table-given-back": gettext_noop("gave table %(table)s back to the bots"),
    "messages-off": gettext_noop("switched messages off"),
    "messages-on": gettext_noop("switched messages on"),
    "clock-changed": gettext_noop("changed the clock"),
    "clock-started": gettext_noop("started the clock of the round"),
    "time-added": gettext_noop("gave %(minutes)s more minutes"),
    "called": gettext_noop("called the organiser"),
    "call-closed": gettext_noop("closed a call"),
    "pins-made": gettext_noop("made PINs for %(count)s people"),
    "best-so-far": gettext_noop("had the pairing stopped with the best so far"),
    "entry-corrected": gettext_noop("corrected an entry at table %(table)s"),
    "entry-taken-back": gettext_noop("took an entry back at table %(table)s"),
    "penalty-warning": gettext_noop("warned %(name)s"),
    "penalty-placing": gettext_noop("took %(points)s placing points off %(name)s"),
    "penalty-points": gettext_noop("took %(points)s match points off %(name)s"),
    "penalty-out": gettext_noop("disqualified %(name)s"),
    "penalty-warning-back": gettext_noop("took back a warning of %(name)s"),
    "penalty-placing-back": gettext_noop("gave %(name)s back %(points)s placing points"),
    "penalty-points-back": gettext_noop("gave %(name)s back %(points)s match points"),
    "penalty-out-back": gettext_noop("took back the disqualification of %(name)s"),
    "change-asked": gettext_noop("asked a second person to confirm: %(about)s"),
    "change-confirmed": gettext_noop("confirmed what %(asker)s asked for: %(about)s"),
    "change-refused": gettext_noop("did not confirm what %(asker)s asked for: %(about)s"),
    "call-answered": gettext_noop("answered a call"),
    "card-renewed": gettext_noop("renewed the card of table %(table)s"),
    "card-revoked": gettext_noop("revoked the card of table %(table)s"),
    "pin-changed": gettext_noop("changed the PIN of %(name)s"),
    "match-ended": gettext_noop("ended the match at table %(table)s"),
    "ruling-taken-back": gettext_noop("took back the ruling at table %(table)s"),
    "hold-begun": gettext_noop("held what the public sees as it was"),
    "hold-reveal-begun": gettext_noop("began to reveal the places, one by one from place %(place)s"),
    "hold-place-revealed": gettext_noop("revealed place %(place)s"),
    "hold-lifted": gettext_noop("lifted the hold: the public sees everything"),
    "wall-changed": gettext_noop("changed what the wall shows"),
    "proposal-dropped": gettext_noop("left the tables as they were"),
    "tournament-deleted": gettext_noop("deleted the tournament “%(name)s”"),
    "appeal-decided": gettext_noop("decided the appeal at table %(table)s"),
    "sheet-checked": gettext_noop("looked over the sheet of table %(table)s"),
}


def folded(text: str) -> str:
    """A text as it is searched: case and width of letters make no difference."""
    return unicodedata.normalize("NFKC", text).casefold()


def codes_saying(word: str) -> list[str]:
    """The codes whose sentence, in the reader's language, has this in it."""
    return [code for code, sentence in SENTENCES.items() if word in folded(PLACES.sub("", gettext(sentence)))]


def in_words(code: str, args: Mapping[str, Any]) -> str:
    """What was done, as the second half of a sentence that begins with who did it."""
    return gettext(SENTENCES[code]) % args
