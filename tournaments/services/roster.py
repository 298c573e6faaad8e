"""The club's list of people: adding, changing, merging doubles. Erasing has a module of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.importing.reading import PHONE
from tournaments.models import NAME_LENGTH, Club, Entrant, Player, Substitution
from tournaments.names import clean_name, name_key, name_problem
from tournaments.roles import Permission
from tournaments.selectors.roster import known_players, who_is_meant
from tournaments.services.history import record_in_club
from tournaments.services.holding import hold_all_of, hold_club
from tournaments.services.ratings import want_ratings
from tournaments.services.showing import show_as_wished

MOST_PLAYERS = 20_000


@dataclass(frozen=True, slots=True)
class Card:
    """What a club keeps of a person."""

    name: str
    home: str = ""
    email: str = ""
    phone: str = ""
    minor: bool = False
    shown: str = ""
    """Empty: the full name, of a minor the short one."""

    @property
    def shown_as(self) -> str:
        return self.shown or (Player.Shown.SHORT if self.minor else Player.Shown.FULL)


def add_player(actor: Actor, club: Club, card: Card) -> Player:
    actor.require(Permission.KEEP_LIST, club)
    card = checked_card(card)
    with transaction.atomic():
        hold_club(club.pk)
        if Player.objects.filter(club=club).count() >= MOST_PLAYERS:
            raise Refused(
                "list-full", _("A club’s list has room for %(most)s people.") % {"most": MOST_PLAYERS}
            )
        player = _new(club, card)
        player.save()
        record_in_club(actor, club, "player-added", name=player.name)
    return player


def change_player(actor: Actor, club: Club, player_id: int, card: Card) -> Player:
    """Their entries follow how they want to be shown, not their name: results stay under the name they were played."""
    actor.require(Permission.KEEP_LIST, club)
    card = checked_card(card)
    with transaction.atomic():
        player = find_player(club, player_id)
        player.name, player.name_key = card.name, name_key(card.name)
        player.home, player.email, player.phone = card.home, card.email, card.phone
        player.minor, player.shown = card.minor, card.shown_as
        player.save()
        record_in_club(actor, club, "player-changed", name=player.name)
        show_as_wished(player)
    return player


def merge_players(actor: Actor, club: Club, keep_id: int, other_id: int) -> Player:
    """Two entries of the list are one person: entries follow, gaps are filled, the stricter wish holds."""
    actor.require(Permission.KEEP_LIST, club)
    with transaction.atomic():
        hold_club(club.pk)
        hold_all_of(keep_id, other_id)
        keep, other = find_player(club, keep_id), find_player(club, other_id)
        if keep.pk == other.pk:
            raise Refused("same-player", _("This is one entry already."))
        _refuse_if_both_play(keep, other)
        Entrant.objects.filter(player=other).update(player=keep)
        Substitution.objects.filter(before_player=other).update(before_player=keep)
        for name in ("home", "email", "phone"):
            setattr(keep, name, getattr(keep, name) or getattr(other, name))
        keep.minor = keep.minor or other.minor
        keep.shown = max(keep.shown, other.shown, key=STRICTNESS.index)
        keep.save()
        record_in_club(actor, club, "players-merged", name=keep.name, other=other.name)
        other.delete()
        show_as_wished(keep)
        want_ratings(club.pk)
    return keep


STRICTNESS = (Player.Shown.FULL, Player.Shown.SHORT, Player.Shown.NUMBER)


def players_for(club: Club, cards: Sequence[Card]) -> list[Player]:
    """For each of these people their entry in the list, made where there is none. In a transaction of the caller.

    What the list does not know yet is filled in; what it knows is not overwritten.
    """
    known = known_players(club, {name_key(card.name) for card in cards})
    chosen = [who_is_meant(known.get(name_key(card.name), ()), card.home) for card in cards]
    fresh = {
        at: _new(club, card)
        for at, (card, player) in enumerate(zip(cards, chosen, strict=True))
        if not player
    }
    made = dict(zip(fresh, Player.objects.bulk_create(fresh.values()), strict=True))
    filled = [player for card, player in zip(cards, chosen, strict=True) if player and _fill_in(player, card)]
    Player.objects.bulk_update(filled, ["home", "email", "phone", "minor", "shown"])
    return [player or made[at] for at, player in enumerate(chosen)]


def find_player(club: Club, player_id: int) -> Player:
    player = (
        Player.objects.select_for_update().filter(club=club, pk=player_id, erased_at__isnull=True).first()
    )
    if player is None:
        raise Refused("no-such-player", _("This person is not in the list any more."))
    return player


# -- in detail -----------------------------------------------------------------------------------


def _new(club: Club, card: Card) -> Player:
    return Player(
        club=club,
        name=card.name,
        name_key=name_key(card.name),
        home=card.home,
        email=card.email,
        phone=card.phone,
        minor=card.minor,
        shown=card.shown_as,
    )


def _fill_in(player: Player, card: Card) -> bool:
    before = (player.home, player.email, player.phone, player.minor)
    player.home = player.home or card.home
    player.email = player.email or card.email
    player.phone = player.phone or card.phone
    if card.minor and not player.minor:
        player.minor = True
        if player.shown == Player.Shown.FULL:
            player.shown = Player.Shown.SHORT
    return before != (player.home, player.email, player.phone, player.minor)


def _refuse_if_both_play(keep: Player, other: Player) -> None:
    both = Entrant.objects.filter(player=other, tournament__entrants__player=keep).select_related(
        "tournament"
    )
    if shared := both.first():
        raise Refused(
            "both-entered",
            _(
                "Both are entered in “%(name)s”, so they count as two people there. Withdraw one of them first."
            )
            % {"name": shared.tournament.name},
        )


def checked_card(card: Card) -> Card:
    name, home = clean_name(card.name), clean_name(card.home)
    if not name:
        raise Refused("bad-name", _("Type a name."), field="name")
    if problem := name_problem(name):
        raise Refused("bad-name", problem, field="name")
    if len(home) > NAME_LENGTH:
        raise Refused(
            "bad-club",
            _("A club’s name has at most %(most)s characters.") % {"most": NAME_LENGTH},
            field="home",
        )
    email, phone = card.email.strip(), card.phone.strip()
    if email:
        try:
            validate_email(email)
        except ValidationError as error:
            raise Refused("bad-email", _("This is no e-mail address."), field="email") from error
    if phone and not PHONE.fullmatch(phone):
        raise Refused(
            "bad-phone", _("Type a telephone number with digits, spaces and + ( ) / -."), field="phone"
        )
    if card.shown and card.shown not in Player.Shown.values:
        raise Refused("bad-shown", _("Choose one of these."), field="shown")
    return Card(name, home, email, phone, card.minor, card.shown)
