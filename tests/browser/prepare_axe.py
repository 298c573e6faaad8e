"""Fills a running hall with one of everything that a page can show: ``python -m tests.browser.prepare_axe``.

Run in the hall's own environment; prints as JSON who can go where.
"""

import json

import django


def main() -> None:
    django.setup()
    from django.conf import settings

    settings.ALLOWED_HOSTS.append("testserver")
    from games.services import finalize
    from tests.factories import enter
    from tests.load.prepare import session_of
    from tests.security.stage import addresses, stage
    from tournaments.models import JudgeCard, Prize, Spot

    points, board = stage(), stage(board=True)
    for table in points.tournament.rounds.get().tables.exclude(number=1):
        enter(table, [400, 3, 2, 1])
        finalize(table.match_id or 0)
    Prize.objects.create(tournament=points.tournament, what="A cup", number=1)
    Spot.objects.create(tournament=points.tournament, number=1, label="By the window")
    cards = JudgeCard.objects.filter(number=1)
    told = {
        kind: {
            "addresses": addresses(each),
            "organiser": session_of(each.tournament.organiser),
            "card": f"/j/{cards.get(tournament=each.tournament).token}/",
        }
        for kind, each in (("points", points), ("board", board))
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
