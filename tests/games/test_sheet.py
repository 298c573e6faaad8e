"""What a match's page shows."""

import uuid

import pytest

from games import services
from games.models import Match
from games.selectors import sheet_of
from games.services import Entry, Permit
from rules.points import engine

pytestmark = pytest.mark.django_db


def played(*deals, options=None):
    match = services.open_match(engine, options or {}, ["Ana", "Bo"])
    for version, (ana, bo, bell) in enumerate(deals):
        action = {"do": "deal", "points": {"1": ana, "2": bo}, "bell": bell}
        services.append_action(Permit(match.pk, "judge"), Entry(uuid.uuid4(), version), action)
    return Match.objects.get(pk=match.pk)


def test_rows_carry_points_totals_and_the_bell():
    sheet = sheet_of(played((100, 50, False), (10, 60, True)))
    assert [(row.points, row.totals, row.bell) for row in sheet.rows] == [
        ((100, 50), (100, 50), False),
        ((10, 60), (110, 110), True),
    ]
    assert [(seat.name, seat.total, seat.winner) for seat in sheet.seats] == [
        ("Ana", 110, True),
        ("Bo", 110, True),
    ]
    assert sheet.ending


@pytest.mark.parametrize(("points", "share"), [(-30, 0), (0, 0), (100, 25), (400, 100), (600, 100)])
def test_the_way_to_the_bell_is_between_nothing_and_all(points, share):
    assert sheet_of(played((points, 0, False))).seats[0].share == share


def test_a_fixed_number_of_deals_has_no_limit_to_show():
    assert sheet_of(played(options={"deals": 3})).limit is None


def test_without_the_engine_what_was_frozen_is_shown():
    match = played((410, 80, False))
    services.finalize(match.pk)
    Match.objects.filter(pk=match.pk).update(rules_key="gone")
    sheet = sheet_of(Match.objects.get(pk=match.pk))
    assert [seat.total for seat in sheet.seats] == [410, 80]
    assert "gone" in sheet.read_only
