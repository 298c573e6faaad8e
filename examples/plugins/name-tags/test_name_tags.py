"""Name tags can be set, for one and for many, and are found by their entry point."""

import pytest
from name_tags import document

from tournaments.paper.api import NothingToPrint
from tournaments.paper.matter import Matter, Occasion, Person
from tournaments.paper.press import printed, project

OCCASION = Occasion("Autumn Cup", "Club", "Hall", "17 November 2026", "https://hall.example/")


@pytest.mark.parametrize("count", [1, 25])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_they_can_be_set(count, paper):
    matter = Matter(OCCASION, people=tuple(Person(f"#{number} *Ana*", "Club") for number in range(count)))
    assert printed(project(document.sheet(matter), OCCASION, paper, "en")).startswith(b"%PDF-")


def test_of_nobody_there_are_none():
    with pytest.raises(NothingToPrint):
        document.sheet(Matter(OCCASION, people=()))


def test_they_are_not_for_everybody():
    assert not document.public
