"""Entering a list of people that was looked at first: all that was shown, or nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.cells import harmless
from tournaments.importing.columns import BY_PLACE
from tournaments.importing.limits import MOST_CELL, MOST_ROWS
from tournaments.importing.reading import Person, read_by_place
from tournaments.importing.sheets import SheetRow
from tournaments.models import Entrant, KeepApart, Tournament
from tournaments.names import name_key
from tournaments.selectors.importing import Line, preview_of
from tournaments.services.entering import bring_in
from tournaments.services.history import record
from tournaments.services.once import Form, once
from tournaments.services.roster import Card


def import_people(actor: Actor, form_id: UUID, tournament: Tournament, packed: str, seen: str) -> int:
    """Enter what the preview with this token promised. Gives how many came in."""
    actor.require_organiser(tournament)
    people = unpack(packed)

    def work() -> int:
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        preview = preview_of(tournament, people)
        if preview.problem:
            raise Refused("too-many", preview.problem)
        if preview.token != seen:
            raise Refused(
                "stale-preview",
                _("Something has changed meanwhile. Look at the lines again, then enter them."),
            )
        if not preview.coming:
            raise Refused("nobody", _("Nobody in this list would be entered."))
        made = bring_in(tournament, [_card(line.person) for line in preview.coming])
        _keep_apart(tournament, preview.coming)
        record(actor, tournament, "people-imported", count=len(made))
        return len(made)

    return once(Form(form_id, ("import", tournament.pk, packed, seen)), work)


def pack(people: Sequence[Person]) -> str:
    """A list as the preview's form carries it to the yes: without the lines that nobody can read."""
    return json.dumps(
        [[each.line, *map(harmless, _cells(each))] for each in people if not each.problem],
        ensure_ascii=False,
        separators=(",", ":"),
    )


def unpack(packed: str) -> list[Person]:
    """Read once more as if it came from a file: a form can say anything."""
    broken = Refused("broken-list", _("This page did not send all it should. Choose the file again."))
    try:
        rows = json.loads(packed)
    except (ValueError, RecursionError) as error:
        raise broken from error
    if not isinstance(rows, list) or not 0 < len(rows) <= MOST_ROWS:
        raise broken
    found = []
    for row in rows:
        if not isinstance(row, list) or len(row) != len(BY_PLACE) + 1 or type(row[0]) is not int:
            raise broken
        if not all(isinstance(cell, str) and len(cell) <= 2 * MOST_CELL for cell in row[1:]):
            raise broken
        found.append(read_by_place(SheetRow(row[0], tuple(row[1:]))))
    return found


# -- in detail -----------------------------------------------------------------------------------


def _cells(person: Person) -> tuple[str, ...]:
    minor = "1" if person.minor else ""
    return person.name, person.club, person.email, person.phone, minor, "/".join(person.apart)


def _card(person: Person) -> Card:
    return Card(person.name, person.club, person.email, person.phone, person.minor)


def _keep_apart(tournament: Tournament, lines: Sequence[Line]) -> None:
    wanted = {(name_key(line.person.name), name_key(each)) for line in lines for each in line.person.apart}
    if not wanted:
        return
    ids = dict(Entrant.objects.filter(tournament=tournament).values_list("name_key", "pk"))
    pairs = {
        tuple(sorted((ids[one], ids[other])))
        for one, other in wanted
        if one in ids and other in ids and one != other
    }
    KeepApart.objects.bulk_create(
        [KeepApart(one_id=one, other_id=other) for one, other in sorted(pairs)], ignore_conflicts=True
    )
