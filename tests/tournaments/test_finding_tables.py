"""A table is read by a statement of our own: what it gives is what Django would give."""

import pytest
from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from tests.tournaments.test_desk import desk_of
from tournaments.models import Table
from tournaments.selectors.tables import table_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk():
    desk = desk_of(people=2)
    desk.start()
    return desk


def asked(desk, **other):
    return {"slug": desk.tournament.slug, "round_number": 1, "number": 1} | other


def values(row: models.Model):
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_it_is_what_django_reads(desk):
    found = table_at(**asked(desk))
    by_django = Table.objects.select_related("match", "round__tournament").get(pk=desk.table.pk)
    assert found == by_django
    for part in ("", "match", "round", "round.tournament"):
        ours, theirs = found, by_django
        for name in filter(None, part.split(".")):
            ours, theirs = getattr(ours, name), getattr(theirs, name)
        assert values(ours) == values(theirs), part
        assert not ours._state.adding


def test_all_of_it_comes_at_once_but_for_what_is_long(desk):
    with CaptureQueriesContext(connection) as seen:
        found = table_at(**asked(desk))
        assert found.match.state
        assert found.round.tournament.options is not None
        assert found.round.is_public
    assert len(seen) == 1
    assert found.round.get_deferred_fields() == {"why", "cost", "bound", "changes", "again"}


@pytest.mark.parametrize("other", [{"slug": "elsewhere"}, {"round_number": 2}, {"number": 9}])
def test_what_is_not_there_is_not_found(desk, other):
    assert table_at(**asked(desk, **other)) is None


def test_a_table_without_a_match_is_not_found(desk):
    Table.objects.filter(pk=desk.table.pk).update(match=None)
    assert table_at(**asked(desk)) is None
