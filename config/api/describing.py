"""The description of the API, completed with what holds for every route: refusals, keys, tags, and what leads where."""

from __future__ import annotations

from typing import Any

from config.api.schemas import Problem

PROBLEM = "#/components/schemas/Problem"
REFUSALS = {
    "400": "Not understood",
    "401": "No token or card, or one that does not work",
    "403": "This token or card may not do that",
    "404": "Nothing here, or nothing that you may know of",
    "406": "Only JSON is given",
    "413": "Too much at once",
    "415": "Only JSON is taken",
    "422": "Refused: `code` and `detail` say why, `field` where",
    "429": "Too often",
}
CONFLICT = {"409": "Something else is there by now"}
CHANGED = {"412": "Not what If-Match names"}
SAFE = ("get",)
SLUG, MADE, FIRST = (
    {"slug": "$response.body#/slug"},
    {"slug": "$request.path.slug"},
    "$response.body#/items/0",
)
ROUND = MADE | {"number": "$response.body#/number"}
TABLE = MADE | {"number": "$request.path.number", "table": "$request.path.table"}
PLAYER = {"club": "$request.path.club", "player": "$response.body#/id"}
ENTRANT = MADE | {"entrant": f"{FIRST}/id"}
LINKS: dict[str, dict[str, dict[str, str]]] = {
    "create_tournament": dict.fromkeys(
        ("get_tournament", "change_tournament", "enter_names", "list_entrants", "get_standings"), SLUG
    ),
    "list_tournaments": {"get_tournament": {"slug": f"{FIRST}/slug"}},
    "list_clubs": {
        "create_tournament": {"club": "$response.body#/0/slug"},
        "add_player": {"club": "$response.body#/0/slug"},
    },
    "add_player": {"get_player": PLAYER, "change_player": PLAYER},
    "enter_names": {
        "get_entrant": ENTRANT,
        "withdraw_entrant": ENTRANT,
        "bring_entrant_back": ENTRANT,
        "ask_for_pairings": MADE,
    },
    "ask_for_pairings": {"get_round": ROUND, "take_best_pairings": ROUND, "publish_round": ROUND},
    "publish_round": {
        "get_table": ROUND | {"table": "$response.body#/tables/0/number"},
        "unpublish_round": ROUND,
    },
    "list_penalties": {"take_back_penalty": MADE | {"penalty": f"{FIRST}/id"}},
    "give_penalty": {"take_back_penalty": MADE | {"penalty": "$response.body#/id"}},
    "call_organiser": dict.fromkeys(("answer_call", "close_call"), MADE | {"call": "$response.body#/id"}),
    "enter_events": {"list_events": TABLE, "get_table": TABLE, "take_back_event": TABLE},
}
"""What leads to what: the operation, where it leads, and out of what its address is made."""


def described(schema: dict[str, Any]) -> dict[str, Any]:
    components = schema["components"]
    shape = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    components["schemas"].update(shape.pop("$defs", {}))
    components["schemas"]["Problem"] = shape
    components["securitySchemes"] = {
        "Bearer": {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of the club's page “Other programs”; or the secret of a judge's card, which opens its table.",
        }
    }
    for path in schema["paths"].values():
        for method, operation in path.items():
            _complete(method, operation)
            _lead_on(operation)
    return schema


def overview_of() -> list[tuple[str, list[tuple[str, str, str]]]]:
    """By kind of thing: method, address and what it does, for a page."""
    from config.api.api import api

    groups: dict[str, list[tuple[str, str, str]]] = {}
    for path, methods in api.get_openapi_schema()["paths"].items():
        for method, operation in methods.items():
            line = (method.upper(), path, operation["summary"])
            groups.setdefault(operation["tags"][0], []).append(line)
    return list(groups.items())


def _complete(method: str, operation: dict[str, Any]) -> None:
    responses = {str(code): each for code, each in operation["responses"].items()}
    heeds = "If-Match" in operation.get("summary", "")
    wanted = REFUSALS | (CONFLICT if method not in SAFE else {}) | (CHANGED if heeds else {})
    for code, words in wanted.items():
        responses[code] = {
            "description": words,
            "content": {"application/problem+json": {"schema": {"$ref": PROBLEM}}},
        }
    if method in SAFE:
        responses["304"] = {"description": "As If-None-Match names it"}
        _header(operation, "If-None-Match", "An ETag that was given before")
    if method == "post":
        words = "The same key sent again is carried out once"
        _header(operation, "Idempotency-Key", words, minLength=1, maxLength=200, pattern=r"^[!-~]+$")
    if heeds:
        _header(operation, "If-Match", "The ETag of what is to be changed")
    operation["responses"] = dict(sorted(responses.items()))
    # Without auth of its own, what is public is told to everybody, and to a token what it may know besides.
    operation["security"] = [{"Bearer": []}] if operation.get("security") else [{}, {"Bearer": []}]


def _lead_on(operation: dict[str, Any]) -> None:
    links = LINKS.get(operation["operationId"], {})
    done = next(each for code, each in operation["responses"].items() if code.startswith("2"))
    if links:
        done["links"] = {
            name: {"operationId": name, "parameters": dict(parameters)} for name, parameters in links.items()
        }


def _header(operation: dict[str, Any], name: str, words: str, **shape: Any) -> None:
    told = {"in": "header", "name": name, "required": False, "description": words}
    operation.setdefault("parameters", []).append(told | {"schema": {"type": "string"} | shape})
