"""Judge cards: who holds one scores at its table."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import JudgeCard, Tournament, make_token


def make_cards(tournament: Tournament, tables: int) -> None:
    """A card for each table number up to this one; those that exist stay as they are."""
    JudgeCard.objects.bulk_create(
        (JudgeCard(tournament=tournament, number=number) for number in range(1, tables + 1)),
        ignore_conflicts=True,
    )


def renew_card(actor: Actor, tournament: Tournament, number: int) -> JudgeCard:
    """A new link for one table. Phones that came in by the old one are out at once."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        card = JudgeCard.objects.select_for_update().filter(tournament=tournament, number=number).first()
        if card is None:
            raise Refused("no-such-card", _("There is no card for this table."))
        card.token = make_token()
        card.save()
    return card


def card_for(token: str) -> JudgeCard:
    """The card that a scanned link belongs to."""
    card = JudgeCard.objects.select_related("tournament").filter(token=token).first()
    if card is None:
        raise Refused(
            "card-not-valid", _("This card is not valid any more. Ask the organiser for a new one.")
        )
    return card
