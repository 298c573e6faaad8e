"""A pairing in words: what it costs, what is proved of that, and why somebody sits where they sit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Round
from tournaments.numbers import as_text
from tournaments.pairing.api import COSTS, Reason
from tournaments.pairing.words import explanation

NAMES = {
    "out": gettext_noop("people sit out"),
    "sizes": gettext_noop("tables of another size"),
    "repeats": gettext_noop("people meet again"),
    "apart": gettext_noop("pairs together who should be kept apart"),
    "spread": gettext_noop("differences of points at the tables, squared and added up"),
    "club": gettext_noop("pairs of one club together"),
    "seats": gettext_noop("uneven turns in the seats"),
}
TITLES = {
    "out": gettext_noop("Sitting out"),
    "sizes": gettext_noop("Odd tables"),
    "repeats": gettext_noop("Meeting again"),
    "apart": gettext_noop("Not kept apart"),
    "spread": gettext_noop("Spread of points"),
    "club": gettext_noop("Of one club"),
    "seats": gettext_noop("Uneven seats"),
}
ALWAYS = ("out", "sizes", "repeats")
"""Told even where a system does not count them: they are none then."""


@dataclass(frozen=True, slots=True)
class Cost:
    """One cost of a pairing, and what is proved of it."""

    key: str
    title: str
    name: str
    number: str
    proved: str
    state: str
    """``none`` where it costs nothing, ``least`` where less is impossible, else ``some``."""


def costs_of(round_: Round) -> list[Cost]:
    """In the order in which they were minimised."""
    return [
        cost_in_words(key, round_.cost.get(key, 0), round_.bound.get(key))
        for key in COSTS
        if key in ALWAYS or key in round_.cost
    ]


def cost_in_words(key: str, cost: float, bound: float | None) -> Cost:
    least = bound is not None and bound >= cost
    state = "none" if not cost else "least" if least else "some"
    return Cost(key, _(TITLES[key]), _(NAMES[key]), as_text(cost), _proved(cost, bound), state)


def whys_of(round_: Round, names: Mapping[str, str]) -> dict[int, str]:
    """For each entrant a sentence, where there is something to say."""
    sentences = {
        int(entrant): sentence([Reason(code, args) for code, args in reasons], names)
        for entrant, reasons in round_.why.items()
    }
    return {entrant: said for entrant, said in sentences.items() if said}


def sentence(reasons: Sequence[Reason], names: Mapping[str, str]) -> str:
    return explanation(reasons, name=lambda id_: names.get(id_, id_), translate=_)


def _proved(cost: float, bound: float | None) -> str:
    if bound is None:
        return ""
    if bound >= cost:
        return _("proved to be the fewest")
    return _("proved: not fewer than %(bound)s") % {"bound": as_text(bound)}
