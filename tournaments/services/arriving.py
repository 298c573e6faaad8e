"""An arrival as rows of the database: written in the order in which they came, each under a number of its own here.

In a transaction of the caller, who has proved all of it. Changes nothing that was there.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db import models

from games import services as games
from tournaments.document import references
from tournaments.document.arrival import Arrival, Row
from tournaments.models import (
    Absence,
    Application,
    Call,
    Category,
    Club,
    Door,
    Entrant,
    HistoryLine,
    Hold,
    KeepApart,
    Penalty,
    PendingChange,
    Place,
    Player,
    Prize,
    Round,
    ShownResult,
    Spot,
    Stage,
    Substitution,
    Table,
    Tournament,
)
from tournaments.selectors.standings import results_token
from tournaments.services.doors import new_code
from tournaments.services.history import words_of

AT_A_TIME = 500
Kind = TypeVar("Kind", bound=models.Model)


@dataclass(frozen=True, slots=True)
class Kept:
    tournament: Tournament
    wish_otherwise: list[int]
    """Entrants who are in the club's list, under another name or with another wish than the document says."""


def keep_arrival(arrival: Arrival, club: Club, user: User) -> Kept:
    return _Keeper(arrival, club, user).keep()


class _Keeper:
    def __init__(self, arrival: Arrival, club: Club, user: User) -> None:
        self.arrival, self.club, self.user = arrival, club, user
        self.tournament = Tournament(
            **arrival.tournament, club=club, organiser=user, brought_from=arrival.club
        )

    def keep(self) -> Kept:
        made_at = self.arrival.tournament["created_at"]
        self.tournament.save(force_insert=True)
        Tournament.objects.filter(pk=self.tournament.pk).update(created_at=made_at)
        self.tournament.created_at = made_at
        wish_otherwise = self._people()
        self._plan()
        self._rounds()
        self._matches()
        self._decisions()
        self._history()
        # Last, when all results and penalties are there.
        fresh = [number for number, row in self.arrival.rounds.items() if row["of_these_results"]]
        self.tournament.rounds.filter(number__in=fresh).update(basis=results_token(self.tournament))
        return Kept(self.tournament, wish_otherwise)

    # -- people ------------------------------------------------------------------------------------

    def _people(self) -> list[int]:
        """Whoever is in the club's list is the same only by the same uid; the list's own entry stays as it is."""
        arrival = self.arrival
        here = {
            each.uid: each for each in Player.objects.filter(club=self.club, uid__in=list(arrival.players))
        }
        new = [Player(club=self.club, **row) for uid, row in arrival.players.items() if uid not in here]
        players = here | {each.uid: each for each in _made(Player, new)}
        other = {uid for uid, each in here.items() if _wish(each) != _wish(Player(**arrival.players[uid]))}

        def of(row: Row, name: str) -> Player | None:
            return players[row[name]] if row[name] else None

        self.entrants = {
            each.number: each
            for each in _made(
                Entrant,
                [
                    Entrant(**row | {"tournament": self.tournament, "player": of(row, "player")})
                    for row in arrival.entrants.values()
                ],
            )
        }
        self.names = references.Known({str(number): str(each.pk) for number, each in self.entrants.items()})
        changes = [
            Substitution(
                **row | {"entrant": self.entrants[row["entrant"]], "before_player": of(row, "before_player")}
            )
            for row in arrival.substitutions
        ]
        for made, row in zip(_made(Substitution, changes), arrival.substitutions, strict=True):
            made.at = row["at"]  # creating has put the present in its place
        Substitution.objects.bulk_update(changes, ["at"], AT_A_TIME)
        _made(Absence, [Absence(entrant=self.entrants[who], round_number=at) for who, at in arrival.absences])
        pairs = [sorted((self.entrants[one].pk, self.entrants[other].pk)) for one, other in arrival.apart]
        _made(KeepApart, [KeepApart(one_id=one, other_id=other) for one, other in pairs])
        _made(Application, [self._application(row) for row in arrival.applications])
        return [
            self.entrants[number].pk for number, row in arrival.entrants.items() if row["player"] in other
        ] + [
            self.entrants[row["entrant"]].pk for row in arrival.substitutions if row["before_player"] in other
        ]

    def _application(self, row: Row) -> Application:
        """The link by which they looked it up stays behind: it is a secret of theirs."""
        entrant = self.entrants[row["entrant"]] if row["entrant"] is not None else None
        digest = hashlib.sha256(secrets.token_bytes(32)).hexdigest()
        return Application(
            **row | {"tournament": self.tournament, "entrant": entrant, "digest": digest, "sender": ""}
        )

    # -- the plan ------------------------------------------------------------------------------------

    def _plan(self) -> None:
        arrival, tournament = self.arrival, self.tournament
        stages = [
            Stage(
                **row
                | {
                    "tournament": tournament,
                    "options": references.options(row["options"], self.names),
                    "seeding": references.seeding(row["seeding"], self.names),
                }
            )
            for row in arrival.stages.values()
        ]
        self.stages = {each.number: each for each in _made(Stage, stages)}
        categories = [
            Category(tournament=tournament, name=row["name"], name_key=row["name_key"])
            for row in arrival.categories.values()
        ]
        named = {each.name: each for each in _made(Category, categories)}
        through = Category.entrants.through
        _made(
            through,
            [
                through(category_id=named[name].pk, entrant_id=self.entrants[number].pk)
                for name, row in arrival.categories.items()
                for number in row["entrants"]
            ],
        )
        _made(
            Prize,
            [
                Prize(**row | {"tournament": tournament, "category": named.get(row["category"])})
                for row in arrival.prizes
            ],
        )
        _made(Spot, [Spot(tournament=tournament, **row) for row in arrival.spots])
        if arrival.door:
            code = new_code() if arrival.door["by_oneself"] else ""
            Door.objects.create(tournament=tournament, code=code, **arrival.door)

    # -- rounds and matches ----------------------------------------------------------------------------

    def _rounds(self) -> None:
        arrival = self.arrival
        beside = {"of_these_results", "tables", "out"}
        rounds = [
            Round(
                **{key: value for key, value in row.items() if key not in beside}
                | {
                    "tournament": self.tournament,
                    "stage": self.stages[row["stage"]],
                    "why": references.why(row["why"], self.names),
                    "changes": [references.change(each, self.names) for each in row["changes"]],
                    "again": references.again(row["again"], self.names),
                }
            )
            for row in arrival.rounds.values()
        ]
        self.rounds = {each.number: each for each in _made(Round, rounds)}

    def _matches(self) -> None:
        """Tables with their matches, and who sits at them."""
        arrival = self.arrival
        games.keep(list(arrival.matches.values()))
        tables = [
            Table(
                round=self.rounds[number],
                number=row["number"],
                extra_minutes=row["extra_minutes"],
                match=arrival.matches[number, row["number"]].match if row["begun"] else None,
            )
            for (number, _table), row in arrival.tables.items()
        ]
        self.tables = {(each.round.number, each.number): each for each in _made(Table, tables)}
        places = [
            Place(round=self.rounds[number], entrant=self.entrants[who])
            for number, row in arrival.rounds.items()
            for who in row["out"]
        ]
        places += [
            Place(
                round=self.rounds[at[0]], table=self.tables[at], entrant=self.entrants[who], position=position
            )
            for at, row in arrival.tables.items()
            for position, who in enumerate(row["seats"], start=1)
        ]
        _made(Place, places)

    # -- what was decided ------------------------------------------------------------------------------

    def _decisions(self) -> None:
        arrival, tournament = self.arrival, self.tournament
        calls = []
        for row in arrival.calls:
            table = self.tables[row["round"], row["table"]]
            calls.append(Call(table=table, **{key: row[key] for key in row if key not in ("round", "table")}))
        _made(Call, calls)
        penalties = _made(
            Penalty,
            [
                Penalty(**row | {"tournament": tournament, "entrant": self.entrants[row["entrant"]]})
                for row in arrival.penalties
            ],
        )
        self.penalties = [each.pk for each in penalties]
        # Counts as asked for by whoever brings it in: one of the two who are needed has to be somebody else.
        _made(
            PendingChange,
            [
                PendingChange(
                    **row
                    | {"tournament": tournament, "body": self._asked(row["body"]), "asked_by": self.user}
                )
                for row in arrival.pending
            ],
        )
        if (held := arrival.hold) is not None:
            hold = Hold.objects.create(
                tournament=tournament,
                rounds=held["rounds"],
                revealed=held["revealed"],
                penalties=[self.penalties[place] for place in held["penalties"]],
            )
            _made(ShownResult, [self._shown(hold, each) for each in held["results"]])

    def _asked(self, body: Row) -> Row:
        told = dict(body)
        if told.get("entrant_id") is not None:
            told["entrant_id"] = self.entrants[told["entrant_id"]].pk
        if told.get("penalty") is not None:
            told["penalty"] = self.penalties[told["penalty"]]
        return told

    def _shown(self, hold: Hold, row: Row) -> ShownResult:
        match = self.arrival.matches[row["round"], row["table"]].match
        return ShownResult(hold=hold, match=match, version=row["version"], result=row["result"])

    def _history(self) -> None:
        _made(
            HistoryLine,
            [
                HistoryLine(
                    tournament=self.tournament,
                    words=words_of(row["actor"], row["reason"], row["args"]),
                    **row,
                )
                for row in self.arrival.history
            ],
        )


def _made(model: type[Kind], rows: Iterable[Any]) -> list[Kind]:
    return list(model._default_manager.bulk_create(list(rows), AT_A_TIME))


def _wish(player: Player) -> tuple[str, str, bool]:
    return player.name, player.shown, player.erased_at is not None
