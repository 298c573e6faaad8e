"""A document's body as rows to be kept, everything in it looked at before anything is written. Asks no database.

What cannot be is an ``Unfit`` that says where. Whether the logs are true is for ``games.services.prove``; who may bring
it in, and whether it is here already, for ``services.bringing``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from games.carried import match_of_plain
from games.carrying import Unfit, objects, only, read_row, read_uuid
from tournaments.dates import FIRST, LAST
from tournaments.document import references, shapes
from tournaments.document.arrival import (
    MOST_OF_ANY,
    Arrival,
    At,
    Row,
    inside,
    known,
    new,
    numbers,
    pairs,
    rows,
)
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
    MOST_ENTRANTS,
    MOST_ROUNDS,
    MOST_TABLES,
    PUBLIC_STATES,
    Application,
    Call,
    Category,
    Door,
    Entrant,
    HistoryLine,
    Hold,
    Penalty,
    PendingChange,
    Player,
    Prize,
    Round,
    Spot,
    Stage,
    Substitution,
    Table,
    Tournament,
)
from tournaments.names import clean_name, name_key

MOST_LINES = 1_000_000
SMALL = 32_767
"""The largest number that the columns for rounds and tables hold."""


def read(body: Mapping[str, Any]) -> Arrival:
    """Everything in it, or the place of the first thing that is not as it should be."""
    tournament, club = _tournament(body["tournament"])
    found = Arrival(tournament, club)
    _people(found, body)
    _plan(found, body)
    _rounds(found, body["rounds"])
    _matches(found, body["matches"])
    _decisions(found, body)
    return found


# -- the tournament ----------------------------------------------------------------------------------


def _tournament(given: Any) -> tuple[Row, str]:
    with inside("tournament"):
        shapes.check(type(given) is dict, "…")
        only(given, (*OF_A_TOURNAMENT, "club"))
        row = read_row(Tournament, OF_A_TOURNAMENT, given)
        shapes.of_tournament(row)
        _check_name(row["name"])
        club = given["club"]
        shapes.check(type(club) is str and 0 < len(club) <= 80, "club")
        shapes.check(FIRST <= row["first_day"] <= row["last_day"] <= LAST, "last_day")
        return row, club


def _plan(found: Arrival, body: Mapping[str, Any]) -> None:
    for where, row in rows(body, "stages", Stage, OF_A_STAGE, ("options", "seeding"), MOST_ROUNDS):
        with inside(*where):
            shapes.of_stage(row)
            known(row["seeding"] or (), found.entrants)
            references.options(row["options"], _everybody(found))
            new(row["number"], found.stages)
            found.stages[row["number"]] = row
    with inside("stages"):
        shapes.check(sorted(found.stages) == list(range(1, len(found.stages) + 1)), "number")
    for where, row in rows(body, "categories", Category, ("name",), ("entrants",), MOST_OF_ANY):
        with inside(*where):
            _check_name(row["name"])
            row["name_key"] = name_key(row["name"])
            shapes.check(
                row["name_key"] not in {each["name_key"] for each in found.categories.values()}, "name"
            )
            row["entrants"] = numbers(row["entrants"], found.entrants)
            found.categories[row["name"]] = row
    taken: set[int] = set()
    for where, row in rows(body, "prizes", Prize, OF_A_PRIZE, ("category",), MOST_OF_ANY):
        with inside(*where):
            shapes.check(row["category"] is None or row["category"] in found.categories, "category")
            new(row["number"], taken)
            found.prizes.append(row)
    taken = set()
    for where, row in rows(body, "spots", Spot, OF_A_SPOT, (), MOST_OF_ANY):
        with inside(*where):
            new(row["number"], taken)
            found.spots.append(row)
    if (door := body["door"]) is not None:
        for where, row in rows({"door": [door]}, "door", Door, OF_A_DOOR, (), 1):
            del where
            found.door = row


# -- people --------------------------------------------------------------------------------------------


def _people(found: Arrival, body: Mapping[str, Any]) -> None:
    for where, row in rows(body, "players", Player, OF_A_PLAYER, (), 2 * MOST_ENTRANTS):
        with inside(*where):
            _check_name(row["name"])
            row["name_key"] = name_key(row["name"])
            new(row["uid"], found.players)
            found.players[row["uid"]] = row
    keys: set[str] = set()
    for where, row in rows(body, "entrants", Entrant, OF_AN_ENTRANT, ("player",), MOST_ENTRANTS):
        with inside(*where):
            _check_name(row["name"])
            row["name_key"] = name_key(row["name"])
            shapes.check(row["number"] > 0, "number")
            new(row["name_key"], keys, "name")
            new(row["number"], found.entrants)
            row["player"] = _player(row["player"], found)
            found.entrants[row["number"]] = row
    more = ("entrant", "before_player")
    for where, row in rows(body, "substitutions", Substitution, OF_A_SUBSTITUTION, more, MOST_OF_ANY):
        with inside(*where):
            known([row["entrant"]], found.entrants)
            row["before_player"] = _player(row["before_player"], found)
            found.substitutions.append(row)
    found.absences = list(pairs(body["absences"], "absences"))
    found.apart = list(pairs(body["apart"], "apart"))
    with inside("absences"):
        known((entrant for entrant, _number in found.absences), found.entrants)
        shapes.check(all(0 <= number <= SMALL for _entrant, number in found.absences), "round_number")
    with inside("apart"):
        known((each for pair in found.apart for each in pair), found.entrants)
        shapes.check(all(one < other for one, other in found.apart), "…")
    waiting: set[str] = set()
    for where, row in rows(body, "applications", Application, OF_AN_APPLICATION, ("entrant",), MOST_OF_ANY):
        with inside(*where):
            row["name_key"] = name_key(row["name"])
            if row["entrant"] is not None:
                known([row["entrant"]], found.entrants)
            if row["state"] in (Application.State.ASKED, Application.State.WAITING):
                new(row["name_key"], waiting, "name")
            found.applications.append(row)


def _player(given: Any, found: Arrival) -> UUID | None:
    if given is None:
        return None
    try:
        uid = read_uuid(given)
    except ValueError:
        raise Unfit("player") from None
    shapes.check(uid in found.players, "player")
    return uid


def _check_name(name: str) -> None:
    """As every way in cleans it: nothing hidden, nothing turned round."""
    shapes.check(name and clean_name(name) == name, "name")


# -- rounds and matches ----------------------------------------------------------------------------------


def _rounds(found: Arrival, given: Any) -> None:
    more = ("stage", "why", "changes", "again", "of_these_results", "tables", "out")
    for where, row in rows({"rounds": given}, "rounds", Round, OF_A_ROUND, more, MOST_ROUNDS):
        with inside(*where):
            shapes.of_round(row)
            _check_people(row, _everybody(found))
            shapes.check(row["number"] == len(found.rounds) + 1, "number")
            shapes.check(type(row["stage"]) is int and row["stage"] in found.stages, "stage")
            shapes.check(type(row["of_these_results"]) is bool, "of_these_results")
            found.rounds[row["number"]] = row
            _seating(found, row)


def _check_people(row: Row, everybody: references.Known) -> None:
    """Whoever is spoken of is in the document."""
    references.why(row["why"], everybody)
    for each in row["changes"]:
        references.change(each, everybody)
    references.again(row["again"], everybody)


def _everybody(found: Arrival) -> references.Known:
    return references.Known({str(number): str(number) for number in found.entrants})


def _seating(found: Arrival, row: Row) -> None:
    public, seated = row["state"] in PUBLIC_STATES, list(numbers(row["out"], found.entrants))
    more = ("seats", "begun")
    for where, table in rows({"tables": row["tables"]}, "tables", Table, OF_A_TABLE, more, MOST_TABLES * 2):
        with inside(*where):
            at = (row["number"], table["number"])
            new(at, found.tables, "number")
            seats = list(pairs(table["seats"], "seats"))
            shapes.check([position for position, _who in seats] == list(range(1, len(seats) + 1)), "seats")
            shapes.check(0 < len(seats) <= 12, "seats")
            shapes.check(table["begun"] is public, "begun")
            table["seats"] = [who for _position, who in seats]
            known(table["seats"], found.entrants)
            seated += table["seats"]
            found.tables[at] = table
    shapes.check(len(set(seated)) == len(seated), "seats")


def _matches(found: Arrival, given: Any) -> None:
    numbers, events = set[int](), set[UUID]()
    for number, each in objects(given, "matches", MOST_TABLES * 2 * MOST_ROUNDS):
        with inside("matches", number):
            at = (each.pop("round", None), each.pop("table", None))
            new(at, found.matches, "table")
            shapes.check(at in found.tables and found.tables[at]["begun"], "table")
            carried = match_of_plain(each)
            shapes.check(len(carried.seats) == len(found.tables[at]["seats"]), "seats")
            new(carried.match.log_number, numbers, "number")
            for event in carried.events:
                new(event.id, events, "events")
            found.matches[at] = carried
    with inside("matches"):
        begun = {at for at, table in found.tables.items() if table["begun"]}
        shapes.check(begun == found.matches.keys(), "table")


# -- what was decided --------------------------------------------------------------------------------------


def _decisions(found: Arrival, body: Mapping[str, Any]) -> None:
    ids: set[UUID] = set()
    for where, row in rows(body, "calls", Call, OF_A_CALL, ("round", "table"), MOST_OF_ANY):
        with inside(*where):
            new(row["id"], ids, "id")
            shapes.check((row["round"], row["table"]) in found.tables, "table")
            found.calls.append(row)
    for where, row in rows(body, "penalties", Penalty, OF_A_PENALTY, ("entrant",), MOST_OF_ANY):
        with inside(*where):
            known([row["entrant"]], found.entrants)
            found.penalties.append(row)
    for where, row in rows(body, "pending", PendingChange, OF_A_CHANGE, ("body",), MOST_OF_ANY):
        with inside(*where):
            new(row["form_id"], ids, "form_id")
            _asked(row["body"], found)
            found.pending.append(row)
    for where, row in rows(body, "history", HistoryLine, OF_A_LINE, (), MOST_LINES):
        with inside(*where):
            shapes.of_line(row)
            found.history.append(row)
    _hold(found, body["hold"])


def _asked(body: Any, found: Arrival) -> None:
    shapes.check(type(body) is dict, "body")
    if (entrant := body.get("entrant_id")) is not None:
        known([entrant], found.entrants)
    if (penalty := body.get("penalty")) is not None:
        shapes.check(type(penalty) is int and 0 <= penalty < len(found.penalties), "body")


def _hold(found: Arrival, given: Any) -> None:
    with inside("hold"):
        shapes.check((given is None) == (found.tournament["held_at"] is None), "…")
    if given is None:
        return
    for where, row in rows({"hold": [given]}, "hold", Hold, OF_A_HOLD, ("penalties", "results"), 1):
        with inside(*where):
            shapes.of_hold(row)
            shapes.check(all(0 <= each < len(found.penalties) for each in row["penalties"]), "penalties")
            shown: set[At] = set()
            for number, each in objects(row["results"], "results", len(found.matches)):
                with inside("results", number):
                    only(each, ("round", "table", "version", "result"))
                    at = (each["round"], each["table"])
                    new(at, shown, "table")
                    shapes.check(at in found.matches, "table")
                    shapes.check(type(each["version"]) is int and 0 <= each["version"] < 2**31, "version")
                    shapes.check(
                        shapes.is_shown_result(each["result"], len(found.tables[at]["seats"])), "result"
                    )
            found.hold = row
