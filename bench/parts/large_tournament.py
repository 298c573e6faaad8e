"""Pages of a large tournament: ``python -m bench.parts.large_tournament PEOPLE ROUNDS`` in a data folder of its own.

Everybody has played all rounds but the last, which is in play. Prints for each page its queries and, of several calls,
the median of the server's time, as JSON. Rows are written directly: what is measured is reading them.
"""

import json
import statistics
import sys
import time
import uuid
from random import Random
from typing import Any

SIZE = 4
CALLS = 5


def main(people: int, rounds: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    call_command("collectstatic", interactive=False, verbosity=0)
    tournament = make(people, rounds)
    client = Client(headers={"host": "localhost"})
    client.force_login(tournament.organiser)
    told = {}
    for name, path in addresses(tournament, rounds).items():
        client.get(path)
        with CaptureQueriesContext(connection) as seen:
            answer = client.get(path)
        queries = len(seen)  # counted at once: the next request empties the list
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code}")
        taken = []
        for _ in range(CALLS):
            started = time.process_time()
            client.get(path)
            taken.append(time.process_time() - started)
        told[name] = {"queries": queries, "ms": statistics.median(taken) * 1000}
    print(json.dumps(told))


def addresses(tournament: Any, rounds: int) -> dict[str, str]:
    home = f"/t/{tournament.slug}/"
    entrant = tournament.entrants.first()
    names = (
        "final people control plan settings cards history penalties pictures rules end prizes check-in wall"
    )
    pages = {name: f"{home}{name}/" for name in names.split()}
    return {
        "standings": home,
        "round": f"{home}rounds/{rounds}/",
        "player": f"{home}players/{entrant.pk}/",
        **pages,
    }


def make(people: int, rounds: int) -> Any:
    from django.contrib.auth.models import User
    from django.utils import timezone

    from games.models import Match, Seat
    from rules.points import engine
    from tournaments.access import Actor
    from tournaments.models import Entrant, Place, Round, Table
    from tournaments.names import name_key
    from tournaments.services import planning
    from tournaments.services.cards import make_cards

    rng = Random(7)  # noqa: S311 - repeatable is what is wanted here
    actor = Actor(User.objects.create_user(f"large-{uuid.uuid4().hex[:8]}"))
    plan = planning.Plan("Large", engine.key, SIZE, rounds + 1, {})
    tournament = planning.create_tournament(actor, uuid.uuid4(), plan)
    names = [f"Player {number} of {people}" for number in range(1, people + 1)]
    entrants = Entrant.objects.bulk_create(
        Entrant(tournament=tournament, number=number, name=name, name_key=name_key(name))
        for number, name in enumerate(names, start=1)
    )
    keys = [str(seat) for seat in range(1, SIZE + 1)]
    stage = tournament.stages.get()
    for number in range(1, rounds + 1):
        last = number == rounds
        round_ = Round.objects.create(
            tournament=tournament,
            stage=stage,
            number=number,
            seed=number,
            asked_at=timezone.now(),
            published_at=timezone.now(),
            state=Round.State.PUBLISHED if last else Round.State.CLOSED,
        )
        rng.shuffle(entrants)
        groups = [entrants[at : at + SIZE] for at in range(0, len(entrants) - SIZE + 1, SIZE)]
        matches = []
        for _group in groups:
            points = {key: rng.randrange(20, 90 if last else 420) for key in keys}
            state = engine.apply(
                engine.start(keys, {}), {"do": "deal", "points": points, "bell": False}
            ).state
            places = engine.places(state)
            result = {
                "totals": points,
                "places": places,
                "winners": [key for key in keys if places[key] == 1],
                "reason": "bell",
                "made": {key: {"deal": [1, points[key]]} for key in keys},
                "deals_won": dict.fromkeys(keys, 0),
                "deals": 1,
            }
            matches.append(
                Match(
                    rules_key=engine.key,
                    rules_version=engine.version,
                    options=tournament.options,
                    version=1,
                    state=engine.dump(state),
                    status=Match.Status.PLAYING if last else Match.Status.FINAL,
                    result=None if last else result,
                )
            )
        made = Match.objects.bulk_create(matches)
        tables = Table.objects.bulk_create(
            Table(round=round_, number=at, match=match) for at, match in enumerate(made, start=1)
        )
        Seat.objects.bulk_create(
            Seat(match=match, position=position, name=entrant.name)
            for match, group in zip(made, groups, strict=True)
            for position, entrant in enumerate(group, start=1)
        )
        Place.objects.bulk_create(
            Place(round=round_, table=table, entrant=entrant, position=position)
            for table, group in zip(tables, groups, strict=True)
            for position, entrant in enumerate(group, start=1)
        )
    make_cards(tournament, range(1, people // SIZE + 1))
    return tournament


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
