"""Fills the database of a running hall with a round in play: ``python -m tests.load.prepare TABLES``.

Run in the hall's own environment; prints as JSON where its tables are and what opens them. With ``--draft`` the
round is left unpublished, and the organiser's session is told. With ``--people`` no round is asked for yet, matches
end at ``--limit`` points, and both the organiser's session and the cards are told.
"""

import argparse
import json
import uuid
from typing import Any

import django

SEATS = 4
RULES = "tri-ominos-classic"
LIMIT = 5000
"""So high that no match is over before whoever plays has had enough."""


def main(tables: int, *, draft: bool, people: bool, limit: int, rounds_planned: int) -> None:
    django.setup()
    from django.contrib.auth.models import User

    from tournaments.access import Actor
    from tournaments.services import planning, rounds

    actor = Actor(User.objects.create_user(f"load-{uuid.uuid4().hex[:12]}"))
    plan = planning.Plan("Load", RULES, SEATS, rounds_planned, {"limit": limit})
    tournament = planning.create_tournament(actor, uuid.uuid4(), plan)
    names = "\n".join(f"Player {number}" for number in range(1, tables * SEATS + 1))
    planning.enter_names(actor, uuid.uuid4(), tournament, names)
    home = f"/t/{tournament.slug}/"
    if people:
        print(
            json.dumps(
                {"home": home, "session": session_of(actor.user), "cards": cards_of(tournament, tables)}
            )
        )
        return
    round_ = rounds.ask_for_pairings(actor, tournament)
    rounds.compute_pairings(round_.pk)
    round_.refresh_from_db()
    if draft:
        print(json.dumps({"home": home, "session": session_of(actor.user)}))
        return
    rounds.publish(actor, round_)
    cards = {card.number: card.token for card in tournament.cards.all()}
    matches = {table.number: table.match_id for table in round_.tables.all()}
    told = [
        {
            "card": f"/j/{cards[number]}/",
            "page": f"{home}rounds/{round_.number}/tables/{number}/",
            "match": match,
        }
        for number, match in sorted(matches.items())
    ]
    print(json.dumps({"home": home, "tables": told}))


def cards_of(tournament: Any, tables: int) -> list[str]:
    """What opens each table, before there is one."""
    from tournaments.services.cards import make_cards

    make_cards(tournament, range(1, tables + 1))
    return [f"/j/{card.token}/" for card in tournament.cards.order_by("number")]


def session_of(user: Any) -> str:
    """A session in which this account is signed in."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("tables", type=int)
    parser.add_argument("--draft", action="store_true")
    parser.add_argument("--people", action="store_true")
    parser.add_argument("--limit", type=int, default=LIMIT)
    parser.add_argument("--rounds", type=int, default=3, dest="rounds_planned")
    main(**vars(parser.parse_args()))
