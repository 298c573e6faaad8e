"""Tournaments that most clubs play, each as a plan to begin with. Everything in them can be changed later.

Knows systems only by name; makes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.services.stages import StagePlan

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to play, with what it decides."""

    key: str
    name: Text
    about: Text
    """For whom it is, in one sentence."""
    decides: tuple[Text, ...]
    """What it settles, a short line each."""
    icon: str
    stages: tuple[StagePlan, ...]
    signing: bool = False
    round_minutes: int = 0
    asks_rounds: bool = False
    """Whether the organiser says how many rounds there are; otherwise the number of people does."""

    def planned(self, rounds: int, table_size: int) -> tuple[StagePlan, ...]:
        """The stages with what the organiser said: the table size in all, the rounds in the first."""
        first, *later = self.stages
        made = [_with(first, rounds if self.asks_rounds else first.rounds, table_size)]
        return (*made, *(_with(each, each.rounds, table_size) for each in later))


def _with(stage: StagePlan, rounds: int, table_size: int) -> StagePlan:
    advance = None if stage.advance is None else 2 * table_size
    return StagePlan(stage.system, rounds, table_size, advance, stage.carry, stage.options)


PRESETS: Mapping[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset(
            key="club-evening",
            name=_("Club evening"),
            about=_("A handful of people, and everybody wants to meet everybody."),
            decides=(
                _("One round robin"),
                _("As many rounds as that takes"),
                _("No clock, nothing to sign"),
            ),
            icon="users",
            stages=(StagePlan("round-robin", 3, 4),),
        ),
        Preset(
            key="sunday-swiss",
            name=_("Sunday Swiss"),
            about=_("Any number of people, one day, and nobody goes home early."),
            decides=(
                _("Five rounds, equals meet equals"),
                _("A round clock of 60 minutes"),
                _("Nothing to sign"),
            ),
            icon="shuffle",
            stages=(StagePlan("swiss", 5, 4),),
            round_minutes=60,
            asks_rounds=True,
        ),
        Preset(
            key="championship",
            name=_("Championship"),
            about=_("Groups first, then the best play for the title."),
            decides=(
                _("Groups, in which everybody meets everybody"),
                _("Finals for the best two tables"),
                _("Players sign; a round clock of 75 minutes"),
            ),
            icon="trophy",
            stages=(StagePlan("groups", 5, 4), StagePlan("knockout", 2, 4, advance=8)),
            signing=True,
            round_minutes=75,
        ),
    )
}
