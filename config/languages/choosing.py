"""In which language to answer: the same for a page, for what is live in it, and for whoever asks before Django.

What is asked for is firm or a hope. Firm is what the address says (``?language=fr``), what the page says that asks for
a part of itself, and what the visitor chose once (a cookie). What their browser prefers is a hope: where a tournament
has a language of its own, that goes before it (tournaments.speaking). Knows no tournament and no account.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.utils.translation.trans_real import get_supported_language_variant, parse_accept_lang_header

PARAMETER = "language"
HEADER = "Page-Language"
"""Sent by our scripts: the language of the page that asks, so that no part of it comes in another one."""
NEIGHBOURS = {"no": "nb", "nn": "nb"}
"""Norwegian as browsers may call it, and the one of its two written forms that we have."""


@dataclass(frozen=True, slots=True)
class Wish:
    code: str
    firm: bool

    @property
    def key(self) -> str:
        """Who has the same one is shown the same."""
        return self.code if self.firm else f"~{self.code}"


def offered(code: str | None) -> bool:
    return code in dict(settings.LANGUAGES)


def wish_of(*firm: str | None, accepts: str = "") -> Wish:
    """The first of these that we have, or else what the browser prefers."""
    for code in firm:
        if code and offered(code):
            return Wish(code, firm=True)
    return Wish(_preferred(accepts[:200].lower()), firm=False)


@lru_cache(maxsize=1024)
def _preferred(accepts: str) -> str:
    for wanted, _weight in parse_accept_lang_header(accepts):
        if wanted == "*":
            break
        try:
            return get_supported_language_variant(NEIGHBOURS.get(wanted.split("-")[0], wanted))
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
