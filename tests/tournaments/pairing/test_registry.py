"""Systems are found by entry point; one that fails is left out and said."""

from importlib.metadata import EntryPoint

import pytest

from tournaments.pairing.registry import GROUP, SystemMissing, collect, registry

BUILT_IN = (
    "by-hand",
    "double-elimination",
    "groups",
    "knockout",
    "random",
    "round-robin",
    "schedule",
    "swiss",
)


class Odd:
    key = "odd"
    name = "Odd"
    about = "For tests."

    def rounds(self, people, prefer, options):
        return None

    def pair(self, request, watch=None):
        raise NotImplementedError


class Nameless(Odd):
    key = "nameless"
    name = None  # type: ignore[assignment]


class Pairless(Odd):
    key = "pairless"
    pair = None  # type: ignore[assignment]


class Elsewhere(Odd):
    key = "here"


odd, nameless, pairless, elsewhere = Odd(), Nameless(), Pairless(), Elsewhere()


def entry(name, value=None):
    return EntryPoint(name, value or f"{__name__}:{name}", GROUP)


def test_the_built_in_systems_are_here():
    found = registry()
    assert set(BUILT_IN) <= set(found.systems)
    assert not found.problems
    for key in BUILT_IN:
        assert found.get(key).key == key
        assert found.get(key).about.endswith(".")
    with pytest.raises(SystemMissing, match="chess"):
        found.get("chess")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nameless", "TypeError: its name is not a text"),
        ("pairless", "TypeError: it has no pair()"),
        ("elsewhere", "ValueError: its key is “here”, its entry point is “elsewhere”"),
        ("nowhere", "AttributeError"),
    ],
)
def test_what_cannot_be_used_is_left_out_with_its_reason(name, reason):
    found = collect([entry(name), entry("odd")])
    assert list(found.systems) == ["odd"]
    (problem,) = found.problems
    assert (problem.entry, problem.package) == (name, "?")
    assert problem.reason.startswith(reason)


def test_a_key_is_taken_once():
    found = collect([entry("odd"), entry("odd")])
    assert list(found.systems) == ["odd"]
    assert "already taken" in found.problems[0].reason
