"""A table's match as a ``triominos-match/1`` record, and what a record would make of a table. Writes nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.errors import Refused, say
from games.models import Match
from rules.registry import registry
from rules.triominos.answers import parse
from rules.triominos.export import renamed, to_actions
from rules.triominos.reading import RecordError, read
from rules.triominos.record import score
from tournaments.access import Actor
from tournaments.archive.logs import record_of
from tournaments.desk.game import Game, game_of
from tournaments.importing.limits import MOST_BYTES
from tournaments.models import Place, Table
from tournaments.names import name_key

MOST_ACTIONS = 4_000
"""Ten times as many as the longest match we know of."""


@dataclass(frozen=True, slots=True)
class RecordPreview:
    """What would be entered, and to what it would come."""

    actions: list[dict[str, Any]]
    deals: int
    totals: list[tuple[str, int]]
    """By name, in the order of the seats."""
    finished: bool
    text: str
    """The record as it was read, for the form that says yes to it."""


def record_for(actor: Actor, table: Table) -> dict[str, Any] | None:
    """With the names that stand at the seats. Nothing where the rules have no record.

    Whoever only watches is not told of a deal before it is over: racks and drawn tiles may be in it.
    """
    match = table.match
    game = game_of(match) if match else None
    record = record_of(match) if match and game else None
    if match is None or game is None or record is None:
        return None
    if match.status == Match.Status.PLAYING and not actor.judges(table):
        record["deals"] = record["deals"][: len(game.state.deals)]
    return renamed(record, game.names, list(game.names.values()))


def preview_record(table: Table, raw: bytes) -> RecordPreview:
    """The record played at this table by the engine, or where and why it cannot be."""
    match = table.match
    game = game_of(match) if match else None
    if match is None or game is None:
        raise Refused("no-record", _("The rules of this table have no match record."))
    data = _read(raw)
    _check_rules(game, data)
    seats = _seats(table, game, data["players"])
    mapped = renamed(data, seats, list(game.names))
    try:
        answer = score(mapped, registry().engines)
    except RecordError as error:
        raise _refused(error) from error
    actions = to_actions(mapped, sum(deal["end"] is not None for deal in answer["deals"]))
    if len(actions) > MOST_ACTIONS:
        raise Refused("record-too-long", _("This record is longer than any match can be."), field="file")
    if not actions:
        raise Refused("empty-record", _("Nothing was played in this record."), field="file")
    return RecordPreview(
        actions,
        len(answer["deals"]),
        [(game.names[seat], total) for seat, total in answer["totals"].items()],
        answer["finished"],
        json.dumps(data, ensure_ascii=False, separators=(",", ":")),
    )


# -- in detail -----------------------------------------------------------------------------------


def _read(raw: bytes) -> dict[str, Any]:
    if len(raw) > MOST_BYTES:
        raise Refused(
            "file-too-large",
            _("This file is larger than %(most)s MB.") % {"most": MOST_BYTES // 1024 // 1024},
            field="file",
        )
    try:
        data = parse(raw)
        read(data)
    except RecordError as error:
        raise _not_json(raw) or _refused(error) from error
    return dict(data)  # type: ignore[call-overload, no-any-return]


def _not_json(raw: bytes) -> Refused | None:
    """Where it stops being JSON, for whoever wrote it by hand."""
    try:
        json.loads(raw.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        sentence = _("Line %(line)s, column %(column)s: this is not JSON.")
        return Refused("bad-record", sentence % {"line": error.lineno, "column": error.colno}, field="file")
    except (ValueError, RecursionError):
        return None
    return None


def _refused(error: RecordError) -> Refused:
    """Where in the record, counted as people count and as the record does; and why."""
    why = say(error.message)
    told = {"why": why, "deal": (error.deal or 0) + 1, "at": error.deal}
    if error.deal is None:
        return Refused(error.code, why, field="file")
    if error.action is None:
        sentence = _("Deal %(deal)s (deals[%(at)s]): %(why)s")
        return Refused(error.code, sentence % told, field="file")
    sentence = _("Deal %(deal)s, step %(step)s (deals[%(at)s].actions[%(action)s]): %(why)s")
    told |= {"step": error.action + 1, "action": error.action}
    return Refused(error.code, sentence % told, field="file")


def _check_rules(game: Game, data: Mapping[str, Any]) -> None:
    """A record by other rules would come to other points."""
    match = game.match
    if data["rules"] != match.rules_key:
        sentence = _("This record is by the rules “%(theirs)s”; at this table “%(ours)s” are played.")
        told = {"theirs": data["rules"], "ours": match.rules_key}
        raise Refused("other-rules", sentence % told, field="file")
    given = data.get("options", {})
    known = {option.key: option for option in game.engine.options}
    settled = {key: given.get(key, option.default) for key, option in known.items()}
    unknown = set(given) - set(known)
    differing = sorted(unknown | {key for key in known if settled[key] != match.options.get(key)})
    if differing:
        sentence = _("This record is by other options than this table’s: %(options)s.")
        raise Refused("other-options", sentence % {"options": ", ".join(differing)[:200]}, field="file")


def _seats(table: Table, game: Game, players: list[str]) -> dict[str, str]:
    """For each name in the record the seat: by the names at this table, or by the numbers of its seats."""
    if players == list(game.names):
        return {seat: seat for seat in players}
    called: dict[str, str] = {name_key(name): seat for seat, name in game.names.items()}
    places = Place.objects.filter(table=table).select_related("entrant")
    for place in places.prefetch_related("entrant__substitutions"):
        called.setdefault(name_key(place.entrant.name_in(table.round.number)), str(place.position))
    found = {player: called.get(name_key(player), "") for player in players}
    if sorted(found.values()) != sorted(game.names):
        sentence = _("This record names %(theirs)s. At this table sit %(ours)s.")
        told = {"theirs": ", ".join(players)[:300], "ours": ", ".join(game.names.values())}
        raise Refused("other-players", sentence % told, field="file")
    return found
