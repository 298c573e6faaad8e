"""The game's words in each language (locale/glossary.csv), and where they are to be used. Pure.

A cell is a word as people say it; what of it never changes stands before a dot in the middle (``tuil·e``), and where a
word has two such stems, a slash stands between them (``kám·en/kam·eny``).
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Term:
    key: str
    where: tuple[str, ...]
    """The English sentences that are to be said with this word."""
    words: dict[str, str]

    def stems(self, language: str) -> list[str]:
        return [each.partition("·")[0].casefold() for each in self.words[language].split("/")]

    def is_in(self, text: str, language: str) -> bool:
        return any(stem in text.casefold() for stem in self.stems(language))


def read(path: Path) -> list[Term]:
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Term(row.pop("key"), tuple(row.pop("where").split("|")), dict(row))
            for row in csv.DictReader(file)
        ]
