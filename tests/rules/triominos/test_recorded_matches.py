"""Matches recorded earlier are still told in the same words, line by line."""

import json

import pytest

from tests.rules.triominos.recorded import FOLDER, told
from tests.rules.triominos.tables import ALL

RECORDS = sorted(FOLDER.glob("*.json"))


def test_every_variant_has_recorded_matches():
    assert {path.stem.rpartition("-")[0] for path in RECORDS} == set(ALL)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_match_is_told_as_it_was(path):
    lines = path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    for now, then in zip(told(json.loads(path.read_text())), lines, strict=True):
        assert now == then
