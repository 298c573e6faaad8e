"""Each tie-break against numbers worked out by hand; for tables of two they are those of chess (FIDE C.07)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.tiebreaks.stories import BYES, CHESS, TABLES, drawn, ranking, story, values, won
from tournaments.tiebreaks.lots import lot
from tournaments.tiebreaks.placing import Scheme
from tournaments.tiebreaks.registry import registry
from tournaments.tiebreaks.results import Fine, TableResult

F = Fraction

FIDE = {
    # article 8.1: the sum of the opponents' scores; 14: cut and median
    "placing": [2.5, 2.5, 1.5, 0.5, 1.5, 0.5],
    "buchholz": [4.5, 4.5, 3.5, 5.5, 3.5, 5.5],
    "buchholz-cut-1": [4, 4, 3, 4, 3, 4],
    "buchholz-median": [1.5, 1.5, 0.5, 1.5, 0.5, 1.5],
    # article 9.1: the scores of those beaten and half of those drawn with
    "sonneborn-berger": [3.25, 3.25, 0.75, 0.75, 0.75, 0.75],
    # article 7.2: games won; 7.5: the scores after each round added up
    "wins": [2, 2, 1, 0, 1, 0],
    "progressive": [5, 5, 3.5, 0.5, 2.5, 1.5],
}

# Article 16: an own unplayed round is one against somebody with the own score; rounds missed until the end
# count as draws for the others.
FIDE_UNPLAYED = {
    "placing": [2.5, 1, 1.5, 0.5, 2.5],
    "buchholz": [5.5, 4.5, 3.5, 5.5, 5.5],
    "buchholz-cut-1": [4, 3.5, 3, 4, 5],
    "buchholz-median": [1.5, 1, 0.5, 1.5, 2.5],
    "sonneborn-berger": [4.25, 1, 0.75, 0.75, 4.25],
    "wins": [2, 0, 1, 0, 1],
    "progressive": [5.5, 2, 2.5, 1.5, 5.5],
}

OF_TABLES = {
    "placing": [F(11, 2), 2, 4, F(3, 4), F(11, 2), F(5, 2), F(3, 4)],
    "points": [750, 250, 500, 250, 760, 305, 135],
    "wins": [1, 0, 1, 0, 1, 0, 0],
    "best-match": [400, 300, 300, 150, 410, 205, 150],
}


@pytest.mark.parametrize(("key", "expected"), FIDE.items())
def test_for_twos_they_are_those_of_chess(key, expected):
    assert values(CHESS, key) == expected


@pytest.mark.parametrize(("key", "expected"), FIDE_UNPLAYED.items())
def test_unplayed_rounds_are_those_of_chess(key, expected):
    assert values(BYES, key) == expected


@pytest.mark.parametrize(("key", "expected"), OF_TABLES.items())
def test_at_tables(key, expected):
    assert values(TABLES, key) == expected


@pytest.mark.parametrize(
    ("key", "first", "seventh"),
    [
        ("buchholz", F(27, 4) / 3 + F(10, 3), F(8, 2) + F(19, 4) / 2),
        ("sonneborn-berger", F(14, 3), F(3, 16)),
        ("share", F(67, 160), F(3, 32)),
        ("difference", F(625, 2), -265),
        ("progressive", F(17, 2), F(3, 4)),
    ],
)
def test_at_tables_of_two_sizes(key, first, seventh):
    found = values(TABLES, key)
    assert (found[0], found[6]) == (first, seventh)


def test_without_normalisation_a_short_table_gives_less():
    plain = replace(TABLES, scheme=Scheme(normalise=False))
    assert values(plain, "placing") == [5.5, 2, 3, 0.5, 4.5, 2, 0.5]


def test_a_table_of_points_can_be_set_and_is_shared_on_ties():
    scheme = Scheme({4: (F(7), F(4), F(2), F(0)), 3: (F(5), F(2), F(0))})
    assert values(replace(TABLES, scheme=scheme), "placing") == [
        7 + F(11, 2),
        4,
        2 + 7,
        F(7, 5),
        7 + F(11, 2),
        F(14, 5) + 2,
        F(7, 5),
    ]


def test_who_missed_a_round_by_choice_has_that_one_cut_first():
    # 1 wins twice and misses round 2: the round missed counts 2, those played ½ and ½.
    tale = story([[won(1, 2), drawn(3, 4)], [drawn(2, 3)], [won(1, 3), won(4, 2)]], entrants=4)
    assert values(tale, "placing")[0] == 2
    assert values(tale, "buchholz")[0] == 2 + F(1, 2) + 1
    assert values(tale, "buchholz-cut-1")[0] == F(1, 2) + 1


def test_sitting_out_counts_as_an_average_table_unless_something_else_is_set():
    tale = story([[{1: 1, 2: 2, 3: 3, 4: 4}]], entrants=5, prefer=4, out={1: [5]})
    assert values(tale, "placing")[4] == F(3, 2)
    assert values(replace(tale, scheme=Scheme(sit_out=F(1))), "placing")[4] == 1


def test_a_late_entry_has_the_points_it_was_given_from_the_round_in_which_it_came():
    tale = story([[won(1, 2)], [won(1, 3)]], entrants=3, head_start={3: F(1, 2)}, joined={3: 2})
    assert values(tale, "placing")[2] == F(1, 2)
    assert values(tale, "progressive")[2] == F(1, 2)


def test_what_was_made_is_counted_where_it_is_known():
    made = {
        1: {"hexagon": (2, 100), "double-hexagon": (1, 60), "bridge": (3, 120), "draw": (4, -20)},
        2: {"pass-after-draws": (1, -10), "draw": (3, -15), "totals": (1, -40)},
    }
    known = TableResult(1, 2, {1: 1, 2: 2}, {1: 400, 2: 10}, made, {1: 3, 2: 1})
    unknown = TableResult(1, 2, {3: 1, 4: 2}, {3: 400, 4: 10})
    tale = replace(CHESS, entrants=(1, 2, 3, 4), tables=(known, unknown), rounds=CHESS.rounds[:1])
    assert values(tale, "hexagons") == [4, 0, 0, 0]
    assert values(tale, "bridges") == [3, 0, 0, 0]
    assert values(tale, "penalties") == [20, 25, 0, 0]
    assert values(tale, "deals-won") == [3, 1, 0, 0]


def test_lots_are_kept_by_their_seed():
    # printf '7 1' | sha256sum
    assert values(replace(CHESS, seed=7), "lots")[0] == F(0x6A310C461332, 16**12)
    assert lot(7, 1) != lot(8, 1)


# -- direct encounter ------------------------------------------------------------------------------


def test_direct_encounter_decides_only_where_all_tied_have_met():
    three = story([[won(1, 2)], [won(2, 3)], [won(3, 1)], [won(1, 4), won(2, 4)][:1]], entrants=4)
    assert ranking(three, "direct-encounter").values == {"direct-encounter": {}}
    met = story([[{1: 2, 2: 1, 3: 3}]], entrants=3, prefer=3)
    assert ranking(met, "direct-encounter").groups == [[2], [1], [3]]


def test_direct_encounter_is_applied_again_among_those_still_tied():
    # All have met; 1, 2 and 3 beat each other in a ring and all beat 4, except that 1 and 4 drew twice.
    tale = story(
        [[won(1, 2), won(3, 4)], [won(2, 3), drawn(1, 4)], [won(3, 1), won(2, 4)]],
        entrants=4,
    )
    found = ranking(tale, "direct-encounter")
    # First 2 and 3 have 2, 1 has 1½, 4 ½; then 2 stands before 3, whom it beat.
    assert found.groups == [[2], [3], [1], [4]]
    assert [edge.key for edge in found.edges] == ["direct-encounter"] * 3
    assert (found.edges[0].ahead, found.edges[0].behind) == (1, 0)


def test_who_met_twice_counts_once_on_average():
    tale = story([[won(1, 2)], [drawn(1, 2)]], entrants=2)
    assert ranking(tale, "direct-encounter").values["direct-encounter"] == {1: F(3, 4), 2: F(1, 4)}


def test_every_built_in_has_its_definition():
    found = registry()
    assert found.problems == ()
    assert len(found.tiebreaks) == 18
    assert all(each.name and each.about.endswith(".") for each in found.tiebreaks.values())


def test_points_taken_off_count_for_their_owner_alone():
    """Player 1 loses half a point in round 2, player 2 ten match points; player 3 is warned twice."""
    fines = (Fine(1, 2, placing=F(1, 2)), Fine(2, 1, points=10), Fine(3, 1), Fine(3, 3))
    fined = replace(CHESS, fines=fines)
    assert values(fined, "placing") == [2, 2.5, 1.5, 0.5, 1.5, 0.5]
    assert values(fined, "points") == [0, -10, 0, 0, 0, 0]
    assert values(fined, "conduct") == [1, 1, 2, 0, 0, 0]
    # 1 + 1½ + 2½ becomes 1 + 1 + 2: taken off in the running scores of rounds 2 and 3.
    assert values(fined, "progressive") == [4, 5, 3.5, 0.5, 2.5, 1.5]
    for strength in ("buchholz", "sonneborn-berger"):
        assert values(fined, strength) == FIDE[strength]


def test_a_penalty_decides_where_it_stands_first():
    fined = replace(CHESS, fines=(Fine(1, 1), Fine(5, 1)))
    assert ranking(fined, "placing", "conduct").groups == [[2], [1], [3], [5], [4, 6]]
