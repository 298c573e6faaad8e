"""What is given to the database by the short way is what Django's fields would have given."""

import uuid

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Event, Match
from games.values import values

pytestmark = pytest.mark.django_db

NOW = timezone.now()
MATCH = Match(
    id=3,
    rules_key="points",
    rules_version="1",
    options={"limit": 400, "name": "Žofie", "half": 0.5, "none": None},
    created_at=NOW,
    needs_signatures=True,
    origin=7,
    version=2,
    head="ab" * 32,
    state={"deals": [[1, -2]], "bell": None},
    status=Match.Status.SIGNING,
    signoffs={"signed": {}, "appeals": {"1": "x"}, "decided": ""},
    final_at=NOW.replace(microsecond=0),
)
EVENT = Event(
    id=uuid.uuid4(),
    match_id=3,
    seq=1,
    kind=Event.Kind.ACTION,
    body={"do": "deal", "points": {"1": 7}},
    actor="Ann “the bell” O’Neill",
    at=NOW,
    hash="cd" * 32,
)


@pytest.mark.parametrize("row", [MATCH, EVENT], ids=["match", "event"])
def test_each_value_is_what_django_would_give(row):
    fields = row._meta.concrete_fields
    by_django = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    assert [said(each) for each in values(type(row), row.__dict__)] == [said(each) for each in by_django]


def test_some_fields_come_in_the_order_they_are_asked_for():
    given = values(Match, MATCH.__dict__, ("status", "version", "ruling"))
    assert [said(each) for each in given] == ["signing", "2", "None"]


def said(value):
    """PostgreSQL's driver wraps values in objects that are equal to nothing but themselves."""
    wrapped = getattr(value, "obj", value)
    return str(int(wrapped)) if isinstance(wrapped, bool) else str(wrapped)
