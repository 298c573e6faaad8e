"""Bringing a tournament in from a document: proved whole, then kept whole or not at all.

What is here stays as it is: no player, club or tournament that was here before is changed. Everything is looked at
before the first row is written, so that nobody else waits while logs are proved.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games import services as games
from games.carrying import Unfit
from games.errors import IdReused, Refused
from games.models import Event
from games.services import LogMismatch
from tournaments.access import Actor
from tournaments.document.arrival import Arrival
from tournaments.document.parsing import parse, refused, unreadable
from tournaments.document.reading import read
from tournaments.models import Call, Club, PendingChange, Tournament
from tournaments.roles import Permission
from tournaments.selectors.pages import overview_of, round_view
from tournaments.services.arriving import keep_arrival
from tournaments.services.cards import make_cards
from tournaments.services.history import record_in_club
from tournaments.services.holding import hold_club
from tournaments.services.once import Form, once
from tournaments.services.ratings import want_ratings
from tournaments.services.showing import rename_seats_of

logger = logging.getLogger(__name__)
AT_A_TIME = 500
Tell = Callable[[int, int], None]
"""How many matches have been proved, out of how many."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A tournament that came in, and the rules that are missing here, if any are: its matches can only be read."""

    tournament: Tournament
    missing: tuple[str, ...] = ()


def bring_in_document(
    actor: Actor, form_id: UUID, club: Club, content: bytes, tell: Tell = lambda _done, _of: None
) -> Brought:
    """Keep the tournament of a document in this club. The same form sent again gives the same tournament."""
    actor.require(Permission.RUN, club)
    user = actor.require_account()
    form = Form(form_id, ("document", user.pk, club.pk, sha256(content).hexdigest()))
    try:
        arrival = read(parse(content))
    except Unfit as unfit:
        raise unreadable(unfit) from None
    missing = _proved(arrival, tell)

    def work() -> int:
        _check_new(actor, arrival)
        return _kept(actor, club, arrival).pk

    return Brought(Tournament.objects.get(pk=once(form, work)), missing)


# -- in detail -----------------------------------------------------------------------------------


def _proved(arrival: Arrival, tell: Tell) -> tuple[str, ...]:
    """Every log proved; gives the rules that are missing here."""
    missing = set()
    for done, ((number, table), carried) in enumerate(arrival.matches.items(), start=1):
        try:
            if not games.prove(carried):
                missing.add(f"{carried.match.rules_key} {carried.match.rules_version}")
        except LogMismatch as error:
            logger.warning("a document was refused: round %s, table %s: %s", number, table, error)
            raise refused(
                "log-not-as-written",
                _(
                    "The log of round %(round)s, table %(table)s is not as it was written, or does not give the points that stand beside it. Nothing was brought in."
                )
                % {"round": number, "table": table},
            ) from None
        games.pack(carried)
        tell(done, len(arrival.matches))
    return tuple(sorted(missing))


def _check_new(actor: Actor, arrival: Arrival) -> None:
    there = Tournament.objects.filter(slug=arrival.tournament["slug"]).select_related("club").first()
    if there:
        # Somebody else's draft is not told of, though its address is taken.
        if not actor.sees(there):
            raise refused("already-here", _("A tournament with the address of this one is here already."))
        raise refused(
            "already-here",
            _(
                "“%(name)s” is here already, in the club “%(club)s”. A tournament is brought in once; nothing was changed."
            )
            % {"name": there.name, "club": there.club.name},
        )
    events = [id_ for each in arrival.matches.values() for id_ in each.ids]
    taken = any(
        Event.objects.filter(pk__in=events[at : at + AT_A_TIME]).exists()
        for at in range(0, len(events), AT_A_TIME)
    )
    taken = taken or Call.objects.filter(pk__in=[each["id"] for each in arrival.calls]).exists()
    forms = [each["form_id"] for each in arrival.pending]
    if taken or PendingChange.objects.filter(form_id__in=forms).exists():
        raise _taken()


def _kept(actor: Actor, club: Club, arrival: Arrival) -> Tournament:
    """In the caller's transaction; whatever does not fit takes everything back."""
    try:
        with transaction.atomic():
            hold_club(club.pk)
            kept = keep_arrival(arrival, club, actor.require_account())
            make_cards(
                kept.tournament,
                {number for (_round, number), each in arrival.tables.items() if each["begun"]},
            )
            # Whoever is in the list here is shown as they wish here, not as they wished where it was played.
            if kept.wish_otherwise:
                rename_seats_of(kept.wish_otherwise)
            _look_at(actor, kept.tournament)
            record_in_club(
                actor, club, "tournament-brought-in", name=kept.tournament.name, source=arrival.club
            )
            want_ratings(club.pk)
    except IdReused as reused:
        raise _taken() from reused
    except IntegrityError as error:
        logger.warning("a document was refused: %s", error)
        raise refused(
            "document-clashes",
            _("Rows of this document do not fit together. Nothing was brought in. Export it again."),
        ) from error
    return kept.tournament


def _look_at(actor: Actor, tournament: Tournament) -> None:
    """A tournament that no page could show is not taken in: what only its pages would find is found here."""
    try:
        for each in (actor, Actor()):
            overview_of(each, tournament)
        for round_ in tournament.rounds.select_related("stage", "tournament").order_by("number"):
            round_view(round_, whole=True)
    except Refused:
        raise
    except (
        Exception
    ) as error:  # what was brought in is wrong, not the program: every page works on what it made itself
        logger.warning("a document was refused: its pages cannot be shown", exc_info=True)
        raise unreadable("…") from error


def _taken() -> Refused:
    return refused(
        "entries-taken",
        _(
            "Entries of this document are here already, in another tournament. It was brought in before under another address, or it was changed."
        ),
    )
