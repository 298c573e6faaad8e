"""Fills the database of a running hall with a tournament that is over and held: ``python -m tests.load.held``.

Run in the hall's own environment; prints as JSON where it is, everybody best first, and the organiser's session.
"""

import json
import uuid

import django

PEOPLE = 8
FIRST, LAST = (401, 30, 20, 10), (450, 77, 66, 55)


def main() -> None:
    django.setup()
    from games.services import finalize
    from tests.factories import enter, organiser_of, published_round, tournament_of
    from tests.load.prepare import session_of
    from tournaments.models import Round
    from tournaments.selectors.standings import standings_of
    from tournaments.services import holds

    def play(round_: Round, points: tuple[int, ...]) -> None:
        # Each table differently, so that nobody shares a rank.
        for more, table in enumerate(round_.tables.order_by("number")):
            enter(table, [each + more for each in points])
            if table.match_id:
                finalize(table.match_id)

    own = f"held-{uuid.uuid4().hex[:12]}"
    tournament = tournament_of(
        PEOPLE, rounds_planned=2, name="Held Cup", slug=own, club__slug=own, organiser__username=own
    )
    play(published_round(tournament), FIRST)
    last = published_round(tournament)
    holds.begin_hold(organiser_of(tournament), tournament)
    play(last, LAST)
    told = {
        "home": f"/t/{tournament.slug}/",
        "names": [line.entrant.name for line in standings_of(tournament)],
        "session": session_of(tournament.organiser),
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
