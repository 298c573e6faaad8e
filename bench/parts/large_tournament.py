"""Pages of a large tournament: ``python -m bench.parts.large_tournament PEOPLE ROUNDS`` in a data folder of its own.

Everybody has played all rounds but the last, which is in play; at the end the next one is drafted. Every address of a
tournament is asked for by its organiser. Prints for each page its queries, the server's time for the first visit after
a deal was entered somewhere and, of several further ones, the median, as JSON. Rows are written directly: what is measured is
reading them.
"""

import json
import statistics
import sys
import time
import uuid
from collections.abc import Iterator
from random import Random
from typing import Any

SIZE = 4
CLUBS = 20
CALLS = 5
NO_PAGES = {
    "archive": "a file of everything, made once, at the end",
    "export_tournament": "a file of everything too (bench.document)",
    "report": "a file of tables of two alone",
    "record": "a file, of rules that know turns",
    "import_record": "of rules that know turns",
    "import_pairings": "shown between two rounds",
    "paper": "a PDF (bench.paper)",
    "desk": "leads on to a table",
    "enter": "shown while entries are open",
    "change_seats": "of a draft, and measured there",
    "again": "of a draft, and measured there",
    "desk_preview": "what one turn would score, under rules that know turns",
    "desk_entry": "one entry of a phone, as JSON",
    "sign": "shown where players sign",
    "take_back_ruling": "shown where something was ruled",
}
"""What is no page of this tournament, and why."""


def main(people: int, rounds: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    call_command("collectstatic", interactive=False, verbosity=0)
    tournament = make(people, rounds)
    client = Client(headers={"host": "localhost"})
    client.force_login(tournament.organiser)
    told: dict[str, Any] = {name: measured(client, path) for name, path in addresses(tournament, rounds)}
    draft(tournament, rounds + 1)
    told |= {name: measured(client, path) for name, path in of_a_draft(tournament, rounds + 1)}
    told = {name: each for name, each in told.items() if each}
    print(json.dumps(told))


def measured(client: Any, path: str) -> dict[str, float] | None:
    """Nothing for an address that is only written to."""
    from django.db import connection
    from django.db.models import F
    from django.test.utils import CaptureQueriesContext

    from games.models import Match

    answer = client.get(path)  # what a process does once in its life is not counted
    if answer.status_code == 405:
        return None
    if answer.status_code != 200:
        raise RuntimeError(f"{path}: {answer.status_code}")
    Match.objects.filter(pk=Match.objects.latest("pk").pk).update(version=F("version") + 1)
    first = timed(client, path)
    with CaptureQueriesContext(connection) as seen:
        client.get(path)
    queries = len(seen)  # counted at once: the next request empties the list
    again = [timed(client, path) for _ in range(CALLS)]
    return {"queries": queries, "ms": statistics.median(again), "least": min(again), "first": first}


def timed(client: Any, path: str) -> float:
    """Milliseconds."""
    started = time.process_time()
    b"".join(client.get(path))
    return (time.process_time() - started) * 1000


def addresses(tournament: Any, rounds: int) -> Iterator[tuple[str, str]]:
    """Every address under the tournament's own, so that a new page is measured without being named here."""
    from django.urls import reverse

    from tournaments.urls import urlpatterns

    table = {"round_number": rounds, "number": 1}
    known: dict[str, Any] = {
        "slug": tournament.slug,
        "entrant_id": tournament.entrants.order_by("number")[0].pk,
        "number": rounds,
        "seat": 1,
        "category_id": tournament.categories.order_by("pk")[0].pk,
        "penalty_id": tournament.penalties.order_by("pk")[0].pk,
        "call_id": uuid.uuid4(),
        "event": uuid.uuid4(),
    }
    for each in urlpatterns:
        route, name = str(each.pattern), str(each.name)
        if not route.startswith("t/<slug:slug>/") or name in NO_PAGES:
            continue
        given = known | (table if "/tables/" in route else {})
        if "/rounds/" not in route and "<int:number>" in route:
            given["number"] = 1
        asked = each.pattern.converters
        yield name, reverse(name, kwargs={key: given.get(key, 1) for key in asked})
    yield "standings, last page", f"{tournament.get_absolute_url()}?page=999"
    yield "where, asked", f"{reverse('where', args=[tournament.slug])}?q=player"


def of_a_draft(tournament: Any, number: int) -> Iterator[tuple[str, str]]:
    from django.urls import reverse

    at = [tournament.slug, number]
    two = "&".join(
        f"pick={pk}" for pk in tournament.entrants.order_by("number").values_list("pk", flat=True)[:2]
    )
    yield "draft", reverse("round", args=at)
    yield "draft, two change places", f"{reverse('change_seats', args=at)}?{two}"
    yield "draft, paired again", reverse("again", args=at)
    yield "standings beside a draft", tournament.get_absolute_url()


def draft(tournament: Any, number: int) -> None:
    """The last round over, and the next one's seats proposed."""
    from django.utils import timezone

    from tournaments.models import Place, Round, Table

    tournament.rounds.update(state=Round.State.CLOSED)
    round_ = Round.objects.create(
        tournament=tournament,
        stage=tournament.stages.get(),
        number=number,
        seed=number,
        asked_at=timezone.now(),
        state=Round.State.DRAFT,
    )
    entrants = list(tournament.entrants.order_by("number"))
    groups = [entrants[at : at + SIZE] for at in range(0, len(entrants) - SIZE + 1, SIZE)]
    tables = Table.objects.bulk_create(Table(round=round_, number=at) for at in range(1, len(groups) + 1))
    Place.objects.bulk_create(
        Place(round=round_, table=table, entrant=entrant, position=position)
        for table, group in zip(tables, groups, strict=True)
        for position, entrant in enumerate(group, start=1)
    )


def make(people: int, rounds: int, *, over: bool = False) -> Any:
    """In the middle of its last round but one; or with all of them played."""
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
    plan = planning.Plan("Large", engine.key, SIZE, rounds if over else rounds + 1, {})
    tournament = planning.create_tournament(actor, uuid.uuid4(), plan)
    names = [f"Player {number} of {people}" for number in range(1, people + 1)]
    entrants = Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            number=number,
            name=name,
            name_key=name_key(name),
            club=f"Club {number % CLUBS + 1}",
        )
        for number, name in enumerate(names, start=1)
    )
    keys = [str(seat) for seat in range(1, SIZE + 1)]
    stage = tournament.stages.get()
    for number in range(1, rounds + 1):
        last = number == rounds and not over
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
    adorn(tournament, entrants)
    return tournament


def adorn(tournament: Any, entrants: list[Any]) -> None:
    """Categories, prizes and a penalty, as a tournament of this size has them."""
    from django.utils import timezone

    from tournaments.models import Penalty

    for name, every in (("Juniors", 5), ("Seniors", 3)):
        category = tournament.categories.create(name=name, name_key=name.casefold())
        category.entrants.set([each for each in entrants if each.number % every == 0])
    for number in range(1, 4):
        tournament.prizes.create(number=number, first=number, what="A cup")
    Penalty.objects.create(
        tournament=tournament,
        entrant=entrants[0],
        kind=Penalty.Kind.WARNING,
        reason="Late",
        given_at=timezone.now(),
        given_by="organiser",
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
