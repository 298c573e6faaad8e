"""Fills a running hall with what the pictures in docs/ show: ``python -m tests.browser.prepare_pictures``.

Run in the hall's own environment; prints as JSON who can go where. The same every time: names, points and lots are fixed.
"""

import json
import secrets
import uuid
from typing import Any

import django

NAMES = """
Ada Abel, Ben Berg, Cleo Costa, Dirk Abel, Eva Berg, Finn Costa, Greta Abel, Hugo Berg, Ines Costa, Jan Abel,
Kaja Berg, Luis Costa
"""
PEOPLE = [each.strip() for each in NAMES.split(",")]
FIRST_ROUND = ([412, 305, 260, 188], [351, 420, 297, 240], [266, 318, 405, 150])
A_LONG_WAY = 22
"""Actions of a deal after which there is something to see on the board."""


def main() -> None:
    secrets.randbits = lambda bits: 7  # type: ignore[assignment]  # lots are drawn by it
    django.setup()
    from tests.load.prepare import session_of
    from tournaments.access import Actor
    from tournaments.services.accounts import make_account
    from tournaments.services.clubs import make_club
    from tournaments.services.tour import begin_tour

    anna, first, guided = (make_account(name) for name in ("anna", "bea", "cleo"))
    make_club(Actor(anna), "Triominos Club")
    tour = begin_tour(Actor(guided), uuid.uuid4())
    told = {
        "sessions": {
            "organiser": session_of(anna),
            "newcomer": session_of(first),
            "guided": session_of(guided),
        },
        "tour": tour.slug,
        "cup": cup(Actor(anna)).slug,
        "draft": draft(Actor(anna)).slug,
        "signed": signed(Actor(anna)).slug,
    }
    print(json.dumps(told))


def made(actor: Any, name: str, people: list[str], **more: Any) -> Any:
    from rules.triominos.variants.international import engine
    from tournaments.models import Tournament
    from tournaments.services.planning import Plan, create_tournament, enter_names

    tournament = create_tournament(actor, uuid.uuid4(), Plan(name, engine.key, 4, 3, {}))
    Tournament.objects.filter(pk=tournament.pk).update(**more)
    enter_names(actor, uuid.uuid4(), tournament, "\n".join(people))
    return Tournament.objects.get(pk=tournament.pk)


def cup(actor: Any) -> Any:
    """In its second round: a table on the board, one on the sheet, one by points."""
    from games.services import NewAction, Permit, append_actions, finalize
    from rules.triominos.variants.international import engine
    from tests.board_deals import board_deal
    from tests.factories import enter, published_round

    tournament = made(actor, "Autumn Cup", PEOPLE)
    first = published_round(tournament)
    for table, points in zip(first.tables.order_by("number"), FIRST_ROUND, strict=True):
        enter(table, points, bell=True)
        finalize(table.match_id or 0)
    one, two, three = published_round(tournament).tables.order_by("number")
    board = board_deal(engine, ["1", "2", "3", "4"], 5)[:A_LONG_WAY]
    sheet: list[dict[str, Any]] = [
        {"do": "start", "depth": "sheet", "starter": "1"},
        {"do": "place", "player": "1", "tile": "5-5-5"},
        {"do": "place", "player": "2", "tile": "4-5-5"},
        {"do": "place", "player": "3", "tile": "3-4-5"},
    ]
    for table, actions in ((one, board), (two, sheet)):
        entries = [NewAction(uuid.uuid4(), action) for action in actions]
        append_actions(Permit(table.match_id or 0, "judge"), 0, entries)
    enter(three, [120, 85, 60, 95])
    return tournament


def draft(actor: Any) -> Any:
    from tests.factories import draft_round

    tournament = made(actor, "Club evening", PEOPLE)
    draft_round(tournament)
    return tournament


def signed(actor: Any) -> Any:
    """One table whose match is over and waits for signatures."""
    from tests.factories import enter, published_round

    tournament = made(actor, "Sunday Cup", PEOPLE[:4], signing=True)
    enter(published_round(tournament).tables.get(), FIRST_ROUND[0], bell=True)
    return tournament


if __name__ == "__main__":
    main()
