"""What an entrant is called in public: as their entry in the club's list wishes. The one place that decides it.

Whoever has people's addresses anyway (the desk, who runs the tournament) is shown whole names.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.access import Actor
from tournaments.models import Entrant, Player, Substitution, Tournament
from tournaments.models.people import SUBSTITUTED
from tournaments.roles import Permission


def substitutions(of: str = "") -> Prefetch[Any]:
    """To be read with many entrants, so that what each was called in a round asks for nothing more.

    ``of`` is how one gets to the entrant, as in ``entrant__``.
    """
    every = Substitution.objects.select_related("before_player")
    return Prefetch(f"{of}substitutions", every, to_attr=SUBSTITUTED)


def sees_names(actor: Actor, tournament: Tournament) -> bool:
    return actor.may(Permission.SEE_CONTACTS, tournament) or actor.may(Permission.RUN, tournament)


def public_name(entrant: Entrant, round_number: int | None = None) -> str:
    """What everybody may read; in a round, of whoever played in it."""
    name = entrant.name if round_number is None else entrant.name_in(round_number)
    player = entrant.player if round_number is None else entrant.player_in(round_number)
    if player is None or player.shown == Player.Shown.FULL:
        return name
    return _(NUMBER) % entrant.number if player.shown == Player.Shown.NUMBER else short_name(name)


NUMBER = gettext_noop("No. %s")


def listed_name(player: Player) -> str:
    """What everybody may read where tournaments are joined: who wants to be a number has none there."""
    if player.shown == Player.Shown.NUMBER or player.erased_at:
        return _("not named")
    return short_name(player.name) if player.shown == Player.Shown.SHORT else player.name


def cover(
    actor: Actor, tournament: Tournament, entrants: Iterable[Entrant], round_number: int | None = None
) -> None:
    """Put on each the name this actor may read, for a page alone: nothing of it may be saved."""
    whole = sees_names(actor, tournament)
    for entrant in entrants:
        if not whole:
            entrant.name = public_name(entrant, round_number)
        elif round_number is not None:
            entrant.name = entrant.name_in(round_number)


def seat_names(entrants: Sequence[Entrant], round_number: int | None = None) -> list[str]:
    """What stands at the seats of one table, where two must not be called the same."""
    names = [public_name(entrant, round_number) for entrant in entrants]
    return [
        _("%(name)s (No. %(number)s)") % {"name": name, "number": entrant.number}
        if names.count(name) > 1
        else name
        for name, entrant in zip(names, entrants, strict=True)
    ]


def short_name(name: str) -> str:
    """The first name and one letter: “Ana Á.” for “Ana María Ávila”, and for “Ávila, Ana”."""
    last, comma, first = name.partition(",")
    words = (f"{first} {last}" if comma and first.strip() else name).split()
    named = [word for word in words if unicodedata.category(word[0])[0] == "L"] or words[:1]
    if len(named) > 1:
        return f"{named[0]} {_initial(named[-1])}."
    alone = named[0] if named else name
    # Where names are written without spaces, the family's comes first.
    return f"{alone[0]}…" if len(alone) > 1 and unicodedata.east_asian_width(alone[0]) in "WF" else alone


def _initial(word: str) -> str:
    end = 1
    while end < len(word) and unicodedata.combining(word[end]):
        end += 1
    return word[:end]
