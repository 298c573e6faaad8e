"""All writing to matches. One call is one transaction.

Who may write is decided by whoever hands out a ``Permit``; what may be written is decided by the
match's engine. Knows nothing of tournaments.
"""

from games.services.appending import append_action, append_actions
from games.services.bringing import keep, pack, prove
from games.services.changing import Change, apply_change, preview_change, take_back_last
from games.services.common import Entry, NewAction, Permit, SeatPermit, engine_of
from games.services.consequences import Consequences, LaterEntries, LaterEntry, Picture
from games.services.discarding import begun_among, discard, forget
from games.services.finalizing import PROBLEM_MISMATCH, LogMismatch, finalize
from games.services.naming import forget_signatures, name_seats
from games.services.opening import open_match, open_matches
from games.services.reading import log_of
from games.services.rulings import abandon_match, stop_match
from games.services.signing import (
    Hand,
    check,
    decide,
    entered_by,
    object_to,
    require_sign_offs,
    sheet_of_record,
    sign,
)
from games.services.trying import Trial, legal_actions, try_actions

__all__ = [
    "PROBLEM_MISMATCH",
    "Change",
    "Consequences",
    "Entry",
    "Hand",
    "LaterEntries",
    "LaterEntry",
    "LogMismatch",
    "NewAction",
    "Permit",
    "Picture",
    "SeatPermit",
    "Trial",
    "abandon_match",
    "append_action",
    "append_actions",
    "apply_change",
    "begun_among",
    "check",
    "decide",
    "discard",
    "engine_of",
    "entered_by",
    "finalize",
    "forget",
    "forget_signatures",
    "keep",
    "legal_actions",
    "log_of",
    "name_seats",
    "object_to",
    "open_match",
    "open_matches",
    "pack",
    "preview_change",
    "prove",
    "require_sign_offs",
    "sheet_of_record",
    "sign",
    "stop_match",
    "take_back_last",
    "try_actions",
]
