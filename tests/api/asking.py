"""A program that speaks with the API, and tournaments for it to speak of."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.test import Client

from config.api.models import Token
from config.api.tokens import TokenPlan, make
from tests.factories import draft_round, enter, organiser_of, published_round, tournament_of
from tournaments.access import Actor
from tournaments.models import Club, JudgeCard, Player, Table, Tournament
from tournaments.services.calls import call_organiser
from tournaments.services.cards import make_cards
from tournaments.services.penalties import PenaltyPlan, give_penalty

ROOM = "/api/v1"


class Caller:
    """Sends JSON with a token, or none, and gives the answer with what it says."""

    def __init__(self, secret: str = "", **headers: str) -> None:
        self.client = Client()
        self.headers = headers | ({"Authorization": f"Bearer {secret}"} if secret else {})

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        named = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        where = path if path.startswith("/") and path.startswith(ROOM) else f"{ROOM}{path}"
        content = "" if body is None else json.dumps(body)
        return self.client.generic(method.upper(), where, content, "application/json", headers=named)

    def get(self, path: str, **headers: str) -> Any:
        return self("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self("POST", path, body, **headers)


def caller_of(actor: Actor, club: Club, scope: str, name: str = "a program") -> Caller:
    return Caller(make(actor, club, TokenPlan(name, scope)))


def callers(tournament: Tournament) -> dict[str, Caller]:
    """A stranger, a program of each scope, one that organises for another club, and a phone with the card of table 1."""
    other = tournament_of(2)
    organiser = organiser_of(tournament)
    return {
        "stranger": Caller(),
        **{scope: caller_of(organiser, tournament.club, scope) for scope in ("read", "score", "organise")},
        "outsider": caller_of(organiser_of(other), other.club, "organise"),
        "card": card_caller(tournament),
    }


def card_caller(tournament: Tournament, number: int = 1) -> Caller:
    """A phone with the card of a table, which has been used: when it was is written down once a minute."""
    make_cards(tournament, [number])
    caller = Caller(JudgeCard.objects.get(tournament=tournament, number=number).token)
    assert caller.get("/me").status_code == 200
    return caller


def running() -> Tournament:
    """A first round in play and timed, a deal at table 1, a call from table 2, a warning, somebody in the club's list."""
    tournament = tournament_of(8, round_minutes=60)
    organiser, tables = organiser_of(tournament), published_round(tournament).tables
    enter(tables.get(number=1), [10, 20, 30, 40])
    call_organiser(organiser, tables.get(number=2), uuid.uuid4(), "A question")
    warned = PenaltyPlan(tournament.entrants.get(number=2).pk, "warning", "Late")
    give_penalty(organiser, uuid.uuid4(), tournament, warned)
    Player.objects.create(club=tournament.club, name="Zoe", name_key="zoe", email="zoe@example.org")
    return tournament


def unpublished() -> Tournament:
    tournament = tournament_of(8)
    draft_round(tournament)
    Player.objects.create(club=tournament.club, name="Zoe", name_key="zoe")
    return tournament


def table_path(table: Table) -> str:
    round_ = table.round
    return f"/tournaments/{round_.tournament.slug}/rounds/{round_.number}/tables/{table.number}"


def deal(points: list[int], *, bell: bool = False, id_: Any = None) -> dict[str, Any]:
    """A deal as an event."""
    action = {"do": "deal", "points": {str(at): each for at, each in enumerate(points, 1)}, "bell": bell}
    return {"id": str(id_ or uuid.uuid4()), "action": action}


def last_token() -> Token:
    return Token.objects.order_by("-pk")[0]
