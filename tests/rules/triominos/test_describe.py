"""What the rules page says of a sheet, and that it follows the sheet and the options."""

import pytest

from rules.points import engine as points
from rules.registry import registry
from rules.triominos.variants.classic import engine as classic
from rules.triominos.variants.compact import engine as compact
from rules.triominos.variants.czech import engine as czech
from rules.triominos.variants.international import engine as international
from rules.triominos.variants.nordic import engine as nordic

SHEETS = (classic, compact, international, nordic, czech)


def said(engine, **options):
    return {point.key: str(point.text) for point in engine.describe(options)}


@pytest.mark.parametrize("engine", registry().engines.values(), ids=lambda engine: engine.key)
def test_every_engine_describes_itself_in_whole_sentences(engine):
    for point in engine.describe({}):
        assert str(point.text).endswith(".")
        assert point.title


@pytest.mark.parametrize("engine", SHEETS, ids=lambda engine: engine.key)
def test_the_sheets_can_be_compared_point_by_point(engine):
    assert list(said(engine)) == list(said(classic))


@pytest.mark.parametrize(
    ("engine", "key", "part"),
    [
        (classic, "hands", "2 → 9 · 3–4 → 7 · 5–6 → 6"),
        (compact, "hands", "2–6 → 7"),
        (international, "hands", "2 → 9 · 3–4 → 7."),
        (classic, "starter", "or 0-0-0 if they hold that too"),
        (compact, "starter", "lays it; without"),
        (international, "starter", "everybody draws again"),
        (czech, "starter", "only they draw again"),
        (classic, "start", "10 more for a trio; 0-0-0 earns 40"),
        (nordic, "start", "nothing more"),
        (classic, "two-sides", "+40"),
        (compact, "two-sides", "No bonus"),
        (classic, "pool-empty", "Costs 10"),
        (czech, "pool-empty", "nothing"),
        (classic, "passing", "−10 more, −25 in all"),
        (classic, "blocked-deal", "lowest rack"),
        (nordic, "blocked-deal", "Everybody subtracts"),
        (nordic, "bell", "reaches 400"),
        (czech, "bell", "exceeds 400"),
    ],
)
def test_each_sheet_says_what_the_matrix_says(engine, key, part):
    assert part in said(engine)[key]


def test_options_change_what_is_said():
    changed = said(
        classic, limit=250, bell="exceed", two_sides=0, match_tie="extra-deal", blocked_tie="nobody"
    )
    assert "exceeds 250" in changed["bell"]
    assert "No bonus" in changed["two-sides"]
    assert "one more deal" in changed["winner"]
    assert "nobody gets anything" in changed["blocked-deal"]


def test_a_reading_is_marked_as_one():
    readings = {point.key for point in compact.describe({}) if point.reading}
    assert readings == {"two-sides", "winner"}
    assert "bell" in {point.key for point in international.describe({}) if point.reading}


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({}, "gets to 400 points"),
        ({"deals": 3}, "this many deals: 3"),
        ({"count": "places"}, "places are entered"),
    ],
)
def test_plain_points_say_when_a_match_ends(options, part):
    assert part in said(points, **options)["end"]
