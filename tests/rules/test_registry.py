"""Engines come by entry point; what cannot be loaded is reported by name and left out."""

from importlib.metadata import EntryPoint

import pytest

from rules.points import PointsEngine
from rules.registry import GROUP, EngineMissing, collect, registry


class Renamed(PointsEngine):
    key = "renamed"


class OfTomorrow(PointsEngine):
    key = "of-tomorrow"
    api = 99


class Crowded(PointsEngine):
    key = "crowded"
    seats = range(2, 9)


renamed = Renamed()
of_tomorrow = OfTomorrow()
crowded = Crowded()
points_again = PointsEngine()
not_an_engine = object()


def entry(name, attribute, module=__name__):
    return EntryPoint(name, f"{module}:{attribute}", GROUP)


def test_the_built_in_engine_comes_by_entry_point():
    assert registry().get("points").key == "points"
    assert registry().problems == ()


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (entry("ghost", "engine", "no_such_module"), "ModuleNotFoundError"),
        (entry("ghost", "no_such_name"), "AttributeError"),
        (entry("ghost", "not_an_engine"), "not an instance"),
        (entry("of-tomorrow", "of_tomorrow"), "contract 99"),
        (entry("other-name", "renamed"), "its key is “renamed”"),
        (entry("crowded", "crowded"), "between 1 and 6"),
        (entry("points", "points_again"), "already taken"),
    ],
)
def test_a_bad_plug_in_is_reported_and_left_out(bad, reason):
    good = entry("points", "engine", "rules.points")
    found = collect([good, bad])
    assert list(found.engines) == ["points"]
    (problem,) = found.problems
    assert problem.entry == bad.name
    assert reason in problem.reason


def test_another_version_than_the_pinned_one_is_missing():
    assert registry().get("points", "1")
    for key, version in (("points", "0"), ("ghost", None)):
        with pytest.raises(EngineMissing):
            registry().get(key, version)
