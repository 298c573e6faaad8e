"""Every picture that docs/ names is there, every one that is there is named, and together they stay small."""

import re
from pathlib import Path

from tests.browser.pictures import FOLDER, PICTURES, known
from tests.browser.style_rules import Rule, all_rules, rules_in
from tests.hall import ROOT
from tournaments.quick_start import GUIDES

MOST_BYTES = 1_500_000
NAMED = re.compile(r"!\[([^\]]+)\]\((?:docs/)?pictures/([\w-]+)\.png\)")
"""With words for who does not see it."""


def named() -> set[str]:
    pages = [*ROOT.glob("docs/*.md"), ROOT / "README.md"]
    return {name for page in pages for _words, name in NAMED.findall(page.read_text())}


def test_pictures_are_there_and_used():
    there = {file.stem for file in FOLDER.glob("*.png")}
    assert named() == there == {each.name for each in PICTURES} == set(known())


def test_pictures_are_small():
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= MOST_BYTES


def test_the_quick_start_on_paper_and_in_docs_is_one_text():
    page = (ROOT / "docs" / "quick-start.md").read_text()
    for guide in GUIDES:
        assert f"## {guide.title}" in page
        for number, step in enumerate(guide.steps, start=1):
            assert f"{number}. {step}\n" in page


def test_style_sheets_are_read_rule_by_rule():
    text = "a { color: red; } @media (min-width: 1px) { .b::before, c:hover > d { top: 0; } } @font-face { x: y }"
    first, second = rules_in(text)
    assert (first.within, first.selector, first.body) == ("", "a", "color: red;")
    assert second == Rule("@media (min-width: 1px)", ".b::before, c:hover > d", "top: 0;")
    assert second.steady == ".b,c > d"
    files = {path.name: path for path in Path(ROOT / "static" / "css").glob("*.css")}
    assert len(all_rules()) > 50 * len(files) // 2
