"""``docs/plugins.md`` leaves nothing out that an author needs, and what it shows works."""

import re
from inspect import getmembers
from pathlib import Path

import pytest

from rules.api import Engine
from rules.registry import GROUP
from rules.testing import EngineConformance
from rules.testing.hooks import Hooks
from rules.testing.triominos import TriominosConformance

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs/plugins.md").read_text(encoding="utf-8")
EXPLAINED = set(re.findall(r"^\| `(\w+)", PAGE, re.MULTILINE))
"""What has a row of its own."""

MAY_BE_LEFT_OUT = {"deal_winners", "describe"}
OF_THE_CONTRACT = {*Engine.__annotations__, *Engine.__abstractmethods__, *MAY_BE_LEFT_OUT}
FOR_THE_CHECKS = {"plays", "play", "transcript_folder"}
HOOKS = {name for name in {*vars(Hooks), *Hooks.__annotations__} if not name.startswith("_")} - FOR_THE_CHECKS


@pytest.mark.parametrize("name", sorted(OF_THE_CONTRACT))
def test_every_part_of_the_contract_is_explained(name):
    assert name in EXPLAINED


@pytest.mark.parametrize("name", sorted(HOOKS))
def test_every_hook_is_explained(name):
    assert name in EXPLAINED


def test_nothing_is_explained_that_is_not_there():
    assert EXPLAINED - {"hook"} == OF_THE_CONTRACT | HOOKS


def test_the_commands_named_are_there():
    named = set(re.findall(r"manage\.py\s+(\w+)", PAGE))
    assert named == {"start_plugin", "rules", "score_record"}
    for name in named:
        assert (ROOT / f"games/management/commands/{name}.py").is_file()


def test_the_entry_point_group_is_the_right_one():
    assert f'[project.entry-points."{GROUP}"]' in PAGE


def test_the_variant_shown_passes_the_kit(tmp_path):
    (code,) = [block for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "Variant" in block]
    shown = {"__name__": "quick"}
    exec(code, shown)  # noqa: S102  (our own page)
    suite = type("TestQuick", (TriominosConformance,), {"engine": shown["engine"], "transcripts": tmp_path})()
    suite.record_transcripts()
    for name, check in getmembers(suite):
        if name in dir(EngineConformance) and name.startswith("test_"):
            check()
