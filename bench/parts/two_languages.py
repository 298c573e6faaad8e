"""Pages in English and in another language by turns: ``python -m bench.parts.two_languages PEOPLE ROUNDS LANGUAGE``.

Prints for each page the least of the server's milliseconds in both, as JSON: other work on the machine only ever adds to it.
"""

import json
import sys
from typing import Any

from bench.parts.large_tournament import addresses, make, timed

PAGES = {"standings", "round", "round_names", "where", "control", "plan", "rules", "table", "history", "wall"}
CALLS = 7


def main(people: int, rounds: int, language: str) -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    call_command("collectstatic", interactive=False, verbosity=0)
    tournament = make(people, rounds)
    clients: dict[str, Any] = {}
    for code in ("en", language):
        clients[code] = Client(headers={"host": "localhost"})
        clients[code].force_login(tournament.organiser)
        clients[code].cookies[settings.LANGUAGE_COOKIE_NAME] = code
    told = {}
    for name, path in addresses(tournament, rounds):
        if name in PAGES:
            for client in clients.values():
                client.get(path)  # what is made once a version is made
            times: dict[str, list[float]] = {code: [] for code in clients}
            for _ in range(CALLS):
                for code, client in clients.items():
                    times[code].append(timed(client, path))
            told[name] = {code: min(each) for code, each in times.items()}
    print(json.dumps(told))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
