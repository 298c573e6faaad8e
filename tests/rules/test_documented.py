"""Every engine that can be chosen is written down."""

from pathlib import Path

import pytest

from rules.registry import registry

DOCS = "\n".join(path.read_text() for path in Path(__file__).parents[2].glob("docs/*.md"))


@pytest.mark.parametrize("key", sorted(registry().engines))
def test_every_engine_is_documented(key):
    assert f"`{key}`" in DOCS
