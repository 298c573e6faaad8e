"""Every page that anybody may see, of a large tournament: ``python -m bench.parts.public_pages PEOPLE ROUNDS``.

Run in a hall's own environment; prints their addresses by name, as JSON. Which pages there are is read in the table of
addresses, so that a new one is among them without being named here.
"""

import json
import sys
from typing import Any

NO_PAGES = {
    "calendar": "a file",
    "player_calendar": "a file",
    "hall": "a part of a table's page",
    "paper": "a PDF",
    "record": "a file",
    "report": "a file",
    "service_worker": "a script",
    "standings_json": "a file",
}
"""What is answered to everybody and is no page, and why."""


def main(people: int, rounds: int) -> None:
    import django

    django.setup()
    print(json.dumps(pages(people, rounds)))


def pages(people: int, rounds: int) -> dict[str, str]:
    """Makes the tournament, and a club that shows all it has; gives the addresses."""
    from bench.parts import large_tournament
    from tests.security.stage import stage
    from tests.tournaments.test_endpoints import address

    tournament = large_tournament.make(people, rounds)
    own = dict(large_tournament.addresses(tournament, rounds))
    told = {name: own.get(name) or address(name, tournament) for name in names()}
    told |= {name: own[name] for name in ("standings, last page", "where, asked")}
    told["table by the classic rules"] = address("table", stage(board=True).tournament)
    return told | of_a_club(large_tournament.make(people, rounds, over=True))


def names() -> list[str]:
    from tests.tournaments.test_endpoints import ROLES, TABLE

    return [
        name
        for name, (method, answers) in TABLE.items()
        if method == "get"
        and answers[ROLES.index("spectator")] == 200
        and name not in NO_PAGES
        and not name.endswith(("_csv", "_xlsx"))
    ]


def of_a_club(tournament: Any) -> dict[str, str]:
    """What a club shows when a tournament is over and everybody may see it."""
    from django.urls import reverse

    from tournaments.access import Actor
    from tournaments.models import Entrant, Player, Season
    from tournaments.services.closing import close
    from tournaments.services.ratings import compute_ratings, show_ratings

    club, organiser = tournament.club, Actor(tournament.organiser)
    entrants = list(tournament.entrants.all())
    players = [Player(club=club, name=each.name, name_key=each.name_key) for each in entrants]
    for entrant, player in zip(entrants, Player.objects.bulk_create(players), strict=True):
        entrant.player = player
    Entrant.objects.bulk_update(entrants, ["player"], 500)
    close(organiser, tournament)
    show_ratings(organiser, club, public=True)
    compute_ratings(club.pk)
    days = {"first_day": tournament.first_day, "last_day": tournament.last_day}
    season = Season.objects.create(club=club, name="League", place_points=[3, 1], public=True, **days)
    one = [club.slug, players[0].pk]
    return {
        "podium": reverse("podium", args=[tournament.slug]),
        "standings of a closed tournament": tournament.get_absolute_url(),
        "ratings": reverse("ratings", args=[club.slug]),
        "season": reverse("season", args=[club.slug, season.pk]),
        "player_record": reverse("player_record", args=one),
        "against": reverse("against", args=one),
    }


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
