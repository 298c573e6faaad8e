"""Every route of the API, with who is answered what: a route without a row fails."""

from __future__ import annotations

import uuid
from functools import cache
from typing import Any

from django.db.models import QuerySet

from config.api.api import api
from games.models import Event
from tests.api.asking import deal
from tournaments.models import Call, Tournament

WHO = ("stranger", "read", "score", "organise", "outsider", "card")
PUBLIC = (200, 200, 200, 200, 200, 200)
ORGANISE = {status: (401, 403, 403, status, 403, 403) for status in (200, 201, 422)}
SCORE = {status: (401, 403, status, status, 403, status) for status in (200, 201, 204, 422)}
OF_CLUB = {status: (401, 403, 403, status, 404, 404) for status in (200, 201)}
# operation: what a stranger, a program that reads, scores, organises, one of another club, and the card of table 1
# are answered.
ROWS: dict[str, tuple[int, ...]] = {
    "me": (401, 200, 200, 200, 200, 200),
    "list_clubs": (401, 200, 200, 200, 200, 403),
    "get_club": (401, 200, 200, 200, 404, 404),
    "list_players": OF_CLUB[200],
    "add_player": OF_CLUB[201],
    "get_player": OF_CLUB[200],
    "change_player": OF_CLUB[200],
    "list_tournaments": PUBLIC,
    "create_tournament": OF_CLUB[201],
    "get_tournament": PUBLIC,
    "change_tournament": ORGANISE[200],
    "close_tournament": ORGANISE[422],
    "reopen_tournament": ORGANISE[200],
    "get_standings": PUBLIC,
    "list_entrants": PUBLIC,
    "enter_names": ORGANISE[201],
    "enter_player": ORGANISE[201],
    "get_entrant": PUBLIC,
    "withdraw_entrant": ORGANISE[200],
    "bring_entrant_back": ORGANISE[200],
    "list_rounds": PUBLIC,
    "ask_for_pairings": ORGANISE[422],
    "get_round": PUBLIC,
    "publish_round": ORGANISE[200],
    "unpublish_round": ORGANISE[422],
    "take_best_pairings": ORGANISE[200],
    "start_clock": ORGANISE[200],
    "add_time": ORGANISE[200],
    "get_table": PUBLIC,
    "list_events": SCORE[200],
    "enter_events": SCORE[201],
    "list_legal": SCORE[200],
    "try_events": SCORE[200],
    "take_back_event": SCORE[200],
    "preview_change": SCORE[200],
    "change_event": SCORE[200],
    "end_match": ORGANISE[200],
    "sign_sheet": SCORE[422],
    "object_to_sheet": SCORE[422],
    "check_sheet": SCORE[422],
    "decide_sheet": ORGANISE[422],
    "make_seat_link": SCORE[201],
    "call_organiser": SCORE[201],
    "list_calls": ORGANISE[200],
    "answer_call": ORGANISE[200],
    "close_call": (401, 403, 200, 200, 403, 403),  # of another table than the card's
    "report_phone": SCORE[204],
    "list_penalties": PUBLIC,
    "give_penalty": ORGANISE[201],
    "take_back_penalty": ORGANISE[200],
    "list_cards": ORGANISE[200],
    "renew_card": ORGANISE[200],
    "revoke_card": ORGANISE[200],
}
OF_NO_TOURNAMENT = {
    *("me", "list_clubs", "get_club", "list_players", "add_player", "get_player", "change_player"),
    *("list_tournaments", "create_tournament"),
}


AT_THE_TABLE = (
    *("list_events", "enter_events", "list_legal", "try_events", "take_back_event", "preview_change"),
    *("change_event", "sign_sheet", "object_to_sheet", "check_sheet", "make_seat_link", "call_organiser"),
    *("close_call", "report_phone"),
)
"""What a card opens at its own table alone."""


@cache
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
        "seat": "1",
        "call": str(_first(Call.objects.filter(table__round__tournament=tournament), uuid.uuid4())),
        "penalty": _first(tournament.penalties.all(), 1),
    }


def _first(found: QuerySet[Any], otherwise: Any) -> Any:
    one = found.order_by("pk").first()
    return one.pk if one else otherwise


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
        "end_match": entry | {"why": "The time is over"},
        "check_sheet": {"id": entry["id"], "sheet": "0" * 64},
        "decide_sheet": {"id": entry["id"], "sheet": "0" * 64, "why": "It is right"},
        "start_clock": {"id": entry["id"]},
        "add_time": {"id": entry["id"], "minutes": 5, "table": 1},
        "report_phone": {"device": "phone-1", "unsent": 2},
        "give_penalty": {
            "id": entry["id"],
            "entrant": ids(tournament)["entrant"],
            "kind": "warning",
            "reason": "Late",
        },
        "take_back_penalty": {"id": entry["id"], "reason": "A mistake"},
    }
    return bodies.get(name)
