"""What is looked up by a variable is extracted too: the words of rules, tie-breaks, systems, history and mails."""

from collections.abc import Iterator

import pytest

from config.signin.wording import NOTICES
from games.services.finalizing import PROBLEM_MISMATCH, PROBLEM_NO_ENGINE
from rules import registry as engines
from tournaments.desk.phrases import phrases
from tournaments.history_words import SENTENCES
from tournaments.pairing import registry as systems
from tournaments.pairing.words import ALL_REFUSED, ALL_WHY
from tournaments.selectors import arranging, why
from tournaments.tiebreaks import registry as tiebreaks


def of_rules() -> Iterator[str]:
    for engine in engines.registry().engines.values():
        yield from (engine.name, engine.summary)
        for option in engine.options:
            yield from (option.label, option.help, *(word for _value, word in option.choices))
        for point in engine.describe(engine.settle_options({})):
            yield from (point.title, point.text.text)


def of_tiebreaks() -> Iterator[str]:
    for each in tiebreaks.registry().tiebreaks.values():
        yield from (each.name, each.about, each.known_from)


WORDS = {
    "rules": of_rules,
    "tie-breaks": of_tiebreaks,
    "systems": lambda: (each.name for each in systems.registry().systems.values()),
    "pairing": lambda: [*ALL_WHY.values(), *ALL_REFUSED.values()],
    "costs": lambda: [*why.NAMES.values(), *why.TITLES.values(), *arranging.CHANGES.values()],
    "history": SENTENCES.values,
    "mails": NOTICES.values,
    "problems": lambda: [PROBLEM_MISMATCH, PROBLEM_NO_ENGINE],
}


@pytest.mark.parametrize("kind", WORDS)
def test_every_word_can_be_translated(known, kind):
    said = {word for word in WORDS[kind]() if word}
    assert said
    assert said - known == set()


def test_the_scripts_of_the_desk_count_in_every_kind_of_number():
    """Polish and Czech count otherwise from five on; the browser says which kind a number is of."""
    said = phrases()
    for key in ("unsent", "held", "rack"):
        assert set(said[key]) == {"zero", "one", "two", "few", "many", "other"}
    assert (said["rack"]["one"], said["rack"]["many"]) == ("sum of %s tile", "sum of %s tiles")
