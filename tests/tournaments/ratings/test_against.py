"""Who met whom, worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ratings.against import Against, Took, longest_run, met

TABLES = [
    {"Ana": Took(1, 400), "Bo": Took(2, 300), "Cem": Took(3, 10)},
    {"Bo": Took(1, 410), "Ana": Took(1, 410)},
    {"Bo": Took(1, 420), "Ana": Took(4, -20), "Dee": Took(2, 300), "Cem": Took(3, 0)},
    {"Bo": Took(1, 500), "Cem": Took(2, 100)},
]


def test_only_shared_tables_count():
    found = met("Ana", TABLES)
    assert found["Bo"] == Against(matches=3, before=1, behind=1, points=790, theirs=1130)
    assert found["Bo"].level == 1
    assert (found["Cem"].matches, found["Cem"].before, found["Cem"].behind) == (2, 1, 1)
    assert found["Dee"] == Against(1, 0, 1, -20, 300)
    assert met("Eve", TABLES) == {}


def test_averages_are_whole_numbers():
    found = met("Ana", TABLES)["Bo"]
    assert (found.average, found.their_average) == (263, 377)
    assert Against().average == 0


tables = st.lists(
    st.dictionaries(
        st.sampled_from("abcdef"), st.builds(Took, st.integers(1, 4), st.integers(-50, 500)), min_size=1
    ),
    max_size=12,
)


@given(tables)
def test_seen_from_the_other_side_it_is_turned_round(played):
    for one in "abcdef":
        for other, each in met(one, played).items():
            back = met(other, played)[one]
            assert back == Against(each.matches, each.behind, each.before, each.theirs, each.points)


@pytest.mark.parametrize(
    ("places", "run"), [([], 0), ([2, 3], 0), ([1], 1), ([1, 1, 2, 1, 1, 1], 3), ([1, 2, 1], 1)]
)
def test_the_longest_run_of_wins(places, run):
    assert longest_run(places) == run
