"""The rules of a tournament in plain words: what they say, and where other rules say something else.

Knows engines only by what they say of themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.errors import say
from rules.api import Engine, Option, RuleError, RulePoint
from rules.registry import registry
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What other rules say about a point, and which ones do."""

    names: str
    text: str


@dataclass(frozen=True, slots=True)
class PointView:
    key: str
    title: str
    text: str
    reading: bool
    picture: str
    usually: str
    """What these rules say by themselves, where the organiser has chosen something else."""
    elsewhere: list[Elsewhere]


@dataclass(frozen=True, slots=True)
class RulesView:
    name: str
    summary: str
    points: list[PointView]
    options: list[tuple[str, str]]
    """What the organiser chose, option by option, in words."""
    missing: bool = False

    @property
    def differing(self) -> int:
        return sum(bool(point.elsewhere) for point in self.points)


def rules_view(tournament: Tournament) -> RulesView:
    """Without the engine, only its key can be told."""
    engine = registry().engines.get(tournament.rules_key)
    if engine is None:
        return RulesView(tournament.rules_key, "", [], [], missing=True)
    return describe(engine, tournament.options)


def describe(engine: Engine[Any], options: Mapping[str, Any]) -> RulesView:
    try:
        settled = engine.settle_options(options)
    except RuleError:
        settled = engine.settle_options({})  # options of an older version of these rules
    usual = {point.key: say(point.text) for point in engine.describe({})}
    others = _others(engine)
    return RulesView(
        name=_(engine.name),
        summary=_(engine.summary),
        points=[_point(point, usual, others) for point in engine.describe(settled)],
        options=[(_(option.label), value_in_words(option, settled[option.key])) for option in engine.options],
    )


def value_in_words(option: Option, value: object) -> str:
    if option.kind == "flag":
        return _("yes") if value else _("no")
    return next((_(word) for each, word in option.choices if each == value), str(value))


def _others(engine: Engine[Any]) -> list[tuple[str, dict[str, str]]]:
    """The rules that can be compared with these, each with what it says: those for several that share a point."""
    mine = {point.key for point in engine.describe({})}
    found = []
    for other in registry().engines.values():
        if other.key == engine.key or other.seats[-1] < 2:
            continue
        said = {point.key: say(point.text) for point in other.describe({})}
        if mine & said.keys():
            found.append((_(other.name), said))
    return found


def _point(point: RulePoint, usual: Mapping[str, str], others: list[tuple[str, dict[str, str]]]) -> PointView:
    text = say(point.text)
    differ: dict[str, list[str]] = {}
    for name, said in others:
        if point.key in said and said[point.key] != text:
            differ.setdefault(said[point.key], []).append(name)
    return PointView(
        key=point.key,
        title=_(point.title),
        text=text,
        reading=point.reading,
        picture=point.picture,
        usually=usual[point.key] if usual.get(point.key, text) != text else "",
        elsewhere=[Elsewhere(", ".join(names), said) for said, names in differ.items()],
    )
