"""Which rules of our style sheets apply to a page, as they stand in the files: no browser's own spelling of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from playwright.sync_api import Page

from tests.hall import ROOT

SHEETS = ROOT / "static" / "css"
COMMENT = re.compile(r"/\*.*?\*/", re.S)
FLEETING = re.compile(
    r"::[\w-]+(\([^)]*\))?|:(hover|focus-visible|focus-within|focus|active|target|visited)\b"
)
"""What a page is not in while it is looked at, but could be."""
GROUPS = ("@media", "@supports", "@container", "@layer")
WHICH = """(selectors) => selectors.map((each) => {
    try { return document.querySelector(each) !== null; } catch { return true; }
})"""


@dataclass(frozen=True, slots=True)
class Rule:
    within: str
    selector: str
    body: str

    @property
    def steady(self) -> str:
        """The selector without what is fleeting, so that it finds whom the rule is for."""
        parts = (FLEETING.sub("", part).strip() or "*" for part in self.selector.split(","))
        return ",".join("*" if part[-1:] in ">+~" else part for part in parts)

    def __str__(self) -> str:
        return f"{self.within} {self.selector} {{{self.body}}}"


def applying(page: Page) -> list[str]:
    rules = all_rules()
    found = page.evaluate(WHICH, [rule.steady for rule in rules])
    return [str(rule) for rule, there in zip(rules, found, strict=True) if there]


@cache
def all_rules() -> list[Rule]:
    sheets = sorted(SHEETS.glob("*.css"))
    return [rule for sheet in sheets for rule in rules_in(COMMENT.sub("", sheet.read_text()))]


def rules_in(text: str, within: str = "") -> Iterator[Rule]:
    """Rules one after the other, those in a group with what the group asks for."""
    while (start := text.find("{")) >= 0:
        head, text = text[:start].rpartition(";")[2], text[start + 1 :]
        head = " ".join(head.split())
        end = _closing(text)
        body, text = text[:end], text[end + 1 :]
        if head.startswith(GROUPS):
            yield from rules_in(body, f"{within} {head}".strip())
        elif not head.startswith("@"):
            yield Rule(within, head, " ".join(body.split()))


def _closing(text: str) -> int:
    depth = 0
    for at, each in enumerate(text):
        depth += {"{": 1, "}": -1}.get(each, 0)
        if depth < 0:
            return at
    return len(text)
