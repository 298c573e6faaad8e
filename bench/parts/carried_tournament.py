"""A large tournament out and in again: ``python -m bench.parts.carried_tournament PEOPLE ROUNDS deals|turns``.

Logs are written directly, but chained and true: every match is one that bots played once. Brought in, the document takes
the place of the tournament it was made of, whose rows are given other ids first. Prints sizes and seconds of the processor as JSON.
"""

import io
import json
import resource
import sys
import time
import uuid
from random import Random
from typing import Any

SIZE = 4
DEALS = 6


def main(people: int, rounds: int, depth: str) -> None:
    import django

    django.setup()
    from django.db import connection

    from games import guard
    from games.models import Event
    from tournaments.models import Tournament
    from tournaments.selectors.documents import write_document
    from tournaments.services import arriving, bringing

    tournament = make(people, rounds, depth)
    told: dict[str, Any] = {"events": Event.objects.count()}
    file = io.BytesIO()
    told["out"] = timed(lambda: write_document(tournament, file))
    content = file.getvalue()
    told["bytes"] = len(content)
    told["loads"] = timed(lambda: json.loads(content))
    # The original moves out of the way: another address, other ids.
    Tournament.objects.update(slug="moved-away")
    guard.take_down(connection)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_event SET id = substr(id, 1, 12) || '5' || substr(id, 14)")
    guard.put_up(connection)
    held = 0.0
    keep = arriving._Keeper.keep

    def kept(*arguments: Any) -> Any:
        nonlocal held
        started = time.process_time()
        try:
            return keep(*arguments)
        finally:
            held = time.process_time() - started

    arriving._Keeper.keep = kept  # type: ignore[method-assign, assignment]
    actor = actor_of(tournament)
    started = time.process_time()
    brought = bringing.bring_in_document(actor, uuid.uuid4(), tournament.club, content)
    told["in"], told["held"] = time.process_time() - started, held
    told["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    again = io.BytesIO()
    write_document(brought.tournament, again)
    told["same"] = again.getvalue() == content
    print(json.dumps(told))


def timed(work: Any) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def actor_of(tournament: Any) -> Any:
    from tournaments.access import Actor

    return Actor(tournament.organiser)


def make(people: int, rounds: int, depth: str) -> Any:
    from django.contrib.auth.models import User
    from django.utils import timezone

    from tournaments.access import Actor
    from tournaments.models import Entrant, Place, Player, Round, Table
    from tournaments.names import name_key
    from tournaments.services import planning

    rng = Random(7)  # noqa: S311 - repeatable is what is wanted here
    engine, actions = match_of(depth, rng)
    actor = Actor(User.objects.create_user("large"))
    plan = planning.Plan("Large", engine.key, SIZE, rounds, {})
    tournament = planning.create_tournament(actor, uuid.uuid4(), plan)
    names = [f"Player {number} of {people}" for number in range(1, people + 1)]
    players = Player.objects.bulk_create(
        Player(club=tournament.club, name=name, name_key=name_key(name), email=f"p{at}@example.org")
        for at, name in enumerate(names)
    )
    entrants = Entrant.objects.bulk_create(
        Entrant(tournament=tournament, number=at, name=each.name, name_key=each.name_key, player=each)
        for at, each in enumerate(players, start=1)
    )
    for number in range(1, rounds + 1):
        round_ = Round.objects.create(
            tournament=tournament,
            stage=tournament.stages.get(),
            number=number,
            seed=number,
            asked_at=timezone.now(),
            published_at=timezone.now(),
            state=Round.State.CLOSED,
        )
        rng.shuffle(entrants)
        groups = [entrants[at : at + SIZE] for at in range(0, len(entrants) - SIZE + 1, SIZE)]
        matches = played(engine, actions, tournament.options, groups)
        tables = Table.objects.bulk_create(
            Table(round=round_, number=at, match=match) for at, match in enumerate(matches, start=1)
        )
        Place.objects.bulk_create(
            Place(round=round_, table=table, entrant=entrant, position=position)
            for table, group in zip(tables, groups, strict=True)
            for position, entrant in enumerate(group, start=1)
        )
    return tournament


def match_of(depth: str, rng: Random) -> tuple[Any, list[dict[str, Any]]]:
    """A whole match of four: its rules, and what was entered."""
    from rules.points import engine as points
    from rules.triominos.variants.classic import engine as classic
    from tests.board_deals import board_deal

    keys = [str(seat) for seat in range(1, SIZE + 1)]
    if depth == "deals":
        deals = [{key: 70 - 15 * at for at, key in enumerate(keys)} for _deal in range(DEALS)]
        return points, [{"do": "deal", "points": deal, "bell": False} for deal in deals]
    actions: list[dict[str, Any]] = []
    state = classic.start(keys, {})
    while classic.outcome(state) is None:
        for action in board_deal(classic, keys, rng.randrange(1000)):
            state = classic.apply(state, action).state
            actions.append(action)
    return classic, actions


def played(engine: Any, actions: list[dict[str, Any]], options: Any, groups: list[Any]) -> list[Any]:
    from django.utils import timezone

    from games.chain import genesis, link
    from games.models import Event, Match, Seat
    from games.replay import Played, Replay
    from games.results import deeds_of, result_of

    keys = [str(seat) for seat in range(1, SIZE + 1)]
    state, steps = engine.start(keys, options), []
    for action in actions:
        step = engine.apply(state, action)
        state = step.state
        steps.append(Played(uuid.uuid4(), action, step.lines, state))
    result = result_of(engine, state, None)
    assert result is not None, "the match is not over"
    result |= deeds_of(engine, Replay(state, tuple(steps)))
    first = genesis(engine.key, engine.version, options, range(1, SIZE + 1))
    matches = Match.objects.bulk_create(
        Match(
            rules_key=engine.key,
            rules_version=engine.version,
            options=options,
            version=len(actions),
            state=engine.dump(state),
            status=Match.Status.FINAL,
            result=result,
            final_at=timezone.now(),
        )
        for _group in groups
    )
    Seat.objects.bulk_create(
        Seat(match=match, position=position, name=entrant.name)
        for match, group in zip(matches, groups, strict=True)
        for position, entrant in enumerate(group, start=1)
    )
    events = []
    for match in matches:
        match.head = first
        for seq, action in enumerate(actions, start=1):
            event = Event(
                id=uuid.uuid4(), match=match, seq=seq, kind="action", body=action, at=timezone.now()
            )
            event.actor, event.account, event.device = f"judge of table {match.pk % 175 + 1}", None, "Android"
            event.hash = match.head = link(match.head, event, match.log_number)
            events.append(event)
    Match.objects.bulk_update(matches, ["head"], 500)
    Event.objects.bulk_create(events, 2000)
    return matches


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
