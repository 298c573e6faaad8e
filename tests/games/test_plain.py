"""What comes in is kept as it is by either database, or refused."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.errors import Refused
from games.models import Event
from games.verifying import broken_links
from tests.games.table import deal, open_table, send

pytestmark = pytest.mark.django_db

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8
)


def nested(depth):
    inner = []
    for _ in range(depth):
        inner = [inner]
    return inner


@pytest.mark.parametrize(
    "note",
    [
        "\0",
        "\ud800",
        {"a\0": 1},
        1e300,
        -0.0,
        float("nan"),
        float("inf"),
        10**30,
        "x" * 30_000,
        nested(3_000),
        {1},
    ],
    ids=lambda note: repr(note)[:20] if not isinstance(note, list) else "nested",
)
def test_what_cannot_be_kept_is_refused(note):
    with pytest.raises(Refused) as caught:
        send(open_table(), deal(1, 2) | {"note": note})
    assert caught.value.code == "bad-record"
    assert not Event.objects.exists()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(note=ANYTHING)
def test_what_is_kept_reads_as_it_was_sent(note):
    match, action = open_table(), deal(1, 2) | {"note": note}
    try:
        event = send(match, action)
    except Refused:
        return
    assert event.body == action
    assert list(broken_links(match.pk)) == []
