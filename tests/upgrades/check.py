"""Upgrades the database it is given, tells what is in it, and plays on: ``python -m tests.upgrades.check``

Run in the environment of a restored fixture; prints JSON.
"""

import json
import random
from io import StringIO

import django


def main() -> None:
    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0, stderr=StringIO())
    from config.backups.models import Backup
    from games.services import finalize
    from tests.upgrades.play import facts, next_round, play_to_the_end
    from tournaments.access import Actor
    from tournaments.models import Table, Tournament

    tournament = Tournament.objects.get(name="Points Cup")
    told = facts(tournament) | {
        "complaints": complaints(),
        "backups": Backup.objects.exclude(name="").count(),
    }
    actor, chance = Actor(User.objects.get(username="organiser")), random.Random(8)  # noqa: S311
    for table in Table.objects.filter(round__tournament=tournament, round__number=2).select_related("match"):
        if table.match and table.match.status == "playing":
            play_to_the_end(actor, table, chance)
        finalize(table.match_id or 0)
    told["tables_of_the_next_round"] = len(next_round(actor, tournament))
    told["complaints_after"] = complaints()
    print(json.dumps(told))


def complaints() -> list[str]:
    from django.core.management import CommandError, call_command

    found = []
    for command in ("verify_log", "rebuild"):
        said = StringIO()
        try:
            call_command(command, stdout=said, stderr=said)
        except (CommandError, SystemExit) as error:
            found.append(f"{command}: {error}\n{said.getvalue()}")
    return found


if __name__ == "__main__":
    main()
