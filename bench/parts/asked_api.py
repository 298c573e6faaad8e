"""The API of a large tournament: ``python -m bench.parts.asked_api PEOPLE ROUNDS`` in a data folder of its own.

Prints as JSON the server's time, as a median, for all entrants at once by a program that organises, for the same asked
again with its ETag, for the same bytes as a static file, and for the first page of the list for people.
"""

import json
import statistics
import sys
from pathlib import Path
from typing import Any

from bench.parts.large_tournament import make, timed

CALLS = 15


def main(people: int, rounds: int) -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from config.api.tokens import TokenPlan
    from config.api.tokens import make as make_token
    from tournaments.access import Actor
    from tournaments.selectors.people import A_PAGE

    call_command("collectstatic", interactive=False, verbosity=0)
    tournament = make(people, rounds)
    secret = make_token(Actor(tournament.organiser), tournament.club, TokenPlan("bench", "organise"))
    headers = {"host": "localhost", "authorization": f"Bearer {secret}"}
    program = Client(headers=headers)
    path = f"/api/v1/tournaments/{tournament.slug}/entrants?limit=1000"
    answer = program.get(path)
    listed = answer.json()
    if len(listed["items"]) != people:
        raise RuntimeError(f"{len(listed['items'])} of {people} were listed")
    static = Path(settings.STATIC_ROOT)
    (static / "entrants.json").write_bytes(answer.content)
    with CaptureQueriesContext(connection) as seen:
        program.get(path)
    queries = len(seen)
    organiser = Client(headers={"host": "localhost"})
    organiser.force_login(tournament.organiser)
    told: dict[str, Any] = {
        "bytes": len(answer.content),
        "queries": queries,
        "ms": median(program, path),
        "same": median(Client(headers=headers | {"if-none-match": answer["ETag"]}), path),
        "file": median(Client(headers={"host": "localhost"}), "/static/entrants.json"),
        "page": median(organiser, f"/t/{tournament.slug}/people/"),
        "pages": -(-people // A_PAGE),
    }
    print(json.dumps(told))


def median(client: Any, path: str) -> float:
    if (status := client.get(path).status_code) not in (200, 304):
        raise RuntimeError(f"{path}: {status}")
    return statistics.median(timed(client, path) for _ in range(CALLS))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
