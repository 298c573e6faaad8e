"""A language for tests: English with accents, in brackets, and much longer. What is not in brackets was not marked.

Made on the fly out of whatever is asked for, so it needs no catalogue; it is offered to nobody (the fixture ``pseudo``).
"""

import re
from collections.abc import Collection
from html.parser import HTMLParser

CODE = "en-xa"
OPEN, CLOSE = "⟦", "⟧"
CONTEXT = "\x04"
KEPT = re.compile(r"%\(\w+\)[sdif]|%%?[sd]|%%|\{\w*\}|<[^>]*>|&\w+;")
"""Places and tags: as they are, or the sentence would break."""
ACCENTS = str.maketrans("aceinosuyACEINOSUY", "äçéîñöšûýÄÇÉÎÑÖŠÛÝ")
VOWELS = re.compile(r"[aeiouAEIOU]")


def pseudo(text: str) -> str:
    """About 40 in a hundred longer, within its words: as a language that writes words together."""
    made, at = [], 0
    for place in KEPT.finditer(text):
        made += [_accented(text[at : place.start()]), place[0]]
        at = place.end()
    return f"{OPEN}{''.join([*made, _accented(text[at:])])}{CLOSE}"


def _accented(text: str) -> str:
    return VOWELS.sub(lambda vowel: vowel[0] + vowel[0].lower(), text).translate(ACCENTS)


class Pseudo:
    """What Django takes for a catalogue. What no real catalogue can have, because it is not extracted, stays bare."""

    def __init__(self, known: Collection[str]) -> None:
        self._known = known

    def gettext(self, message: str) -> str:
        text = message.rpartition(CONTEXT)[2]
        return pseudo(text) if text in self._known else text

    def ngettext(self, singular: str, plural: str, number: float) -> str:
        return self.gettext(singular if number == 1 else plural)

    def language(self) -> str:
        return CODE

    def to_language(self) -> str:
        return CODE


# -- reading a page --------------------------------------------------------------------------------

SAID = {"title", "aria-label", "placeholder", "alt", "aria-description", "aria-roledescription"}
SILENT = {"script", "style", "bdi", "code"}
"""Not read by people, or data of theirs: names stand in bdi."""
SAYS_WHICH = {"option", "button", "span", "h2"}
"""May be in another language than the page, and say so."""
WORD = re.compile(r"[^\W\d_]{2,}")


class Reader(HTMLParser):
    """Collects what a page says to people, in its text and in those attributes that are read out or shown."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self._silent: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        said = dict(attributes)
        if tag in SILENT or (tag in SAYS_WHICH and "lang" in said):
            self._silent.append(tag)
        for name, value in attributes:
            if value and (name in SAID or (name.startswith("data-") and " " in value and "/" not in value)):
                self.texts.append(value)
        if tag == "input" and said.get("type") in ("submit", "button"):
            self.texts.append(said.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        if self._silent and self._silent[-1] == tag:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append(data)


def outside(text: str) -> str:
    """What stands in no bracket."""
    made, depth = [], 0
    for letter in text:
        depth += (letter == OPEN) - (letter == CLOSE and depth > 0)
        if not depth and letter != CLOSE:
            made.append(letter)
    return "".join(made)


def unmarked(page: str, data: re.Pattern[str]) -> list[str]:
    """What a page says that was not marked, without what is data."""
    reader = Reader()
    reader.feed(page)
    found = []
    # One sentence may be told in pieces where tags stand in it: brackets are counted over them all.
    for text in outside("\x00".join(reader.texts)).split("\x00"):
        rest = data.sub("", text)
        if WORD.search(rest):
            found.append(" ".join(rest.split())[:80])
    return found
