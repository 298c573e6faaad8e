"""Thousands of requests that make no sense, in an order that a seed gives: each is answered, none is our fault."""

from random import Random
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.test import Client

from tests.security import counts
from tests.security.forms import TOKEN, forms_at
from tests.security.nasty import ALL, IN_A_PATH, PARAMETERS, TOO_LARGE, some
from tests.security.stage import RELATIVE, addresses, names_in, patterns, place, stage

pytestmark = pytest.mark.django_db

SEED = 555
LOOKS = 4
"""At each address, each with several parameters."""
SENDINGS = 6
"""Of each form, each time with something else in every field."""
FORM = "application/x-www-form-urlencoded"
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {"HX-Request": "true"},
    {"Accept": "application/json", "X-Device": "\udcff" * 3, "X-Unsent": "9" * 30},
)


class Undone(Exception):
    """Takes back what was sent."""


def wire(pairs):
    """As bytes, half characters and all."""
    return urlencode(pairs, encoding="utf-8", errors="surrogatepass")


class Fuzz:
    def __init__(self, client: Client) -> None:
        self.client, self.random, self.requests, self.values = client, Random(SEED), 0, 0  # noqa: S311 - repeatable is what is wanted here
        client.raise_request_exception = False

    def try_(self, method: str, where: str, pairs: list[tuple[str, str]]) -> None:
        headers = {
            name: value.encode("utf-8", "surrogateescape").decode("latin-1")
            for name, value in self.random.choice(HEADERS).items()
        }
        path = where if method == "POST" or not pairs else f"{where}?{wire(pairs)}"
        body = wire(pairs) if method == "POST" else ""
        try:
            with transaction.atomic():
                answer = self.client.generic(method, path, body, FORM, headers=headers)
                answer.getvalue()  # read to its end, which closes a file behind it
                raise Undone
        except Undone:
            pass
        self.requests, self.values = self.requests + 1, self.values + len(pairs)
        assert answer.status_code < 500, f"{method} {path[:300]} {body[:1500]}: {answer.status_code}"


@pytest.mark.parametrize("board", [False, True], ids=["points", "classic"])
def test_whatever_is_sent_is_answered(board):
    here = stage(board=board)
    where = addresses(here)
    fuzz = Fuzz(here.client("organiser"))
    forms = forms_at(here.client("organiser"), where.values())
    for name, each in where.items():
        # At the tables of the second kind only what is about tables is another page.
        if board and "/tables/" not in each:
            continue
        for _ in range(LOOKS):
            asked = fuzz.random.sample(PARAMETERS, 6)
            fuzz.try_("GET", each, [(one, value) for one in asked for value in some(fuzz.random, 2)])
        if name not in ("sign_out", "delete_tournament"):
            fuzz.try_("POST", each, [(one, fuzz.random.choice(ALL)) for one in PARAMETERS])
    for form in forms:
        if "sign-out" in form.action or (board and "/tables/" not in form.action):
            continue
        fields = [each for each in form.fields if each != TOKEN] + [name for name, _ in form.buttons]
        filled = form.filled()
        for number in range(SENDINGS):
            spoilt = set(fields if number % 2 else fuzz.random.sample(fields, min(2, len(fields))))
            pairs = []
            for one in fields:
                right = filled.get(one, "")
                rightly = right if isinstance(right, list) else [right]
                pairs += [(one, value) for value in (some(fuzz.random, 2) if one in spoilt else rightly)]
            fuzz.try_(form.method.upper(), form.action.split("?")[0], pairs)
    counts.tried("senseless requests answered", fuzz.requests)
    counts.tried("hostile values in them", fuzz.values)


def test_numbers_in_an_address_may_be_any():
    here = stage()
    fuzz = Fuzz(here.client("organiser"))
    for pattern in patterns():
        numbers = [
            name
            for name in names_in(pattern)
            if name not in {"slug", "token", "event", "call_id", "document"}
        ]
        for name in numbers:
            for value in IN_A_PATH:
                known = name in RELATIVE
                usual = place(pattern, here, here.ids | {name: 7_654_321})
                if "7654321" not in usual:
                    continue
                assert known or name in here.ids
                for method in ("GET", "POST") if value == TOO_LARGE else ("GET",):
                    fuzz.try_(method, usual.replace("7654321", value), [])
    counts.tried("senseless requests answered", fuzz.requests)
