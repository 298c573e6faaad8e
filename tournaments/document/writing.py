"""A tournament as a document, piece by piece, so that none of it need be in memory whole. Reads; writes nothing.

The same tournament gives the same bytes: rows stand in the order in which they were made, objects by name, and
nothing says when or by whom the document was made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any

from games.carried import match_as_plain
from games.carrying import carried
from games.chain import canonical
from games.models import Event, Match, Seat, Signature
from tournaments.document import NAMED, references
from tournaments.document.contents import (
    OF_A_CALL,
    OF_A_CHANGE,
    OF_A_DOOR,
    OF_A_HOLD,
    OF_A_LINE,
    OF_A_PENALTY,
    OF_A_PLAYER,
    OF_A_PRIZE,
    OF_A_ROUND,
    OF_A_SPOT,
    OF_A_STAGE,
    OF_A_SUBSTITUTION,
    OF_A_TABLE,
    OF_A_TOURNAMENT,
    OF_AN_APPLICATION,
    OF_AN_ENTRANT,
)
from tournaments.models import (
    Absence,
    Call,
    Door,
    Hold,
    KeepApart,
    Place,
    Player,
    Round,
    Substitution,
    Table,
    Tournament,
)
from tournaments.selectors.standings import results_token

AT_A_TIME = 50
Tell = Callable[[int, int], None]
"""How many matches have been written, out of how many."""


def nothing_to_tell(_done: int, _of: int) -> None:
    return None


def pieces(tournament: Tournament, tell: Tell = nothing_to_tell) -> Iterator[bytes]:
    """The document's bytes, in order. A section and a row begin on a line of their own; the hash knows no lines."""
    hashed = sha256()
    yield f'{{"format":{canonical(NAMED)},\n"body":'.encode()
    for text in body_in_pieces(Writer(tournament, tell).sections()):
        hashed.update(text.strip("\n").encode())
        yield text.encode()
    yield f',\n"sha256":{canonical(hashed.hexdigest())}}}\n'.encode()


def body_in_pieces(sections: dict[str, Any]) -> Iterator[str]:
    """Canonical JSON; a list of rows may come as an iterator. Line feeds only at the ends of a piece."""
    before = "{"
    for name in sorted(sections):
        yield f"{before}\n"
        yield f"{canonical(name)}:"
        if isinstance(section := sections[name], list | Iterator):
            yield "["
            between = ""
            for row in section:
                yield f"{between}\n"
                yield canonical(row)
                between = ","
            yield "]"
        else:
            yield canonical(section)
        before = ","
    yield "}"


class Writer:
    """All of one tournament, section by section."""

    def __init__(self, tournament: Tournament, tell: Tell) -> None:
        self.tournament, self.tell = tournament, tell
        self.numbers: dict[int, int] = dict(tournament.entrants.values_list("pk", "number"))
        self.names = {str(pk): str(number) for pk, number in self.numbers.items()}
        self.penalties: dict[int, int] = {
            pk: place
            for place, pk in enumerate(tournament.penalties.order_by("pk").values_list("pk", flat=True))
        }

    def sections(self) -> dict[str, Any]:
        made = self.tournament
        lines = made.history.order_by("pk")
        return {
            "tournament": carried(made, OF_A_TOURNAMENT) | {"club": made.brought_from or made.club.name},
            "players": (carried(each, OF_A_PLAYER) for each in self._players()),
            "stages": [self._stage(each) for each in made.stages.order_by("pk")],
            "entrants": [
                carried(each, OF_AN_ENTRANT) | {"player": _uid(each.player)}
                for each in made.entrants.select_related("player").order_by("pk")
            ],
            "substitutions": [
                carried(each, OF_A_SUBSTITUTION)
                | {"entrant": self.numbers[each.entrant_id], "before_player": _uid(each.before_player)}
                for each in Substitution.objects.filter(entrant__tournament=made)
                .select_related("before_player")
                .order_by("pk")
            ],
            "absences": [
                [self.numbers[entrant], number]
                for entrant, number in Absence.objects.filter(entrant__tournament=made)
                .order_by("pk")
                .values_list("entrant", "round_number")
            ],
            "apart": sorted(
                sorted((self.numbers[one], self.numbers[other]))
                for one, other in KeepApart.objects.filter(one__tournament=made).values_list("one", "other")
            ),
            "categories": self._categories(),
            "prizes": [
                carried(each, OF_A_PRIZE) | {"category": each.category and each.category.name}
                for each in made.prizes.select_related("category").order_by("pk")
            ],
            "door": next((carried(each, OF_A_DOOR) for each in Door.objects.filter(tournament=made)), None),
            "applications": [
                carried(each, OF_AN_APPLICATION)
                | {"entrant": self.numbers[each.entrant_id] if each.entrant_id else None}
                for each in made.applications.order_by("pk")
            ],
            "spots": [carried(each, OF_A_SPOT) for each in made.spots.order_by("pk")],
            "rounds": self._rounds(),
            "calls": [
                carried(each, OF_A_CALL) | {"round": each.table.round.number, "table": each.table.number}
                for each in Call.objects.filter(table__round__tournament=made)
                .select_related("table__round")
                .order_by("called_at", "pk")
            ],
            "penalties": [
                carried(each, OF_A_PENALTY) | {"entrant": self.numbers[each.entrant_id]}
                for each in made.penalties.order_by("pk")
            ],
            "pending": [
                carried(each, OF_A_CHANGE) | {"body": self._asked(each.body)}
                for each in made.pending.order_by("pk")
            ],
            "hold": self._hold(),
            "history": (carried(each, OF_A_LINE) for each in lines.iterator(1000)),
            "matches": self._matches(),
        }

    # -- people ------------------------------------------------------------------------------------

    def _players(self) -> Iterable[Player]:
        entered = Player.objects.filter(entries__tournament=self.tournament)
        replaced = Player.objects.filter(replaced_in__entrant__tournament=self.tournament)
        ids = {*entered.values_list("pk", flat=True), *replaced.values_list("pk", flat=True)}
        return Player.objects.filter(pk__in=ids).order_by("pk")

    def _categories(self) -> list[dict[str, Any]]:
        found = self.tournament.categories.order_by("pk").prefetch_related("entrants")
        return [
            {"name": each.name, "entrants": sorted(self.numbers[one.pk] for one in each.entrants.all())}
            for each in found
        ]

    # -- rounds ------------------------------------------------------------------------------------

    def _stage(self, stage: Any) -> dict[str, Any]:
        return carried(stage, OF_A_STAGE) | {
            "options": references.options(stage.options, self.names),
            "seeding": references.seeding(stage.seeding, self.names),
        }

    def _rounds(self) -> Iterator[dict[str, Any]]:
        token = results_token(self.tournament)
        for each in self.tournament.rounds.select_related("stage").order_by("pk"):
            yield (
                carried(each, OF_A_ROUND)
                | {
                    "stage": each.stage.number,
                    "why": references.why(each.why, self.names),
                    "changes": [references.change(one, self.names) for one in each.changes],
                    "again": references.again(each.again, self.names),
                    # What it was made from is told by numbers of rows; whether that is still so can be carried.
                    "of_these_results": each.basis == token,
                }
                | self._seating(each)
            )

    def _seating(self, round_: Round) -> dict[str, Any]:
        seats: dict[int | None, list[Place]] = defaultdict(list)
        for place in Place.objects.filter(round=round_).order_by("position", "pk"):
            seats[place.table_id].append(place)
        return {
            "tables": [
                carried(table, OF_A_TABLE)
                | {
                    "seats": [[place.position, self.numbers[place.entrant_id]] for place in seats[table.pk]],
                    "begun": table.match_id is not None,
                }
                for table in Table.objects.filter(round=round_).order_by("pk")
            ],
            "out": [self.numbers[place.entrant_id] for place in seats[None]],
        }

    # -- matches -------------------------------------------------------------------------------------

    def _matches(self) -> Iterator[dict[str, Any]]:
        tables = Table.objects.filter(round__tournament=self.tournament, match__isnull=False)
        rows = list(tables.order_by("match").values_list("match", "round__number", "number"))
        for at in range(0, len(rows), AT_A_TIME):
            chunk = {match: (number, table) for match, number, table in rows[at : at + AT_A_TIME]}
            yield from self._some(chunk)
            self.tell(min(at + AT_A_TIME, len(rows)), len(rows))

    def _some(self, where: dict[int, tuple[int, int]]) -> Iterator[dict[str, Any]]:
        ids = list(where)
        seats, events, signatures = (
            _by_match(Seat.objects.filter(match__in=ids).order_by("match", "position")),
            _by_match(Event.objects.filter(match__in=ids).order_by("match", "seq")),
            _by_match(
                Signature.objects.filter(event__match__in=ids).select_related("event"),
                lambda each: each.event.match_id,
            ),
        )
        for match in Match.objects.filter(pk__in=ids).order_by("pk"):
            number, table = where[match.pk]
            told = match_as_plain(match, seats[match.pk], events[match.pk], signatures[match.pk])
            yield told | {"round": number, "table": table}

    # -- what was decided ----------------------------------------------------------------------------

    def _asked(self, body: dict[str, Any]) -> dict[str, Any]:
        """A change that waits names a person or a penalty."""
        told = dict(body)
        if "entrant_id" in told:
            told["entrant_id"] = self.numbers.get(told["entrant_id"])
        if "penalty" in told:
            told["penalty"] = self.penalties.get(told["penalty"])
        return told

    def _hold(self) -> dict[str, Any] | None:
        hold = Hold.objects.filter(tournament=self.tournament).first()
        if hold is None:
            return None
        results = hold.results.select_related("match__table__round").order_by("pk")
        return carried(hold, OF_A_HOLD) | {
            "penalties": [self.penalties[pk] for pk in hold.penalties if pk in self.penalties],
            "results": [
                {
                    "round": each.match.table.round.number,
                    "table": each.match.table.number,
                    "version": each.version,
                    "result": each.result,
                }
                for each in results
            ],
        }


def _uid(player: Player | None) -> str | None:
    return str(player.uid) if player else None


def _by_match(
    rows: Iterable[Any], match: Callable[[Any], int] = lambda each: each.match_id
) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        found[match(row)].append(row)
    return found
