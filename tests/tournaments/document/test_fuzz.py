"""A few hundred documents with something changed somewhere: each is refused, or brought in whole and shown; never both,
never half, never a bug."""

import json
import random

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games.errors import Refused
from tests.factories import ClubFactory, member_of
from tests.tournaments.document.carrying import bring_in, sealed
from tests.tournaments.document.test_hostile import counted
from tournaments.access import Actor
from tournaments.models import Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def elsewhere() -> Actor:
    """Who may plan, in an installation where nothing goes on."""
    return member_of(ClubFactory.create(name="Elsewhere"), Role.ORGANISER)


SEED = 20261116
TRIES = 40
"""Of each of the four documents."""
VALUES: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 2, 99, 40_000, 2**31, 2**63, 10**40, 0.5, -0.0, 1e300),
    *("", "1", "x", "ä" * 300, "\ud800", "\0", "<b>", "../..", "2026-01-01", "%(name)s", "{{ x }}"),
    *([], [[]], [1], ["1"], [None], {}, {"": ""}, {"1": 1}, {"who": [1]}),
)


class _TakenBack(Exception):
    pass


def places(value, path=()):
    """Everywhere something can be changed."""
    yield path
    if isinstance(value, dict):
        for key, each in value.items():
            yield from places(each, (*path, key))
    elif isinstance(value, list):
        for at, each in enumerate(value):
            yield from places(each, (*path, at))


def mutated(body, rng, spots):
    """One thing put in the place of another, taken away, doubled, or exchanged with its neighbour."""
    *way, last = rng.choice(spots)
    where = body
    for each in way:
        where = where[each]
    deed = rng.randrange(4)
    if deed == 0 or (isinstance(where, dict) and deed > 1):
        where[last] = rng.choice(VALUES)
    elif deed == 1:
        del where[last]
    elif deed == 2:
        where.insert(last, where[last])
    else:
        other = rng.randrange(len(where))
        where[last], where[other] = where[other], where[last]
    return [*way, last], deed


@pytest.mark.parametrize("name", ["playing", "drafted", "closed", "held"])
def test_whatever_is_changed_it_is_refused_or_whole(name, originals, elsewhere):
    rng = random.Random(f"{SEED} {name}")  # noqa: S311 - repeatable is what is wanted here
    plain = originals[name].content
    whole = json.loads(plain)["body"]
    # Half of them outside the logs, where nothing is hashed, or nearly all would be refused for a hash.
    spots = [path for path in places(whole) if path]
    beside = [path for path in spots if path[0] != "matches"]
    before, taken, refused = counted(), 0, 0
    for turn in range(TRIES):
        body = json.loads(json.dumps(whole))
        done = mutated(body, rng, spots if turn % 4 == 0 else beside)
        try:
            content = sealed(body)
        except (ValueError, UnicodeEncodeError):
            continue
        try:
            with transaction.atomic():
                brought = bring_in(elsewhere, content)
                if taken % 4 == 0:
                    look_at(brought, elsewhere, done)
                taken += 1
                raise _TakenBack
        except Refused as refusal:
            refused += bool(refusal.message)
        except _TakenBack:
            pass
        assert counted() == before, done
    # Which are taken depends on what stands where, and that is another one each time: some of both, not how many.
    assert taken > 3
    assert refused > TRIES // 4


def look_at(tournament: Tournament, actor, done) -> None:
    """The pages that everybody looks at first."""
    client = Client(raise_request_exception=False)
    client.force_login(actor.user)
    pages = (
        "standings",
        "people",
        "plan",
        "history",
        "control",
        "prizes",
        "penalties",
        "changes",
        "wall",
        "settings",
    )
    for page in pages:
        answer = client.get(reverse(page, args=[tournament.slug]))
        assert answer.status_code == 200, (page, done)
    for round_ in tournament.rounds.all():
        assert client.get(reverse("round", args=[tournament.slug, round_.number])).status_code == 200, done
        table = round_.tables.order_by("number").first()
        if table and table.match_id:
            assert (
                client.get(reverse("table", args=[tournament.slug, round_.number, table.number])).status_code
                == 200
            )


def test_random_bytes_are_refused(originals, elsewhere):
    rng = random.Random(SEED)  # noqa: S311
    content = bytearray(originals["closed"].content)
    for _turn in range(40):
        spoilt = bytearray(content)
        for _ in range(rng.randrange(1, 4)):
            spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
        if spoilt == content:
            continue
        with pytest.raises(Refused):
            bring_in(elsewhere, bytes(spoilt))
