"""Plug-ins as an author and an operator meet them: written, built, installed and found.

Everything here happens in an environment of its own, made from nothing: Triomphe is built from its
sources, and beside it are installed Pressman's variant, a plug-in just written by ``start_plugin``, and
three that must not do any harm.
"""

import json
import shutil

import pytest

from rules.plugins import BUILT_IN
from rules.registry import registry
from tests.rules.hall import ROOT, Hall, copy_sources, make_environment

pytestmark = pytest.mark.brings_its_own

BAD = """
from rules.points import PointsEngine, engine as duplicate

class Incompatible(PointsEngine):
    api, key = 99, "incompatible"

incompatible = Incompatible()

def __getattr__(name):
    raise SystemExit("it cannot even be loaded")
"""
BAD_PROJECT = """
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"
[project]
name = "bad-rules"
version = "1"
[project.entry-points."triomphe.rules"]
broken = "bad_rules:broken"
incompatible = "bad_rules:incompatible"
points = "bad_rules:duplicate"
[tool.setuptools]
py-modules = ["bad_rules"]
"""
"""Three plug-ins in a package; the last takes the key of an engine of ours."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Only what is installed can be imported: beside ``manage.py`` there is nothing."""
    hall = Hall(tmp_path_factory.mktemp("hall"))
    make_environment(hall)
    hall.download("-r", ROOT / "requirements/run.in", "setuptools>=77", "pytest")
    hall.install(copy_sources(hall.folder / "sources"))
    shutil.copy(ROOT / "manage.py", hall.folder)
    pressman = shutil.copytree(ROOT / "examples/plugins/pressman", hall.folder / "pressman")
    written = hall.manage("start_plugin", "my-rules")
    assert written.returncode == 0, written.stderr
    hall.install(pressman, hall.folder / "my-rules", _bad(hall.folder / "bad"))
    return hall


def _bad(folder):
    folder.mkdir()
    (folder / "bad_rules.py").write_text(BAD)
    (folder / "pyproject.toml").write_text(BAD_PROJECT)
    return folder


# -- what the operator sees ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def listed(hall):
    done = hall.manage("rules")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def rows_of(listed):
    return [line.split() for line in listed if not line.startswith("Left out: ")]


def test_every_engine_is_listed_with_its_package(listed):
    found = {row[0]: (row[1], row[-2], row[-1]) for row in rows_of(listed)}
    assert found["points"] == ("1", "2-6", "triomphe")
    assert found["pressman"] == ("1", "2-4", "triomphe-pressman")
    assert found["my-rules"] == ("1", "2-6", "triomphe-my-rules")
    assert not found.keys() & {"broken", "incompatible"}


def test_nothing_of_ours_is_missing_from_an_installation(listed):
    """An engine whose data files are not packed would be left out there, and only there."""
    ours = {row[0] for row in rows_of(listed) if row[-1] == BUILT_IN}
    assert ours == {key for key, package in registry().packages.items() if package == BUILT_IN}


@pytest.mark.parametrize(
    "problem",
    [
        "broken of bad-rules: SystemExit: it cannot even be loaded",
        "incompatible of bad-rules: ValueError: it is written for contract 99; this program has 1",
        "points of bad-rules: ValueError: the key “points” is already taken by triomphe",
    ],
)
def test_a_bad_plug_in_is_reported_by_name_and_left_out(listed, problem):
    assert f"Left out: {problem}" in listed


# -- a match by a plug-in's rules ----------------------------------------------------------------


def record(*deals, rules="pressman"):
    return {"format": "triominos-match/1", "rules": rules, "players": ["ana", "bo"], "deals": list(deals)}


def totals(ana, bo):
    return {"totals": {"ana": ana, "bo": bo}}


DRAW = {"player": "bo", "do": "draw"}
DRAWN_SEVEN = {
    "starter": "ana",
    "actions": [
        {"player": "ana", "do": "place", "tile": "5-5-5"},
        *[DRAW] * 7,
        {"player": "bo", "do": "place", "tile": "4-5-5"},
    ],
}


@pytest.fixture(scope="module")
def scored(hall):
    """The answers to the records, and the status of the command."""
    several_past_400 = [totals(390, 300), totals(15, 102)]
    records = [
        record(*several_past_400),
        record(*several_past_400, rules="tri-ominos-classic"),
        record(DRAWN_SEVEN),
        record(DRAWN_SEVEN, rules="tri-ominos-classic"),
    ]
    done = hall.manage(
        "score_record", "--jsonl", "-", input="".join(f"{json.dumps(each)}\n" for each in records)
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def test_a_match_is_scored_by_the_rules_of_a_plug_in(scored):
    (theirs, ours, *_), _ = scored
    assert theirs["totals"] == ours["totals"] == {"ana": 405, "bo": 402}
    assert theirs["finished"]
    assert theirs["winners"] == ["bo"]
    assert ours["winners"] == ["ana"]


def test_a_plug_in_allows_what_ours_refuse(scored):
    (*_, theirs, ours), status = scored
    assert theirs["totals"] == {"ana": 25, "bo": 14 - 35}
    assert (ours["error"]["code"], ours["error"]["action"]) == ("draw-limit", 4)
    assert status == 2


# -- what the author sees ------------------------------------------------------------------------


@pytest.mark.parametrize("package", ["pressman", "my-rules"])
def test_the_plug_in_passes_its_own_tests(hall, package):
    done = hall.run("-m", "pytest", "-q", cwd=hall.folder / package)
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout


def test_the_skeleton_can_record_its_transcripts_again(hall):
    folder = hall.folder / "my-rules"
    kept = (folder / "transcripts/my-rules/2-players.jsonl").read_text()
    done = hall.run("-m", "rules.testing", "test_my_rules.py", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert (folder / "transcripts/my-rules/2-players.jsonl").read_text() == kept
