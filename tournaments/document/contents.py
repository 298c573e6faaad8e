"""What a document carries of each model, and what it leaves out and why. A test holds every field to one or the other.

Names of fields only; how they are written and read is for the neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db import models

from games.carried import OF_A_MATCH, OF_A_SIGNATURE, OF_AN_EVENT
from games.models import Event, Match, Seat, Signature
from tournaments.models import (
    Absence,
    Application,
    Call,
    Category,
    Club,
    ClubHistoryLine,
    Door,
    Duty,
    Entrant,
    HistoryLine,
    Hold,
    Invitation,
    JudgeCard,
    KeepApart,
    Member,
    Penalty,
    PendingChange,
    Phone,
    Place,
    Player,
    Prize,
    Ranking,
    Rating,
    Receipt,
    Rehearsal,
    Round,
    Season,
    ShownResult,
    SignInLink,
    Spot,
    Stage,
    Substitution,
    Table,
    Tournament,
)

Model = type[models.Model]

# -- what is written as it is ----------------------------------------------------------------------

OF_A_TOURNAMENT = (
    *("name", "slug", "rules_key", "rules_version", "options", "table_size", "rounds_planned", "created_at"),
    *("place", "language", "expected", "closed_at", "held_at", "one_prize_each", "first_day", "last_day"),
    *("time_zone", "signing", "double_check", "turn_seconds", "round_minutes", "tiebreaks", "placing"),
    *("normalise", "sit_out_points", "wall", "lots_seed", "revision"),
)
OF_A_PLAYER = ("uid", "name", "home", "email", "phone", "minor", "shown", "erased_at")
OF_A_STAGE = ("number", "system", "rounds", "table_size", "allow", "advance", "carry")
OF_AN_ENTRANT = (
    *("number", "name", "withdrawn", "club", "fixed_table", "joined_round", "late_points", "checked_in_at"),
    "final_rank",
)
OF_A_SUBSTITUTION = ("round_number", "before", "after", "at")
OF_A_PRIZE = ("number", "first", "what")
OF_A_DOOR = ("open", "approval", "limit", "closes_at", "check_in", "by_oneself")
OF_AN_APPLICATION = (*("state", "name", "club", "email", "phone", "minor", "asked_at", "decided_at"),)
OF_A_SPOT = ("number", "label", "usable")
OF_A_ROUND = (
    *("number", "state", "seed", "cost", "bound", "problem", "asked_at", "published_at", "clock_at"),
    *("extra_minutes", "edition", "again_asked"),
)
OF_A_TABLE = ("number", "extra_minutes")
OF_A_CALL = ("id", "reason", "caller", "called_at", "answered_at", "answered_by", "closed_at")
OF_A_PENALTY = (
    *("kind", "amount", "round_number", "reason", "given_at", "given_by", "was_playing"),
    *("back_at", "back_by", "back_reason"),
)
OF_A_CHANGE = (
    *("form_id", "kind", "round_number", "table_number", "about", "reason", "asker", "asked_at", "state"),
    *("decided_by", "decided_at"),
)
OF_A_HOLD = ("rounds", "revealed")
OF_A_LINE = ("at", "actor", "code", "args", "round_number", "table_number", "reason")

# -- the whole of it, field by field ---------------------------------------------------------------

CARRIED: Mapping[Model, tuple[str, ...]] = {
    Tournament: (*OF_A_TOURNAMENT, "brought_from"),
    Player: OF_A_PLAYER,
    Stage: (*OF_A_STAGE, "options", "seeding"),
    Entrant: (*OF_AN_ENTRANT, "player"),
    Substitution: (*OF_A_SUBSTITUTION, "entrant", "before_player"),
    Absence: ("entrant", "round_number"),
    KeepApart: ("one", "other"),
    Category: ("name", "entrants"),
    Prize: (*OF_A_PRIZE, "category"),
    Door: OF_A_DOOR,
    Application: (*OF_AN_APPLICATION, "entrant"),
    Spot: OF_A_SPOT,
    Round: (*OF_A_ROUND, "stage", "why", "changes", "again", "basis"),
    Table: (*OF_A_TABLE, "round", "match"),
    Place: ("round", "entrant", "table", "position"),
    Call: (*OF_A_CALL, "table"),
    Penalty: (*OF_A_PENALTY, "entrant"),
    PendingChange: (*OF_A_CHANGE, "body"),
    Hold: (*OF_A_HOLD, "penalties"),
    ShownResult: ("match", "version", "result"),
    HistoryLine: OF_A_LINE,
    Match: (*OF_A_MATCH, "origin"),
    Seat: ("position", "name"),
    Event: (*OF_AN_EVENT, "seq"),
    Signature: (*OF_A_SIGNATURE, "event"),
}

A_NUMBER = "the number of a row here; the document names it otherwise"
THE_ONE = "the tournament that the document is about"
MADE_ANEW = "follows from what is carried, and is made anew"
A_SECRET = "a secret: it opens something here and nothing there"  # noqa: S105 - says why, opens nothing
AN_ACCOUNT = "accounts stay where they are; who it was stands beside it in words"

LEFT_OUT: Mapping[Model, Mapping[str, str]] = {
    Tournament: {
        "id": A_NUMBER,
        "club": "it belongs to the club it is brought into; where it came from is carried in words",
        "organiser": "whoever brings it in",
        "rehearsal": "a rehearsal counts for nobody and is not exported",
        "rated": "which tournaments count in its ratings is for the club it is brought into",
    },
    Player: {"id": A_NUMBER, "club": "the one it is brought into", "name_key": MADE_ANEW},
    Stage: {"id": A_NUMBER, "tournament": THE_ONE},
    Entrant: {
        "id": A_NUMBER,
        "tournament": THE_ONE,
        "name_key": MADE_ANEW,
        "pin": A_SECRET,
        "pin_failures": A_SECRET,
        "pin_locked_until": A_SECRET,
    },
    Substitution: {"id": A_NUMBER},
    Absence: {"id": A_NUMBER},
    KeepApart: {"id": A_NUMBER},
    Category: {"id": A_NUMBER, "tournament": THE_ONE, "name_key": MADE_ANEW},
    Prize: {"id": A_NUMBER, "tournament": THE_ONE},
    Door: {
        "tournament": THE_ONE,
        "code": A_SECRET,
        "code_failures": A_SECRET,
        "code_locked_until": A_SECRET,
    },
    Application: {
        "id": A_NUMBER,
        "tournament": THE_ONE,
        "name_key": MADE_ANEW,
        "digest": A_SECRET,
        "sender": "where it came from, known here alone",
    },
    Spot: {"id": A_NUMBER, "tournament": THE_ONE},
    Round: {
        "id": A_NUMBER,
        "tournament": THE_ONE,
        "progress": "a search begins anew where it is brought in",
        "cancel_asked": "a search begins anew where it is brought in",
        "backed_up_at": "of the backups of this installation",
    },
    Table: {"id": A_NUMBER},
    Place: {"id": A_NUMBER},
    Call: {},
    Penalty: {"id": A_NUMBER, "tournament": THE_ONE},
    PendingChange: {"id": A_NUMBER, "tournament": THE_ONE, "asked_by": AN_ACCOUNT},
    Hold: {"id": A_NUMBER, "tournament": THE_ONE},
    ShownResult: {"id": A_NUMBER, "hold": THE_ONE},
    HistoryLine: {"id": A_NUMBER, "tournament": THE_ONE, "user": AN_ACCOUNT, "words": MADE_ANEW},
    Match: {"id": A_NUMBER, "origin_version": MADE_ANEW},
    Seat: {"id": A_NUMBER, "match": "the match that it stands in"},
    Event: {"match": "the match that it stands in"},
    Signature: {},
}

NOT_IN_IT: Mapping[Model, str] = {
    Club: "a club stays where it is; of the tournament's own, the name is carried",
    ClubHistoryLine: "of the club, not of the tournament",
    Member: "accounts stay where they are",
    Invitation: A_SECRET,
    SignInLink: A_SECRET,
    Receipt: "of forms that were sent here",
    JudgeCard: "secrets that let somebody score; new ones are made for the same tables",
    Duty: "tables given to accounts, which stay where they are",
    Phone: "what phones last said here",
    Rehearsal: "a rehearsal counts for nobody and is not exported",
    Ranking: "of the club, not of the tournament",
    Rating: MADE_ANEW,
    Season: "of the club, not of the tournament",
}
