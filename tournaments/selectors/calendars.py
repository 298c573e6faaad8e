"""A tournament, or one person in it, as events of a calendar: only what everybody may see, whoever asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.exporting.ics_file import Event
from tournaments.models import PUBLIC_STATES, Entrant, HistoryLine, Place, Round, Tournament
from tournaments.selectors.shown import public_name
from tournaments.selectors.spots import labels_of

OF_THE_DAYS = ("about-changed", "settings-changed", "round-published")
OF_PEOPLE = ("person-left", "person-back")
OF_A_ROUND = ("round-published", "round-unpublished", "tables-made-again", "clock-started", "time-added")
"""What in the history changes an event: it only grows, so that how often is what a calendar program goes by."""
Changes = dict[int | None, tuple[int, datetime]]
"""For each round how often, and when last."""
ABOUT = timedelta(hours=1)
"""How long a round takes in a calendar where there is no clock."""


def events_of(tournament: Tournament, site: str) -> list[Event]:
    """Its days, and its rounds as they were published or begun."""
    rounds = tournament.rounds.filter(state__in=PUBLIC_STATES).order_by("number")
    changes = _of_rounds(tournament)
    return [
        _days(tournament, site, Q(code__in=OF_THE_DAYS)),
        *(_round(tournament, each, site, changes) for each in rounds),
    ]


def events_of_person(tournament: Tournament, entrant: Entrant, site: str) -> list[Event]:
    """The days, and where they sit in each round. Without them the days are cancelled, once everybody may know it."""
    days = replace(
        _days(tournament, site, Q(code__in=OF_THE_DAYS) | _comings_and_goings(tournament)),
        uid=f"{tournament.slug}-{entrant.pk}-days@triomphe",
        text=public_name(entrant),
        url=site + reverse("player", args=[tournament.slug, entrant.pk]),
        # While results are held, that somebody is out may be one of them.
        cancelled=entrant.withdrawn and not tournament.held_at,
    )
    return [days, *_seats(tournament, entrant, site)]


# -- in detail -----------------------------------------------------------------------------------


def _comings_and_goings(tournament: Tournament) -> Q:
    """While results are held, none of those since."""
    lines = Q(code__in=OF_PEOPLE)
    return lines & Q(at__lte=tournament.held_at) if tournament.held_at else lines


def _days(tournament: Tournament, site: str, lines_that_change: Q) -> Event:
    lines = HistoryLine.objects.filter(lines_that_change, tournament=tournament)
    changes = lines.aggregate(count=Count("pk"), last=Max("at"))
    return Event(
        uid=f"{tournament.slug}-days@triomphe",
        changes=changes["count"],
        changed_at=changes["last"] or tournament.created_at,
        begins=tournament.first_day,
        ends=tournament.last_day + timedelta(days=1),
        summary=tournament.name,
        place=tournament.place,
        url=site + tournament.get_absolute_url(),
    )


def _of_rounds(tournament: Tournament) -> Changes:
    lines = HistoryLine.objects.filter(tournament=tournament, code__in=OF_A_ROUND).order_by()
    counted = lines.values("round_number").annotate(count=Count("pk"), last=Max("at"))
    return {each["round_number"]: (each["count"], each["last"]) for each in counted}


def _round(tournament: Tournament, round_: Round, site: str, changes: Changes, extra: int = 0) -> Event:
    round_.tournament = tournament
    begins = _begins(tournament, round_)
    minutes = tournament.round_minutes
    lasts = timedelta(minutes=minutes + round_.extra_minutes + extra) if minutes else ABOUT
    count, last = changes.get(round_.number, (0, begins))
    number = _("Round %(number)s") % {"number": round_.number}
    return Event(
        uid=f"{tournament.slug}-round-{round_.number}@triomphe",
        changes=count,
        changed_at=last,
        begins=begins,
        ends=begins + lasts,
        summary=f"{tournament.name}: {number}",
        place=tournament.place,
        url=site + round_.get_absolute_url(),
    )


def _begins(tournament: Tournament, round_: Round) -> datetime:
    return round_.clock_at or round_.published_at or tournament.created_at


def _seats(tournament: Tournament, entrant: Entrant, site: str) -> Iterator[Event]:
    labels, changes = labels_of(tournament), _of_rounds(tournament)
    places = Place.objects.filter(entrant=entrant, round__state__in=PUBLIC_STATES)
    for place in places.select_related("round", "table").order_by("round__number"):
        round_, table = place.round, place.table
        event = _round(tournament, round_, site, changes, table.extra_minutes if table else 0)
        said = {"number": round_.number, "table": table.number if table else 0}
        words = _("Round %(number)s: table %(table)s") if table else _("Round %(number)s: sitting out")
        label = labels.get(table.number, "") if table else ""
        yield replace(
            event,
            uid=f"{tournament.slug}-{entrant.pk}-round-{round_.number}@triomphe",
            summary=f"{words % said} · {tournament.name}",
            place=", ".join(each for each in (tournament.place, label) if each),
            text=public_name(entrant, round_.number),
        )
