"""What the engines know stands in the documents."""

import re
from pathlib import Path

import pytest

from rules.triominos.explain import SENTENCES
from tests.rules.triominos import test_record_errors as errors
from tests.rules.triominos.tables import ALL, CLASSIC, engine

DOCS = Path(__file__).parents[3] / "docs"
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")
RECORD = (DOCS / "match-record.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("word", [*ALL, *(option.key for option in engine(CLASSIC).options)])
def test_every_variant_and_option_is_described(word):
    assert f"`{word}`" in RULES


@pytest.mark.parametrize("number", range(1, 17))
def test_every_reading_is_written_down(number):
    assert f"- **R{number}** " in RULES


@pytest.mark.parametrize("reason", sorted(set(SENTENCES) - {"totals"}))
def test_every_reason_is_listed(reason):
    assert f"`{reason}`" in RECORD


def test_every_error_code_is_listed_and_no_other():
    tables = RECORD.partition("## Errors")[2]
    listed = set(re.findall(r"\| `([a-z]+(?:-[a-z]+)*)` \|", tables))
    held = {case[0] for table in (errors.WHOLE, errors.DEALS, errors.ACTIONS) for case in table}
    assert listed == held | {"bad-record", "pool-empty", "racks-do-not-add-up"}
