"""All that was decided about a tournament, chapter by chapter, each with the page that changes it.

Reads and words; decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import LANGUAGES, Prize, Stage, Tournament
from tournaments.selectors.columns import worth_of_places
from tournaments.selectors.rules import rules_view
from tournaments.systems import all_systems
from tournaments.tiebreaks.registry import registry


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing that was decided."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """Decisions that are changed on one page."""

    title: str
    url: str
    decisions: list[Decision]
    more: tuple[str, str] = ("", "")
    """A second page and what it is called."""


def chapters_of(tournament: Tournament, stages: Sequence[Stage]) -> list[Chapter]:
    return [
        _about(tournament),
        _rules(tournament),
        _play(tournament, stages),
        _standings(tournament),
        _hall(tournament),
        _prizes(tournament),
    ]


def _about(tournament: Tournament) -> Chapter:
    return Chapter(
        _("Name and place"),
        reverse("about", args=[tournament.slug]),
        [
            Decision(_("Name"), tournament.name),
            Decision(pgettext("where it is held", "Place"), tournament.place or _("not said yet")),
            Decision(_("Language"), dict(LANGUAGES).get(tournament.language) or _("each visitor’s own")),
            Decision(
                _("People expected"), str(tournament.expected) if tournament.expected else _("not said yet")
            ),
        ],
    )


def _rules(tournament: Tournament) -> Chapter:
    view = rules_view(tournament)
    said = [Decision(label, value) for label, value in view.options]
    return Chapter(
        _("Rules"),
        reverse("change_rules", args=[tournament.slug]),
        [Decision(_("Rules"), view.name), *said],
        more=(reverse("rules", args=[tournament.slug]), _("What they say")),
    )


def _play(tournament: Tournament, stages: Sequence[Stage]) -> Chapter:
    said = [Decision(_stage_title(stage, len(stages)), _stage_text(stage)) for stage in stages]
    return Chapter(
        _("Rounds and tables"),
        reverse("stages", args=[tournament.slug]),
        said,
        more=(reverse("split", args=[tournament.slug]), _("Compare table sizes")),
    )


def _stage_title(stage: Stage, of: int) -> str:
    return _("Stage %s") % stage.number if of > 1 else _("All rounds")


def _stage_text(stage: Stage) -> str:
    system = all_systems().get(stage.system)
    parts = [
        _(system.name) if system else stage.system,
        ngettext("%s round", "%s rounds", stage.rounds) % stage.rounds,
        _("tables of %s") % stage.table_size,
    ]
    if stage.allow:
        parts[-1] = _("tables of %s") % " / ".join(map(str, sorted(stage.allow, reverse=True)))
    if stage.advance is not None:
        parts.append(_("for the best %s") % stage.advance)
    return " · ".join(parts)


def _standings(tournament: Tournament) -> Chapter:
    names = [_(each.name) for each in registry().chosen(tournament.tiebreaks)]
    worth = dict(worth_of_places(tournament)).get(tournament.table_size, "")
    return Chapter(
        _("Standings"),
        reverse("tie_breaks", args=[tournament.slug]),
        [
            Decision(_("What decides"), " › ".join(names)),
            Decision(_("Placing points at a table of %s") % tournament.table_size, worth),
        ],
    )


def _hall(tournament: Tournament) -> Chapter:
    first, last = tournament.first_day, tournament.last_day
    days = date_format(first) if first == last else f"{date_format(first)} – {date_format(last)}"
    minutes, seconds = tournament.round_minutes, tournament.turn_seconds
    return Chapter(
        _("Days, signing, clocks"),
        reverse("settings", args=[tournament.slug]),
        [
            Decision(_("Days"), days),
            Decision(_("Signing"), _("everybody signs") if tournament.signing else _("nobody signs")),
            Decision(
                _("Double check"),
                _("a second person looks each sheet over") if tournament.double_check else _("off"),
            ),
            Decision(_("Round clock"), _("%s minutes") % minutes if minutes else _("off")),
            Decision(_("Turn clock"), _("%s seconds") % seconds if seconds else _("off")),
        ],
    )


def _prizes(tournament: Tournament) -> Chapter:
    lines = [
        Decision(prize_title(prize), prize.what or "–")
        for prize in tournament.prizes.select_related("category").order_by("number")
    ]
    return Chapter(
        _("Prizes"),
        reverse("prizes", args=[tournament.slug]),
        lines or [Decision(_("Prizes"), _("none yet"))],
    )


def prize_title(prize: Prize) -> str:
    """Such as “First 3 overall” or “Best: Juniors”."""
    if prize.category is None:
        return _("Winner") if prize.first == 1 else _("First %s overall") % prize.first
    words = {"category": prize.category.name, "first": prize.first}
    return (_("Best: %(category)s") if prize.first == 1 else _("First %(first)s: %(category)s")) % words
