"""What is in the database after a trial, as JSON: ``python -m tests.chaos.audit``. Run in the set-up's environment."""

import json

import django


def main() -> None:
    django.setup()
    from config import due
    from games.models import Event, Match
    from tests.load.audit import complaints
    from tournaments.models import Place, Table

    tables = {
        table.match_id: (table.round.number, table.number)
        for table in Table.objects.select_related("round").filter(match__isnull=False)
    }
    events = Event.objects.order_by("match_id", "seq").values_list("match_id", "id")
    places = Place.objects.filter(table__isnull=False).order_by("table", "position")
    seats: dict[int, list[int]] = {}
    for table, entrant in places.values_list("table__match", "entrant__number"):
        seats.setdefault(table, []).append(entrant)
    matches = Match.objects.order_by("pk").values_list("pk", "status", "final_at", "result")
    print(
        json.dumps(
            {
                "complaints": complaints(),
                "due": [[job.task, job.id] for job in due.jobs()],
                "events": [[*tables[match], str(event)] for match, event in events],
                "matches": [
                    {
                        "table": tables[match],
                        "seats": seats[match],
                        "status": status,
                        "final_at": str(final_at),
                        "result": result,
                    }
                    for match, status, final_at, result in matches
                ],
            }
        )
    )


if __name__ == "__main__":
    main()
