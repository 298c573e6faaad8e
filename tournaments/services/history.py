"""Writing down what was done: one line a state change, in the same transaction."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone

from tournaments.access import Actor
from tournaments.history_words import SENTENCES, folded
from tournaments.models import Club, ClubHistoryLine, HistoryLine, Table, Tournament
from tournaments.services.opened import check_open

LONGEST_REASON = 300
LONGEST_NAME = 160
BY_ITSELF = "Triomphe"
THOUGH_CLOSED = (
    "tournament-reopened",
    "change-",
    "entry-",
    "ruling-taken-back",
    "penalty-",
    "person-erased",
    "hold-",
)
"""What can be done in a closed tournament: reopening it; corrections and penalties, whose services let a second
person confirm them first; erasing a person, who need not wait for anybody; and revealing what is held."""


def record(
    actor: Actor | None,
    tournament: Tournament,
    code: str,
    *,
    round_number: int | None = None,
    table_number: int | None = None,
    reason: str = "",
    by: str = "",
    **args: Any,
) -> None:
    """Add a line to a tournament's history. Without an actor, the program did it by itself.

    ``args`` fill in the code's sentence (tournaments.history_words); they must be plain JSON.
    ``by`` names who has no account, such as the judge of a table.
    Every state change passes here inside its transaction, so here what is closed is kept as it is.
    """
    if code not in SENTENCES:
        raise KeyError(f"no sentence for {code!r} in tournaments.history_words")
    if not code.startswith(THOUGH_CLOSED):
        check_open(tournament)
    user = actor.user if actor else None
    who = by or (str(user) if user else BY_ITSELF)
    HistoryLine.objects.create(
        tournament=tournament,
        at=timezone.now(),
        user=user,
        actor=who[:LONGEST_NAME],
        code=code,
        args=args,
        round_number=round_number,
        table_number=table_number,
        reason=reason[:LONGEST_REASON],
        words=words_of(who, reason, args),
    )


def record_at(actor: Actor, table: Table, code: str, *, reason: str = "") -> None:
    """A line about a table, also by who judges there with no account."""
    record(
        actor,
        table.round.tournament,
        code,
        round_number=table.round.number,
        table_number=table.number,
        reason=reason,
        by=actor.name_at(table),
        table=table.number,
    )


def record_in_club(actor: Actor, club: Club, code: str, **args: Any) -> None:
    """The same in the history of a club."""
    if code not in SENTENCES:
        raise KeyError(f"no sentence for {code!r} in tournaments.history_words")
    user = actor.require_account()
    ClubHistoryLine.objects.create(
        club=club, at=timezone.now(), user=user, actor=str(user), code=code, args=args
    )


def forget_names(lines: Iterable[HistoryLine | ClubHistoryLine], names: Mapping[str, str]) -> None:
    """Put numbers where these names stood: what was done stays, with whom is no longer told."""
    for line in lines:
        told = {
            key: without_names(value, names) if isinstance(value, str) else value
            for key, value in line.args.items()
        }
        reason = without_names(getattr(line, "reason", ""), names)
        if told != line.args or reason != getattr(line, "reason", ""):
            line.args = told
            if isinstance(line, HistoryLine):
                line.reason = reason[:LONGEST_REASON]
                line.words = words_of(line.actor, line.reason, told)
            line.save()


def without_names(text: str, names: Mapping[str, str]) -> str:
    """Numbers where these names stood, in what somebody wrote; “Ana” is not in “Anatol”."""
    for name, number in names.items():
        alone = rf"(?<!\w){re.escape(name)}(?!\w)"
        text = number.join(re.split(alone, text))
    return text


def words_of(who: str, reason: str, args: Mapping[str, Any]) -> str:
    """What a line is found by."""
    return folded(" ".join([who, reason, *map(str, args.values())]))
