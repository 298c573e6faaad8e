"""What the pages around entering show: the door, who asks, who waits, what became of one entry."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from tournaments.access import Actor
from tournaments.models import Application, Door, Entrant, Tournament

State = Application.State


def door_of(tournament: Tournament) -> Door:
    """Its door; one that was never opened is shut."""
    return Door.objects.filter(tournament=tournament).first() or Door(tournament=tournament)


def is_closed(door: Door) -> bool:
    return door.closes_at is not None and timezone.now() >= door.closes_at


def has_room(door: Door) -> bool:
    return door.limit is None or _playing(door) < door.limit


def may_know(actor: Actor, door: Door) -> bool:
    """Whose door is open tells everybody of itself, though the tournament is nobody's business yet."""
    return door.open or actor.sees(door.tournament)


@dataclass(frozen=True, slots=True)
class EntryPage:
    """The public page of a tournament that takes entries."""

    door: Door
    takes_entries: bool
    entered: int
    waiting: int

    @property
    def places_left(self) -> int | None:
        return None if self.door.limit is None else max(0, self.door.limit - self.entered)


def entry_page(door: Door) -> EntryPage:
    waiting = Application.objects.filter(tournament=door.tournament, state=State.WAITING).count()
    return EntryPage(door, door.open and not is_closed(door), _playing(door), waiting)


@dataclass(frozen=True, slots=True)
class Asking:
    """Everybody who waits for an answer or for a place, in the order in which they asked."""

    asked: list[Application]
    waiting: list[Application]
    entered: int


def asking_in(tournament: Tournament) -> Asking:
    open_ = list(
        Application.objects.filter(tournament=tournament, state__in=(State.ASKED, State.WAITING)).order_by(
            "asked_at", "pk"
        )
    )
    return Asking(
        asked=[each for each in open_ if each.state == State.ASKED],
        waiting=[each for each in open_ if each.state == State.WAITING],
        entered=Entrant.objects.filter(tournament=tournament, withdrawn=False).count(),
    )


def how_many_ask(tournament: Tournament) -> int:
    return Application.objects.filter(tournament=tournament, state=State.ASKED).count()


def place_in_queue(application: Application) -> int:
    """Counted from one, in the waiting list."""
    before = Application.objects.filter(tournament=application.tournament_id, state=State.WAITING)
    return before.filter(asked_at__lt=application.asked_at).count() + 1


def _playing(door: Door) -> int:
    return Entrant.objects.filter(tournament=door.tournament_id, withdrawn=False).count()
