"""Tournaments in plain data for documents, and what a document says once it is set."""

from __future__ import annotations

import json
from typing import Any

import typst

from tournaments.paper import matter, press
from tournaments.paper.api import Document
from tournaments.paper.matter import Matter

ZERO_WIDTH = "\u200b"
READ = "#show text: it => [#metadata(it.text)#it]\n"
"""Before a template: notes every text that is set, as it is set."""
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>'


def matter_of(names: list[str], *, rounds: int = 5, draft: bool = False, rehearsal: bool = False) -> Matter:
    """Everything that can be asked for, of a tournament of these people at tables of four."""
    link = "https://hall.example/t/cup/"
    tables = [
        matter.TableOf(
            number, "By the window" if number == 1 else "", tuple(four), f"{link}rounds/1/tables/{number}/"
        )
        for number, four in enumerate(fours(names), start=1)
    ]
    at = {name: table for table in tables for name in table.names}
    played = matter.Played(1, "412", (2, 3, 4))
    return Matter(
        matter.Occasion("Autumn Cup", "Klub Łódź", "Main hall", "17 November 2026", link, rehearsal),
        seating=matter.Seating(
            1,
            draft,
            "" if draft else "Published 14:05",
            tuple(matter.Seat(name, at[name].number, at[name].label) for name in names),
            tuple(tables),
            ("Out Sider",),
            f"{link}rounds/1/",
        ),
        standings=matter.Standings(
            "After round 5 of 5",
            True,
            ("Placing points", "Wins"),
            tuple(
                matter.Ranked(rank, name, "Klub", ("3.5", "2")) for rank, name in enumerate(names, start=1)
            ),
        ),
        crosstable=matter.Crosstable(
            "Rounds 1 to 5 of 5",
            "Placing points",
            tuple(range(1, rounds + 1)),
            tuple(
                matter.Crossed(rank, name, "3.5", (played,) * rounds)
                for rank, name in enumerate(names, start=1)
            ),
        ),
        rules=matter.Rules(
            "Club rules",
            "Seven tiles each.",
            (
                matter.RulePoint("hands", "Tiles", "Seven each.", False, ""),
                matter.RulePoint("bridge", "Bridge", "+43 for a bridge.", False, PICTURE),
                matter.RulePoint("drawing", "Drawing", "Each costs 6.", True, ""),
            ),
            (("Limit", "400"),),
            True,
        ),
        cards=tuple(matter.Card(table.number, table.label, f"{link}j/{table.number}") for table in tables),
        people=tuple(matter.Person(name, "Klub", number) for number, name in enumerate(names, start=1)),
        certificates=tuple(
            matter.Certificate(
                name, "Klub", rank, False, "", "3.5", "812", "", len(names), "17 November 2026"
            )
            for rank, name in enumerate(names, start=1)
        ),
    )


def fours(names: list[str]) -> list[list[str]]:
    return [names[at : at + 4] for at in range(0, len(names), 4)]


def texts(document: Document, of: Matter, paper: str = "a4", language: str = "en") -> list[str]:
    """All that is printed, piece by piece in the order in which it is set."""
    files = dict(press.project(document.sheet(of), of.occasion, paper, language))
    files["main.typ"] = READ + files["main.typ"]
    return read(files)


def read(files: dict[str, str]) -> list[str]:
    whole = {name: text.encode() for name, text in files.items()}
    told: list[Any] = json.loads(
        typst.query(whole, "metadata", field="value", root=str(press.HERE))  # type: ignore[type-var]
    )
    return [each.replace(ZERO_WIDTH, "") for each in told]
