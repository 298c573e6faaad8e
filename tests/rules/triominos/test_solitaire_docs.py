"""What the solitaire and tangram engines know stands in their document."""

import re
from pathlib import Path

import pytest

from rules.triominos import solitaire_a, solitaire_b, solitaire_record, tangram, tangram_record
from rules.triominos.figures import figures

PAGE = (Path(__file__).parents[3] / "docs" / "solitaire.md").read_text(encoding="utf-8")
ENGINES = (solitaire_a.engine, solitaire_b.engine, tangram.engine)


@pytest.mark.parametrize("key", [engine.key for engine in ENGINES])
def test_every_engine_is_described(key):
    assert f"| `{key}` |" in PAGE


@pytest.mark.parametrize("option", sorted({option.key for engine in ENGINES for option in engine.options}))
def test_every_option_is_described(option):
    assert f"`{option}`" in PAGE


@pytest.mark.parametrize("figure", figures().values(), ids=lambda figure: figure.key)
def test_every_figure_is_listed_with_its_size(figure):
    assert re.search(rf"\| `{figure.key}` \| {len(figure.cells)} \|", PAGE)


@pytest.mark.parametrize("form", [solitaire_record.FORMAT, tangram_record.FORMAT])
def test_both_formats_are_described(form):
    assert f'"format": "{form}"' in PAGE


def test_both_commands_are_described():
    assert "## Searching for a record: `manage.py solitaire`" in PAGE
    assert "## Tangram: `manage.py tangram`" in PAGE
