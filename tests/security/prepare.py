"""Fills a running hall with hostile names, in every column that holds words: ``python -m tests.security.prepare``.

Run in the hall's own environment; prints as JSON who can go where.
"""

import itertools
import json
from typing import Any

import django

OURS = [
    "name_key",
    "slug",
    "digest",
    "token",
    "code",
    "kind",
    "state",
    "status",
    "rules_key",
    "rules_version",
    "system",
    "language",
    "time_zone",
    "pin",
    "sender",
    "basis",
    "hash",
    "head",
    "salt",
    "words",
    "email",
    "password",
    "drawn",
    "role",
    "shown",
    "speed",
    "app_label",
    "model",
    "codename",
    "session_key",
    "session_data",
    "username",
]
"""What only we write, or what is not shown as it is. Any other column with words is for people, today's and tomorrow's."""


def main() -> None:
    django.setup()
    from django.apps import apps
    from django.conf import settings
    from django.db import models, transaction

    settings.ALLOWED_HOSTS.append("testserver")
    from games.services import finalize
    from tests.factories import enter
    from tests.load.prepare import session_of
    from tests.security.corpus import NAMES
    from tests.security.stage import addresses, stage
    from tournaments.models import JudgeCard, Player, Prize, Spot, Substitution, Tournament

    people, at_board = stage(names=NAMES), stage(names=NAMES[:8], board=True)
    tournament = people.tournament
    round_ = tournament.rounds.get()
    for table in round_.tables.exclude(number=1):
        enter(table, [400, 3, 2, 1])
        finalize(table.match_id or 0)
    Prize.objects.create(tournament=tournament, what="x", number=1)
    for number in range(1, 5):
        Spot.objects.create(tournament=tournament, number=number, label="x")
    first = tournament.entrants.order_by("number")[1]
    Substitution.objects.create(entrant=first, round_number=2, before="x", after="y")
    for entrant in tournament.entrants.filter(player__isnull=True):
        made = {"name": entrant.name, "name_key": entrant.name_key, "home": "x"}
        entrant.player = Player.objects.create(club=tournament.club, **made)
        entrant.save()

    where, board_entry = addresses(people), addresses(at_board)["desk_entry"]
    strings = itertools.cycle(NAMES)
    columns = 0
    for model in [*apps.get_app_config("tournaments").get_models(), apps.get_model("auth", "User")]:
        fields = [
            each
            for each in model._meta.concrete_fields
            if isinstance(each, models.CharField | models.TextField)
            and each.name not in OURS
            and not each.choices
            and not each.primary_key
            and (model.__name__, each.name) != ("Entrant", "name")
        ]
        columns += len(fields)
        for row in model._default_manager.order_by("pk") if fields else ():
            values = {each.name: next(strings)[: each.max_length] for each in fields}
            with transaction.atomic():
                model._default_manager.filter(pk=row.pk).update(**values)
    for each in (people, at_board):
        Tournament.objects.filter(pk=each.tournament.pk).update(
            wall={"message": NAMES[0], "pages": ["standings", "tables", "message", "clock"], "seconds": 5}
        )
        each.tournament.refresh_from_db()
    cards = {each.number: each.token for each in JudgeCard.objects.filter(tournament=tournament)}
    at_table_2 = JudgeCard.objects.get(tournament=at_board.tournament, number=2)
    told: dict[str, Any] = {
        "board_card": f"/j/{at_table_2.token}/",
        "columns": columns,
        "strings": len(NAMES),
        "slug": tournament.slug,
        "organiser": session_of(tournament.organiser),
        "organiser_at_board": session_of(at_board.tournament.organiser),
        "card": f"/j/{cards[1]}/",
        "addresses": where,
        "board": f"/t/{at_board.tournament.slug}/rounds/1/tables/1/",
        "board_entry": board_entry,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
