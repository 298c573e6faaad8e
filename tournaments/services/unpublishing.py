"""Taking a publication back, as long as nothing was entered at any table."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from games import services as games
from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import Round, Table
from tournaments.services.history import record
from tournaments.services.rounds import check_edition, lock


def unpublish(actor: Actor, round_: Round, edition: int | None = None) -> None:
    """Make a published round a draft again: its matches go, and nothing else does. Twice is once."""
    tournament = round_.tournament
    actor.require_organiser(tournament)
    with transaction.atomic():
        lock(tournament)
        current = Round.objects.select_for_update().get(pk=round_.pk)
        if current.state == Round.State.DRAFT:
            return
        if current.state != Round.State.PUBLISHED:
            raise Refused("not-published", _("Only a round that is being played can become a draft again."))
        check_edition(current, edition)
        close_tables(list(current.tables.order_by("number")))
        current.state, current.published_at = Round.State.DRAFT, None
        current.clock_at, current.extra_minutes = None, 0
        current.again, current.again_asked = None, False
        current.edition += 1
        current.save()
        record(actor, tournament, "round-unpublished", round_number=current.number)


def close_tables(tables: Sequence[Table]) -> None:
    """Take the matches away from tables where nothing was entered; refuse where something was.

    What is said around a table that is not there any more, such as a call or extra time, goes with its match.
    """
    matches = {table.match_id: table for table in tables if table.match_id}
    if begun := games.begun_among(list(matches)):
        number = min(matches[pk].number for pk in begun)
        raise Refused(
            "table-begun",
            _(
                "Table %(number)s has begun. Tables that have begun stay as they are; the others can still be made anew."
            )
            % {"number": number},
        )
    Table.objects.filter(pk__in=[table.pk for table in tables]).update(match=None, extra_minutes=0)
    games.discard(list(matches))
