"""The history of a tournament, searched and turned over page by page. Nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournaments.history_words import codes_saying, folded, in_words
from tournaments.models import HistoryLine, Tournament

MOST_WORDS = 8


@dataclass(frozen=True, slots=True)
class Told:
    """A line with its sentence in the reader's language."""

    line: HistoryLine
    what: str


def history_of(
    tournament: Tournament, *, search: str = "", round_number: int | None = None, table: int | None = None
) -> QuerySet[HistoryLine]:
    """The newest first, as they were written, whatever the clock said; every word that is searched for has to be there,
    in whatever case."""
    lines = HistoryLine.objects.filter(tournament=tournament).order_by("-pk")
    if round_number:
        lines = lines.filter(round_number=round_number)
    if table:
        lines = lines.filter(table_number=table)
    for word in folded(search).split()[:MOST_WORDS]:
        lines = lines.filter(Q(words__contains=word) | Q(code__in=codes_saying(word)))
    return lines


def told(line: HistoryLine) -> Told:
    return Told(line, in_words(line.code, line.args))
