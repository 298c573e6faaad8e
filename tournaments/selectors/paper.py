"""What documents are made of, read as far as whoever asks may see it, and printed.

The same selectors as for the pages: what a page covers or holds back is not in a document either. Knows no document.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.errors import Refused
from tournaments.access import Actor, NotAllowed
from tournaments.dates import zone_of
from tournaments.engines import engine_for
from tournaments.models import Round, Tournament
from tournaments.names import sort_key
from tournaments.numbers import as_text
from tournaments.paper import matter, press
from tournaments.paper.api import Document, NothingToPrint, given
from tournaments.paper.matter import Matter, Part
from tournaments.selectors.cards import cards_of
from tournaments.selectors.crosstable import crosstable_of
from tournaments.selectors.kept import fingerprint, kept
from tournaments.selectors.kept_standings import kept_standings
from tournaments.selectors.lists import pairing_lists
from tournaments.selectors.pages import Overview, overview_of
from tournaments.selectors.prizes import certificates_of
from tournaments.selectors.rules import describe
from tournaments.selectors.spots import labels_of

INKS = {"picture__there": "#b9c9c1", "picture__new": "#0b6b4f"}
"""On paper there are no style sheets."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be printed, how, and for whom."""

    actor: Actor
    tournament: Tournament
    document: Document
    round: Round | None
    paper: str
    language: str
    site: Callable[[str], str]
    """Makes a path an address that a telephone can open."""


def pdf_of(asked: Asked) -> bytes:
    """The document. Public ones are kept until something in them changes: a whole hall may ask for the same."""
    require(asked)
    try:
        with override(asked.language):
            found = gather(asked)
            sheet = asked.document.sheet(found)
            files = press.project(sheet, found.occasion, asked.paper, asked.language)
    except NothingToPrint as nothing:
        raise Refused("nothing-to-print", _(str(nothing))) from nothing
    try:
        if not asked.document.public:
            return press.printed(files)
        number = asked.round.number if asked.round else 0
        what = f"paper:{asked.tournament.pk}:{asked.document.key}:{number}:{asked.paper}:{asked.language}"
        return kept(what, fingerprint(files), partial(press.printed, files))
    except press.PressBusy as busy:
        raise Refused(
            "press-busy", _("Many documents are being made at the moment. Try again in a minute.")
        ) from busy


def require(asked: Asked) -> None:
    """Whoever may read the parts may have them on paper; a round only as far as they see it."""
    if not asked.document.public:
        asked.actor.require_organiser(asked.tournament)
    if asked.round is not None and not asked.actor.sees_round(asked.round):
        raise NotAllowed
    if asked.document.of_round and asked.round is None:
        raise Refused("no-round", _("There is no round yet whose tables could be printed."))


def gather(asked: Asked) -> Matter:
    """The parts that the document asks for, and no others."""
    readers: dict[Part, Callable[[Asked], Any]] = {
        Part.SEATING: _seating,
        Part.STANDINGS: _standings,
        Part.CROSSTABLE: lambda asked: crosstable_of(asked.actor, asked.tournament),
        Part.RULES: _rules,
        Part.CARDS: _cards,
        Part.PEOPLE: _people,
        Part.CERTIFICATES: _certificates,
    }
    return Matter(
        occasion=_occasion(asked), **{part.value: readers[part](asked) for part in asked.document.parts}
    )


# -- in detail -----------------------------------------------------------------------------------


def _occasion(asked: Asked) -> matter.Occasion:
    tournament = asked.tournament
    first, last = (date_format(day, "DATE_FORMAT") for day in (tournament.first_day, tournament.last_day))
    return matter.Occasion(
        name=tournament.name,
        club=tournament.club.name,
        place=tournament.place,
        days=first if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last},
        link=asked.site(tournament.get_absolute_url()),
        rehearsal=tournament.rehearsal,
    )


def _seating(asked: Asked) -> matter.Seating:
    round_ = given(asked.round)
    lists = pairing_lists(round_, asked.actor)
    return matter.Seating(
        round=round_.number,
        draft=not round_.is_public,
        published=_published(round_),
        by_name=tuple(matter.Seat(seat.name, seat.table, seat.label) for seat in lists.by_name),
        tables=tuple(
            matter.TableOf(each.number, each.label, tuple(each.names), _table_link(asked, each.number))
            for each in lists.by_table
        ),
        out=tuple(lists.out),
        link=asked.site(round_.get_absolute_url()),
    )


def _table_link(asked: Asked, number: int) -> str:
    return asked.site(reverse("table", args=[asked.tournament.slug, given(asked.round).number, number]))


def _published(round_: Round) -> str:
    if round_.published_at is None or not round_.is_public:
        return ""
    at = timezone.localtime(round_.published_at, zone_of(round_.tournament))
    return _("Published %(when)s") % {"when": date_format(at, "SHORT_DATETIME_FORMAT")}


def _standings(asked: Asked) -> matter.Standings:
    overview = overview_of(asked.actor, asked.tournament)
    return matter.Standings(
        when=when(overview),
        final=asked.tournament.closed_at is not None and overview.held is None,
        columns=tuple(column.name for column in overview.table.shown),
        rows=tuple(
            matter.Ranked(
                row.line.standing.rank,
                row.line.entrant.name,
                row.line.entrant.club,
                tuple(text for _column, text in row.shown),
                row.line.out,
            )
            for row in overview.table.rows
        ),
        hidden=overview.hidden,
    )


def when(overview: Overview) -> str:
    """After which round, as far as whoever asks may know."""
    held, planned = overview.held, overview.tournament.rounds_planned
    if held and held.revealing:
        return _("As far as the places are revealed")
    rounds = [each for each in overview.rounds if not held or held.knows(each)]
    done = max((each.number for each in rounds if each.state == Round.State.CLOSED), default=0)
    playing = any(each.state == Round.State.PUBLISHED for each in rounds)
    if not rounds or not (done or playing):
        return _("Before the first round")
    if not playing:
        return _("After round %(done)s of %(planned)s") % {"done": done, "planned": planned}
    return _("Round %(number)s of %(planned)s is being played: what is final so far") % {
        "number": done + 1,
        "planned": planned,
    }


def _rules(asked: Asked) -> matter.Rules:
    engine = engine_for(asked.tournament)
    view = describe(engine, asked.tournament.options)
    return matter.Rules(
        name=view.name,
        summary=view.summary,
        points=tuple(
            matter.RulePoint(each.key, each.title, each.text, each.reading, _picture(each.picture))
            for each in view.points
        ),
        options=tuple(view.options),
        by_turns="sheet" in engine.entry_modes,
    )


def _picture(name: str) -> str:
    """The one that the pages show, as a drawing that stands for itself."""
    if not name:
        return ""
    drawn = render_to_string("desk/_picture.html", {"name": name}).strip()
    drawn = drawn.replace('class="picture"', 'xmlns="http://www.w3.org/2000/svg"')
    for css, ink in INKS.items():
        drawn = drawn.replace(f'class="{css}"', f'fill="{ink}"')
    return drawn


def _cards(asked: Asked) -> tuple[matter.Card, ...]:
    labels = labels_of(asked.tournament)
    return tuple(
        matter.Card(
            card.number,
            labels.get(card.number, ""),
            asked.site(reverse("scan_card", args=[card.token])),
        )
        for card, _used in cards_of(asked.tournament)
        if not card.revoked_at
    )


def _people(asked: Asked) -> tuple[matter.Person, ...]:
    entered = asked.tournament.entrants.filter(withdrawn=False)
    return tuple(
        matter.Person(each.name, each.club, each.number)
        for each in sorted(entered, key=lambda entrant: sort_key(entrant.name))
    )


def _certificates(asked: Asked) -> tuple[matter.Certificate, ...]:
    found = certificates_of(asked.tournament, kept_standings(asked.tournament))
    return tuple(
        matter.Certificate(
            name=each.entrant.name,
            club=each.entrant.club,
            rank=each.rank,
            shared=each.shared,
            categories=each.categories,
            placing=each.placing,
            points=as_text(each.points),
            prizes=each.prizes,
            people=len(found),
            day=date_format(each.day, "DATE_FORMAT"),
        )
        for each in found
    )
