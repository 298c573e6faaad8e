"""What the registry says about packages: which one an engine came with, and why another was left out."""

from importlib.metadata import distributions

import pytest

from rules.points import PointsEngine
from rules.registry import GROUP, collect


class Shared(PointsEngine):
    key = "shared"


class Versionless(PointsEngine):
    key = "versionless"
    version = 1  # type: ignore[assignment]


class Optionless(PointsEngine):
    key = "optionless"
    options = ("limit",)  # type: ignore[assignment]


shared = Shared()
versionless = Versionless()
optionless = Optionless()


def __getattr__(name):
    """What is asked for and not here: a plug-in that gives up, in more words than one line has."""
    if name == "broken":
        raise SystemExit("it gives\nup")
    raise AttributeError(name)


def installed(folder, packages):
    """The entry points of packages that have nothing but their metadata."""
    for package, entry in packages.items():
        info = folder / f"{package.replace('-', '_')}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
        (info / "entry_points.txt").write_text(f"[{GROUP}]\n{entry} = {__name__}:{entry}\n")
    return [entry for found in distributions(path=[str(folder)]) for entry in found.entry_points]


def test_of_two_plug_ins_with_the_same_key_the_first_package_in_the_alphabet_is_used(tmp_path):
    entries = installed(tmp_path, {"zebra-rules": "shared", "apple-rules": "shared"})
    for order in (entries, entries[::-1]):
        found = collect(order)
        assert found.packages == {"shared": "apple-rules"}
        (problem,) = found.problems
        assert (problem.entry, problem.package) == ("shared", "zebra-rules")
        assert problem.reason == "ValueError: the key “shared” is already taken by apple-rules"


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("versionless", "TypeError: its version is not a text"),
        ("optionless", "TypeError: its options are not instances of rules.api.Option"),
        ("broken", "SystemExit: it gives up"),
    ],
)
def test_the_reason_stands_on_one_line(entry, reason, tmp_path):
    found = collect(installed(tmp_path, {"odd-rules": entry}))
    assert found.engines == found.packages == {}
    (problem,) = found.problems
    assert (problem.entry, problem.package, problem.reason) == (entry, "odd-rules", reason)
