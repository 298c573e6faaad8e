"""Every address of a tournament, asked for as an outsider would, with all that came back.

Made out of the table of addresses, so that a page added tomorrow is walked too. What is random in a page (tokens of
forms, versions) is taken out, so that two walks can be compared byte by byte.
"""

import itertools
import re
import uuid
from collections.abc import Iterator, Sequence
from hashlib import sha256

from django.test import Client
from django.urls import URLPattern, reverse

from config.tidings.urls import urlpatterns as message_patterns
from tournaments.models import Category, Entrant, Penalty, Player, Table, Tournament
from tournaments.paper.registry import registry
from tournaments.urls import urlpatterns

OK = 200
HTMX = {"HX-Request": "true"}
AT_A_TABLE: tuple[dict[str, str], ...] = ({}, {"all": "1"}, {"part": "desk"}, {"part": "panel"})
ELSEWHERE: tuple[dict[str, str], ...] = ({}, {"q": "Player"})
ROUNDS = (1, 2, 3)
NOISE = re.compile(
    rb'csrfmiddlewaretoken" value="[^"]*"|data-(seen|token)="[^"]*"|seen=[^"&]*|'
    rb'(name|id|for|value)="[^"]*[0-9a-f]{8}-[0-9a-f]{4}-[^"]*"|data-now="[^"]*"|nonce="[^"]*"'
)
OF_THE_SITE = {"sign_in", "sign_in_by_link", "account", "sign_out", "service_worker"}
OF_A_TOURNAMENT = [*urlpatterns, *(each for each in message_patterns if str(each.pattern).startswith("t/"))]


def walk(tournament: Tournament, client: Client | None = None) -> dict[str, bytes]:
    """All that an outsider is shown: by address, and by what was asked for with it."""
    client = client or Client()
    found = {}
    for address in addresses(tournament):
        plain = client.get(address)
        if plain.status_code != OK:
            continue
        queries = AT_A_TABLE if "/tables/" in address else ELSEWHERE if "/where/" in address else ({},)
        for headers, query in itertools.product(({}, HTMX), queries):
            answer = client.get(address, query, headers=headers) if headers or query else plain
            if answer.status_code == OK:
                found[f"{address} {query} {bool(headers)}"] = NOISE.sub(b"", readable(answer.content))
    return found


def readable(content: bytes) -> bytes:
    """The numbers in a PDF are its own, but the same data give the same bytes: one that told more would be another one."""
    return b"pdf-" + sha256(content).hexdigest().encode() if content.startswith(b"%PDF-") else content


def addresses(tournament: Tournament) -> Iterator[str]:
    for pattern in OF_A_TOURNAMENT:
        if isinstance(pattern, URLPattern) and pattern.name and pattern.name not in OF_THE_SITE:
            for arguments in _arguments(pattern, tournament):
                yield reverse(pattern.name, kwargs=arguments)


def _arguments(pattern: URLPattern, tournament: Tournament) -> Iterator[dict[str, object]]:
    names = list(pattern.pattern.converters)
    choices = [_choices(name, names, str(pattern.pattern), tournament) for name in names]
    for chosen in itertools.product(*choices):
        yield dict(zip(names, chosen, strict=True))


def _choices(name: str, names: list[str], route: str, tournament: Tournament) -> Sequence[object]:
    if name == "slug":
        return [tournament.slug if route.startswith("t/") else tournament.club.slug]
    if name == "round_number" or (name == "number" and "round_number" not in names):
        return list(ROUNDS)
    if name == "number":
        tables = Table.objects.filter(round__tournament=tournament)
        return sorted(set(tables.values_list("number", flat=True)))
    if name == "entrant_id":
        return list(Entrant.objects.filter(tournament=tournament).values_list("pk", flat=True))
    if name == "player_id":
        return list(Player.objects.filter(club=tournament.club).values_list("pk", flat=True))
    if name == "category_id":
        return list(Category.objects.filter(tournament=tournament).values_list("pk", flat=True))
    if name == "penalty_id":
        return list(Penalty.objects.filter(tournament=tournament).values_list("pk", flat=True))
    if name == "document":
        return list(registry().documents)
    if name in ("event", "call_id"):
        return [uuid.uuid4()]
    return ["guessed-0123456789"] if name == "token" else [1]
