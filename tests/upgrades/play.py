"""Plays tournaments in an empty database and tells what came of them: run by ``tests.upgrades.make`` as a file of its own.

Uses only what has been there since the first version, so that it can also be run with the code of an older one.
"""

import json
import random
import uuid

import django

CLASSIC = "tri-ominos-classic"


def main():
    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    from tournaments.access import Actor

    actor = Actor(User.objects.create_user("organiser"))
    chance = random.Random(7)  # noqa: S311
    half_played = play_points(actor, chance)
    if plays_by_turns():
        play_classic(actor)
    print(json.dumps(facts(half_played), ensure_ascii=False, indent=1))


def plays_by_turns():
    """Whether this version can enter turns at all, and knows these rules."""
    from games import services
    from rules.registry import EngineMissing, registry

    try:
        return bool(registry().get(CLASSIC)) and hasattr(services, "append_actions")
    except EngineMissing:
        return False


def begin(actor, name, rules, people):
    from tournaments.services import planning

    plan = planning.Plan(name, rules, 4, 3, {})
    tournament = planning.create_tournament(actor, uuid.uuid4(), plan)
    names = "\n".join(f"Player {number}" for number in range(1, people + 1))
    planning.enter_names(actor, uuid.uuid4(), tournament, names)
    return tournament


def next_round(actor, tournament):
    from tournaments.services import rounds

    round_ = rounds.ask_for_pairings(actor, tournament)
    rounds.compute_pairings(round_.pk)
    round_.refresh_from_db()
    rounds.publish(actor, round_)
    return list(round_.tables.order_by("number"))


def play_points(actor, chance):
    """A round that is over; one with a table that is final, one that waits for that, one in play, one not begun."""
    from games.services import finalize

    tournament = begin(actor, "Points Cup", "points", 16)
    for table in next_round(actor, tournament):
        play_to_the_end(actor, table, chance)
        finalize(table.match_id)
    final, over, playing, _not_begun = next_round(actor, tournament)
    play_to_the_end(actor, final, chance)
    finalize(final.match_id)
    play_to_the_end(actor, over, chance)
    deal(actor, playing, chance)
    deal(actor, playing, chance)
    return tournament


def play_to_the_end(actor, table, chance):
    from games.models import Match

    deal(actor, table, chance)
    take_back(actor, table)
    while Match.objects.get(pk=table.match_id).status == "playing":
        deal(actor, table, chance)


def deal(actor, table, chance):
    from games.services import Entry
    from tournaments.models import Table
    from tournaments.services import scoring

    table = Table.objects.select_related("match", "round__tournament").get(pk=table.pk)
    points = {str(seat): chance.randint(5, 160) for seat in range(1, table.match.seats.count() + 1)}
    scoring.enter_deal(
        actor, table, Entry(uuid.UUID(int=chance.getrandbits(128)), table.match.version), points, bell=False
    )


def take_back(actor, table):
    from games.services import Entry
    from tournaments.models import Table
    from tournaments.services import scoring

    table = Table.objects.select_related("match", "round__tournament").get(pk=table.pk)
    scoring.take_back_deal(actor, table, Entry(uuid.uuid4(), table.match.version))


def play_classic(actor):
    """Turns on a sheet, at two tables; nobody is done."""
    from games.models import Match
    from games.services import NewAction, append_actions, engine_of
    from tests.load.judge import next_entry
    from tournaments.models import Table

    tournament = begin(actor, "Classic Cup", CLASSIC, 8)
    for each in next_round(actor, tournament):
        table = Table.objects.select_related("match", "round__tournament").get(pk=each.pk)
        permit = actor.permit_for(table)
        for _ in range(30):
            match = Match.objects.get(pk=table.match_id)
            _where, _form, actions = next_entry(engine_of(match).load(match.state))
            append_actions(permit, match.version, [NewAction(uuid.uuid4(), action) for action in actions])


def facts(tournament):
    """What must be the same after every upgrade."""
    from games.models import Event, Match
    from tournaments.selectors.standings import standings_of

    return {
        "standings": [[line.entrant.name, line.standing.rank] for line in standings_of(tournament)],
        "matches": [
            [match.pk, match.version, match.status, sorted(match.seats.values_list("position", "name"))]
            for match in Match.objects.order_by("pk")
        ],
        "events": [str(pk) for pk in Event.objects.order_by("match_id", "seq").values_list("pk", flat=True)],
    }


if __name__ == "__main__":
    main()
