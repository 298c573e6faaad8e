"""What we are built on: pinned, hashed, written down, and checkable. Needs no network."""

import json
import re
import subprocess
import sys
import tokenize
import tomllib
from pathlib import Path

import pytest

from config.launcher import audit, cli
from config.launcher.locked import asked_for, canonical, pins
from config.launcher.sbom import bill
from tests.hall import ROOT

FILES = [ROOT / f"requirements/{name}" for name in ("run", "dev")]
ROW = re.compile(r"^\| ([a-z0-9][a-z0-9-]*) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
SHIPPED = ("config", "games", "rules", "tournaments")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_everything_is_pinned_to_one_version_with_its_hashes(file: Path) -> None:
    found = pins(file.with_suffix(".txt"))
    assert len(found) > 20
    assert [each.name for each in found if not each.hashes] == []
    assert {canonical(each) for each in asked_for(file.with_suffix(".in"))} <= {each.name for each in found}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_line_names_a_registry_or_a_place(file: Path) -> None:
    for text in (file.with_suffix(".txt").read_text(), file.with_suffix(".in").read_text()):
        assert not re.search(
            r"https?:|git\+|--(extra-)?index-url|--find-links|--trusted-host| @ |file:", text
        )


def test_a_line_that_is_not_pinned_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "run.txt"
    file.write_text("django>=5.2\n")
    with pytest.raises(ValueError, match="not pinned"):
        pins(file)


def test_each_package_that_we_ask_for_is_explained_and_none_else() -> None:
    rows = {name: row for name, *row in ROW.findall((ROOT / "docs/dependencies.md").read_text())}
    asked = {canonical(each) for file in FILES for each in asked_for(file.with_suffix(".in"))}
    assert set(rows) == asked
    assert all(all(cell.strip() for cell in row) for row in rows.values())


def test_the_bill_of_materials_is_one_by_the_standard() -> None:
    made = bill()
    assert (made["bomFormat"], made["specVersion"], made["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", made["serialNumber"])
    assert made["metadata"]["component"]["name"] == "triomphe"
    locked = {each.name: each for each in pins(ROOT / "requirements/run.txt")}
    parts = {each["name"]: each for each in made["components"]}
    assert set(parts) == set(locked) | {"htmx.org"}
    refs = [each["bom-ref"] for each in made["components"]]
    assert len(set(refs)) == len(refs)
    for name, part in parts.items():
        assert part["type"] == "library"
        assert part["purl"].endswith(f"/{name}@{part['version']}")
        assert name == "htmx.org" or {each["content"] for each in part["hashes"]} == set(locked[name].hashes)
    known = {made["metadata"]["component"]["bom-ref"], *refs}
    assert {each["ref"] for each in made["dependencies"]} <= known
    assert {need for each in made["dependencies"] for need in each["dependsOn"]} <= known
    ours = next(each for each in made["dependencies"] if "triomphe" in each["ref"])
    needed = {ref.split("/")[1].split("@")[0] for ref in ours["dependsOn"]}
    assert needed == {canonical(each) for each in asked_for(ROOT / "requirements/run.in")}
    unlicensed = [name for name, part in parts.items() if "licenses" not in part and not locked[name].marker]
    assert unlicensed == []
    assert bill()["serialNumber"] == made["serialNumber"]


def test_the_bill_is_printed_as_json() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "config.launcher.sbom"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout)["bomFormat"] == "CycloneDX"


def test_the_commands_are_there() -> None:
    assert {"audit", "sbom"} <= set(cli.COMMANDS)
    assert all(f"make {name}" in cli.HELP for name in ("audit", "sbom"))


FAULTY = {"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}
SOUND = {"name": "b", "version": "1", "vulns": []}
UNKNOWN = {"name": "c", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("found", "code", "words"),
    [
        ([SOUND], audit.CLEAN, "1 packages looked up, 0 known faults"),
        ([SOUND, FAULTY], audit.FAULTS, "a 1: PYSEC-1, mended in 2"),
        ([SOUND, UNKNOWN], audit.UNCHECKED, "could not be looked up: c"),
        ([UNKNOWN], audit.UNCHECKED, audit.UNREACHED),
        ([UNKNOWN, FAULTY], audit.FAULTS, "PYSEC-1"),
    ],
)
def test_what_was_not_looked_up_is_not_called_sound(found, code, words, capsys) -> None:
    assert audit.verdict(found) == code
    told = capsys.readouterr()
    assert words in told.out + told.err


def test_without_a_network_it_says_so_in_one_sentence(capsys) -> None:
    assert audit.main([sys.executable, "-c", "raise SystemExit('no route to host')"]) == audit.UNCHECKED
    assert capsys.readouterr().err.strip() == audit.UNREACHED


# -- the security rules of ruff ----------------------------------------------------------------------


def test_no_rule_is_switched_off_for_what_is_shipped() -> None:
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]
    assert "S" in lint["select"]
    assert not any(rule.startswith("S") for rule in lint["ignore"])
    for where, rules in lint["per-file-ignores"].items():
        hidden = {rule for rule in rules if rule.startswith("S")}
        # The launcher starts programs of ours; tests and benchmarks are not shipped.
        allowed = {"S603", "S607"} if where.startswith(("config/launcher", "launch.py")) else set()
        assert hidden <= allowed or where.startswith(("tests", "bench", "examples")), where


def test_every_exception_says_why() -> None:
    silent = [
        each for room in SHIPPED for file in sorted((ROOT / room).rglob("*.py")) for each in _silent(file)
    ]
    assert silent == []


def _silent(file: Path) -> list[str]:
    if "migrations" in file.parts:
        return []
    with tokenize.open(file) as source:
        comments = [
            each for each in tokenize.generate_tokens(source.readline) if each.type == tokenize.COMMENT
        ]
    bare = [each for each in comments if re.search(r"noqa(: S\d+\s*$|\s*$)", each.string)]
    return [f"{file.relative_to(ROOT)}:{each.start[0]}" for each in bare]
