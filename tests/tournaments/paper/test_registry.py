"""Documents are plug-ins: found, checked, left out with a reason; and every one of ours is written down."""

from importlib.metadata import distributions
from pathlib import Path

import pytest

from tournaments.paper.api import Document, Sheet
from tournaments.paper.matter import Matter, Part
from tournaments.paper.registry import FIRST, GROUP, collect, registry

DOCS = (Path(__file__).parents[3] / "docs/documents.md").read_text()


class NameTags(Document):
    api = 1
    key = "tags"
    name = "Name tags"
    about = "One for everybody."
    parts = (Part.PEOPLE,)

    def sheet(self, matter: Matter) -> Sheet:
        return Sheet('#import "house.typ": *\n#show: house', self.name, {})


class Nameless(NameTags):
    key = "nameless"
    name = None  # type: ignore[assignment]


class Later(NameTags):
    key = "later"
    api = 2


class Partless(NameTags):
    key = "partless"
    parts = ("people",)  # type: ignore[assignment]


tags, nameless, later, partless = NameTags(), Nameless(), Later(), Partless()
other_key = NameTags()
no_document = "a text"


def installed(folder, *entries):
    """The entry points of a package that has nothing but its metadata."""
    info = folder / "odd-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1\n")
    lines = "".join(f"{entry} = {__name__}:{entry}\n" for entry in entries)
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{lines}")
    return [entry for found in distributions(path=[str(folder)]) for entry in found.entry_points]


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("nameless", "TypeError: its name is not a text"),
        ("later", "ValueError: it is written for contract 2; this program has 1"),
        ("partless", "TypeError: its parts are not a tuple"),
        ("other_key", "ValueError: its key is “tags”, its entry point is “other_key”"),
        ("no_document", "TypeError: it is not an instance of tournaments.paper.api.Document"),
        ("missing", "AttributeError"),
    ],
)
def test_one_that_fails_is_reported_and_left_out(entry, reason, tmp_path):
    found = collect(installed(tmp_path, entry, "tags"))
    assert list(found.documents) == ["tags"]
    (problem,) = found.problems
    assert (problem.entry, problem.package) == (entry, "odd")
    assert problem.reason.startswith(reason)


def test_ours_come_first_and_all_are_there():
    assert tuple(registry().documents)[: len(FIRST)] == FIRST


@pytest.mark.parametrize("key", sorted(registry().documents))
def test_every_document_is_documented(key):
    assert f"| `{key}` |" in DOCS


@pytest.mark.parametrize("part", list(Part))
def test_every_part_is_documented(part):
    assert f"`Part.{part.name}`" in DOCS


def test_who_may_have_it_follows_from_what_is_in_it():
    public = {key for key, each in registry().documents.items() if each.public}
    assert public == {
        "pairings-by-name",
        "pairings-by-table",
        "standings",
        "crosstable",
        "rules",
        "quick-start",
    }
    assert not tags.public
