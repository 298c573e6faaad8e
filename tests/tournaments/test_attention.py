"""Which table needs somebody most, and why."""

import pytest

from tournaments.attention import WEIGHTS, Facts, needs_of, order_of


def codes(**facts):
    return [
        need.code for need in needs_of(Facts(**{"number": 1, "status": "playing", "began": True} | facts))
    ]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, []),
        ({"quiet": 11}, []),
        ({"quiet": 12}, ["silent"]),
        ({"began": False, "quiet": 7}, []),
        ({"began": False, "quiet": 8}, ["not-begun"]),
        ({"called": 0}, ["call"]),
        ({"called": 3, "coming": True}, ["coming"]),
        ({"unsent": 2}, ["unsent"]),
        ({"phone_silent": 6}, ["phone-silent"]),
        ({"late_by": 12}, ["late"]),
        # What has come true is not foreseen any more.
        ({"late_by": 12, "over_by": 1}, ["over"]),
        ({"status": "signing", "unsigned": 2, "quiet": 4}, []),
        ({"status": "signing", "unsigned": 2, "quiet": 5}, ["unsigned"]),
        ({"status": "signing", "unsigned": 2, "quiet": 5, "appeal": True}, ["appeal"]),
        ({"status": "over", "problem": True}, ["problem"]),
        # A table that is done is neither late nor silent.
        ({"status": "final", "quiet": 60, "over_by": 5, "late_by": 9}, []),
        ({"called": 1, "quiet": 20, "unsent": 1}, ["call", "unsent", "silent"]),
    ],
    ids=str,
)
def test_what_a_table_needs(facts, expected):
    assert codes(**facts) == expected


def test_every_need_has_a_weight_of_its_own():
    assert len(set(WEIGHTS.values())) == len(WEIGHTS)


def test_tables_stand_in_the_order_of_their_need():
    tables = [
        Facts(1, "final"),
        Facts(2, "playing", began=True),
        Facts(3, "playing", began=True, late_by=6),
        Facts(4, "playing", began=True, late_by=14),
        Facts(5, "playing", began=True, called=1),
        Facts(6, "playing", began=True, called=4),
        Facts(7, "signing", appeal=True, unsigned=1),
        Facts(8, "playing", began=True, quiet=30),
        Facts(9, "final", unsent=1),
    ]
    ordered = sorted(tables, key=lambda each: order_of(each, needs_of(each)))
    assert [each.number for each in ordered] == [7, 6, 5, 9, 4, 3, 8, 2, 1]
