"""Every route of the API, with who is answered what: a route without a row fails."""

from __future__ import annotations

import uuid
from typing import Any

from config.api.api import api
from games.models import Event
from tests.api.asking import deal
from tournaments.models import Tournament

WHO = ("stranger", "read", "score", "organise", "outsider")
PUBLIC = (200, 200, 200, 200, 200)
ORGANISE = {201: (401, 403, 403, 201, 403), 200: (401, 403, 403, 200, 403)}
# operation: what a stranger, a program that reads, scores, organises, and one of another club are answered.
ROWS: dict[str, tuple[int, ...]] = {
    "me": (401, 200, 200, 200, 200),
    "list_clubs": (401, 200, 200, 200, 200),
    "get_club": (401, 200, 200, 200, 404),
    "list_players": (401, 403, 403, 200, 404),
    "add_player": (401, 403, 403, 201, 404),
    "get_player": (401, 403, 403, 200, 404),
    "change_player": (401, 403, 403, 200, 404),
    "list_tournaments": PUBLIC,
    "create_tournament": (401, 403, 403, 201, 404),
    "get_tournament": PUBLIC,
    "change_tournament": ORGANISE[200],
    "close_tournament": (401, 403, 403, 422, 403),
    "reopen_tournament": ORGANISE[200],
    "get_standings": PUBLIC,
    "list_entrants": PUBLIC,
    "enter_names": ORGANISE[201],
    "enter_player": ORGANISE[201],
    "get_entrant": PUBLIC,
    "withdraw_entrant": ORGANISE[200],
    "bring_entrant_back": ORGANISE[200],
    "list_rounds": PUBLIC,
    "ask_for_pairings": (401, 403, 403, 422, 403),
    "get_round": PUBLIC,
    "publish_round": ORGANISE[200],
    "unpublish_round": (401, 403, 403, 422, 403),
    "take_best_pairings": ORGANISE[200],
    "get_table": PUBLIC,
    "list_events": (401, 403, 200, 200, 403),
    "enter_events": (401, 403, 201, 201, 403),
    "try_events": (401, 403, 200, 200, 403),
    "take_back_event": (401, 403, 200, 200, 403),
    "preview_change": (401, 403, 200, 200, 403),
    "change_event": (401, 403, 200, 200, 403),
    "sign_sheet": (401, 403, 422, 422, 403),
    "object_to_sheet": (401, 403, 422, 422, 403),
    "call_organiser": (401, 403, 201, 201, 403),
}
OF_NO_TOURNAMENT = {
    *("me", "list_clubs", "get_club", "list_players", "add_player", "get_player", "change_player"),
    *("list_tournaments", "create_tournament"),
}


def operations() -> dict[str, tuple[str, str]]:
    """Of each operation its method and address, out of the API's own description."""
    found = {}
    for path, methods in api.get_openapi_schema()["paths"].items():
        for method, told in methods.items():
            found[told["operationId"]] = (method.upper(), path)
    return found


def ids(tournament: Tournament) -> dict[str, Any]:
    return {
        "club": tournament.club.slug,
        "slug": tournament.slug,
        "player": tournament.club.players.order_by("pk")[0].pk,
        "entrant": tournament.entrants.order_by("number")[0].pk,
        "number": 1,
        "table": 1,
    }


def body(name: str, tournament: Tournament) -> Any:
    event = Event.objects.filter(match__table__round__tournament=tournament).order_by("seq").first()
    entry = {"id": str(uuid.uuid4()), "version": 1}
    change = {"event": str(event.pk if event else uuid.uuid4())}
    bodies: dict[str, Any] = {
        "add_player": {"name": "Yan"},
        "change_player": {"name": "Zoë"},
        "create_tournament": {"name": "Spring Cup", "rounds": 3},
        "change_tournament": {"place": "The old hall"},
        "reopen_tournament": {"reason": "A sheet was lost"},
        "enter_names": {"names": ["Xan", "Wim"]},
        "enter_player": {"player": ids(tournament)["player"]},
        "ask_for_pairings": {},
        "enter_events": {"version": 1, "events": [deal([1, 2, 3, 4])]},
        "try_events": {"actions": [deal([1, 2, 3, 4])["action"]]},
        "take_back_event": entry,
        "preview_change": change,
        "change_event": entry | change,
        "sign_sheet": {"id": entry["id"], "seat": "1", "sheet": "0" * 64, "name": "Ana"},
        "object_to_sheet": {"id": entry["id"], "seat": "1", "sheet": "0" * 64, "why": "Two points too few"},
        "call_organiser": {"id": entry["id"], "reason": "Rules"},
    }
    return bodies.get(name)
