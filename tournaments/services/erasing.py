"""Erasing a person at their request: what is known of them goes, their results stay under a number.

The log of a match names seats, not people, so it stays as it was written and its hashes stay right. Only what
somebody wrote in their own words, such as why they did not agree, cannot be taken out of it.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import services as games
from tournaments.access import Actor
from tournaments.models import (
    REASON_LENGTH,
    Application,
    Club,
    ClubHistoryLine,
    Entrant,
    HistoryLine,
    Penalty,
    PendingChange,
    Place,
    Player,
    Substitution,
)
from tournaments.names import name_key
from tournaments.roles import Permission
from tournaments.services.history import forget_names, record, record_in_club, without_names
from tournaments.services.holding import hold_all_of, hold_club
from tournaments.services.pending import LONGEST_ABOUT
from tournaments.services.ratings import want_ratings
from tournaments.services.roster import find_player
from tournaments.services.showing import rename_seats_of, show_as_wished
from tournaments.signals import person_gone


def erase_player(actor: Actor, club: Club, player_id: int) -> Player | None:
    """Gives what is left of them in the list, where they played somewhere; else nothing is left."""
    actor.require(Permission.KEEP_LIST, club)
    with transaction.atomic():
        hold_club(club.pk)
        hold_all_of(player_id)
        player = find_player(club, player_id)
        names = {player.name}
        played = Entrant.objects.filter(player=player).select_related("tournament")
        handed_on = Substitution.objects.filter(before_player=player).select_related("entrant__tournament")
        for entrant in played:
            names.add(entrant.name)
            _erase_entrant(actor, entrant)
        for substitution in handed_on:
            names.add(substitution.before)
            _erase_substitution(actor, substitution)
        _erase_from_rehearsals(club, names)
        number = _("Player %s") % player.pk
        forget_names(ClubHistoryLine.objects.filter(club=club), dict.fromkeys(names, number))
        Application.objects.filter(
            tournament__club=club, name_key__in=map(name_key, names), entrant=None
        ).delete()
        if not played and not handed_on:
            player.delete()
            record_in_club(actor, club, "player-erased")
            return None
        _empty(player, number)
        record_in_club(actor, club, "player-erased")
        show_as_wished(player)
        want_ratings(club.pk)
    return player


# -- in detail -----------------------------------------------------------------------------------


def _empty(player: Player, number: str) -> None:
    player.name, player.name_key = number, name_key(number)
    player.home = player.email = player.phone = ""
    player.minor, player.shown = False, Player.Shown.NUMBER
    player.erased_at = timezone.now()
    player.save()


def _erase_entrant(actor: Actor, entrant: Entrant) -> None:
    before, number = entrant.name, _number(entrant)
    entrant.name, entrant.name_key = number, name_key(number)
    entrant.club = entrant.pin = ""
    entrant.save()
    # Who took over is somebody else, with a name of their own: only what says this name is changed.
    entrant.substitutions.filter(after=before).update(after=number)
    first = (
        entrant.substitutions.filter(after=number)
        .order_by("-pk")
        .values_list("round_number", flat=True)
        .first()
    )
    _forget_signatures(entrant, first or 1, None)
    Application.objects.filter(entrant=entrant).delete()
    person_gone.send(sender=Entrant, entrant_id=entrant.pk)
    _forget_what_was_written(entrant.tournament_id, {before: number})
    record(actor, entrant.tournament, "person-erased", name=number)


def _forget_what_was_written(tournament_id: int, names: dict[str, str]) -> None:
    forget_names(HistoryLine.objects.filter(tournament=tournament_id), names)
    for penalty in Penalty.objects.filter(tournament=tournament_id):
        penalty.reason = without_names(penalty.reason, names)[:REASON_LENGTH]
        penalty.back_reason = without_names(penalty.back_reason, names)[:REASON_LENGTH]
        penalty.save(update_fields=["reason", "back_reason"])
    for change in PendingChange.objects.filter(tournament=tournament_id):
        change.about = without_names(change.about, names)[:LONGEST_ABOUT]
        change.reason = without_names(change.reason, names)[:REASON_LENGTH]
        change.body = _plain_without_names(change.body, names)
        change.save(update_fields=["about", "reason", "body"])


def _plain_without_names(body: Any, names: dict[str, str]) -> Any:
    if isinstance(body, str):
        return without_names(body, names)
    if isinstance(body, list):
        return [_plain_without_names(each, names) for each in body]
    if isinstance(body, dict):
        return {key: _plain_without_names(each, names) for key, each in body.items()}
    return body


def _erase_from_rehearsals(club: Club, names: set[str]) -> None:
    """A rehearsal has people of its own, who are called as in the tournament it was made of."""
    copies = Entrant.objects.filter(
        tournament__club=club, tournament__rehearsal=True, name_key__in=map(name_key, names)
    )
    for entrant in copies:
        before, number = entrant.name, _number(entrant)
        entrant.name, entrant.name_key, entrant.club = number, name_key(number), ""
        entrant.save()
        _forget_what_was_written(entrant.tournament_id, {before: number})
        rename_seats_of([entrant.pk])


def _erase_substitution(actor: Actor, substitution: Substitution) -> None:
    entrant, before = substitution.entrant, substitution.before
    number = _number(entrant)
    substitution.before = number
    substitution.save()
    earlier = entrant.substitutions.filter(pk__lt=substitution.pk).order_by("-pk").first()
    if earlier:
        earlier.after = number
        earlier.save()
    _forget_signatures(entrant, earlier.round_number if earlier else 1, substitution.round_number)
    _forget_what_was_written(entrant.tournament_id, {before: number})
    record(actor, entrant.tournament, "person-erased", name=number)


def _forget_signatures(entrant: Entrant, first: int, until: int | None) -> None:
    places = Place.objects.filter(entrant=entrant, table__match__isnull=False, round__number__gte=first)
    if until is not None:
        places = places.filter(round__number__lt=until)
    for match_id, position in places.values_list("table__match", "position"):
        games.forget_signatures(match_id, str(position))


def _number(entrant: Entrant) -> str:
    """What they are called from now on, unless somebody is called so already."""
    number = _("No. %s") % entrant.number
    taken = set(
        Entrant.objects.filter(tournament=entrant.tournament_id)
        .exclude(pk=entrant.pk)
        .values_list("name_key", flat=True)
    )
    while name_key(number) in taken:
        number += "*"
    return number
