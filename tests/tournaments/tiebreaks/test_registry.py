"""Tie-breaks are plug-ins: found, checked, left out with a reason; and every one of ours is written down."""

from importlib.metadata import distributions
from pathlib import Path

import pytest

from tests.tournaments.tiebreaks.stories import TABLES
from tournaments.standings import DEFAULT_TIEBREAKS, compute_by
from tournaments.tiebreaks.api import TieBreak
from tournaments.tiebreaks.registry import GROUP, collect, registry

STANDINGS = (Path(__file__).parents[3] / "docs/standings.md").read_text()


class worst_match(TieBreak):  # noqa: N801 - an entry point of this file is called as its key
    key = "worst_match"
    name = "Worst single match"
    about = "The fewest points scored in one match."

    def values(self, field):
        return {
            entrant: min(table.result.totals[entrant] for table in tables)
            for entrant, tables in field.played.items()
        }


class nameless(worst_match):  # noqa: N801
    key = "nameless"
    name = None  # type: ignore[assignment]


class other_key(worst_match):  # noqa: N801
    key = "somebody-elses"


class unfinished(TieBreak):  # noqa: N801
    key = "unfinished"


class no_tiebreak:  # noqa: N801
    key = "no_tiebreak"


def installed(folder, *entries):
    """The entry points of a package that has nothing but its metadata."""
    info = folder / "odd-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1\n")
    lines = "".join(f"{entry} = {__name__}:{entry}\n" for entry in entries)
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{lines}")
    return [entry for found in distributions(path=[str(folder)]) for entry in found.entry_points]


def test_a_plug_in_is_found_and_ranks(tmp_path):
    found = collect(installed(tmp_path, "worst_match"))
    assert found.problems == ()
    assert compute_by(TABLES, found.chosen(["worst_match"]))[0].entrant == 1


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("nameless", "TypeError: its name is not a text"),
        ("other_key", "ValueError: its key is “somebody-elses”, its entry point is “other_key”"),
        ("no_tiebreak", "TypeError: it is not a class of tournaments.tiebreaks.api.TieBreak"),
        ("missing", "AttributeError"),
        ("unfinished", "TypeError"),
    ],
)
def test_one_that_fails_is_reported_and_left_out(entry, reason, tmp_path):
    found = collect(installed(tmp_path, entry, "worst_match"))
    assert list(found.tiebreaks) == ["worst_match"]
    (problem,) = found.problems
    assert (problem.entry, problem.package) == (entry, "odd")
    assert problem.reason.startswith(reason)


def test_a_list_with_one_that_is_not_installed_passes_it_over():
    assert [each.key for each in registry().chosen(["wins", "ghost", "points"])] == ["wins", "points"]


@pytest.mark.parametrize("key", sorted(registry().tiebreaks))
def test_every_tie_break_is_documented(key):
    assert f"| `{key}` |" in STANDINGS


def test_the_usual_list_is_installed():
    assert set(DEFAULT_TIEBREAKS) <= registry().tiebreaks.keys()
