"""Judge cards: who holds one scores at its table."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.dates import card_days, cards_work_today, today_in
from tournaments.models import JudgeCard, Tournament, make_token
from tournaments.services.history import record

USED_EVERY = timedelta(minutes=1)
BEGINS_ANEW = timedelta(hours=1)


def make_cards(tournament: Tournament, numbers: Iterable[int]) -> None:
    """A card for each of these tables; those that exist stay as they are."""
    JudgeCard.objects.bulk_create(
        (JudgeCard(tournament=tournament, number=number) for number in numbers),
        ignore_conflicts=True,
    )


def renew_card(actor: Actor, tournament: Tournament, number: int) -> JudgeCard:
    """A new link for one table. Phones that came in by the old one are out at once."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        card = JudgeCard.objects.select_for_update().filter(tournament=tournament, number=number).first()
        if card is None:
            raise Refused("no-such-card", _("There is no card for this table."))
        card.token, card.revoked_at, card.scanned_at = make_token(), None, None
        card.save()
        record(actor, tournament, "card-renewed", table_number=number, table=number)
    return card


def revoke_card(actor: Actor, tournament: Tournament, number: int) -> None:
    """Take one card out of use. Whoever came in by it is out at once; renewing makes another."""
    actor.require_organiser(tournament)
    with transaction.atomic():
        if not tournament.cards.filter(number=number).update(revoked_at=timezone.now()):
            raise Refused("no-such-card", _("There is no card for this table."))
        record(actor, tournament, "card-revoked", table_number=number, table=number)


def card_for(token: str) -> JudgeCard:
    """The card that a scanned link belongs to, if it opens its desk today."""
    card = working_card(token)
    JudgeCard.objects.filter(pk=card.pk).update(scanned_at=timezone.now())
    return card


def working_card(token: str) -> JudgeCard:
    """The card, if it opens its desk today; that it was shown is not written down."""
    card = JudgeCard.objects.select_related("tournament").filter(token=token).first()
    if card is None or card.revoked_at:
        raise Refused(
            "card-not-valid", _("This card is not valid any more. Ask the organiser for a new one.")
        )
    if not cards_work_today(card.tournament):
        raise Refused("card-not-today", _not_today(card.tournament))
    return card


def note_use(card: JudgeCard) -> bool:
    """To the minute, for a program that shows it with every request. True where it was not used for long."""
    now, before = timezone.now(), card.scanned_at
    if before is None or not timedelta(0) <= now - before < USED_EVERY:
        JudgeCard.objects.filter(pk=card.pk).update(scanned_at=now)
    return before is None or now - before > BEGINS_ANEW


def _not_today(tournament: Tournament) -> str:
    first, last = card_days(tournament)
    days = {"first": date_format(first), "last": date_format(last)}
    if today_in(tournament) < first:
        return (
            _(
                "The tournament has not begun: this card works from %(first)s to %(last)s. Scan it again then; if the dates are wrong, ask the organiser to change them in the settings."
            )
            % days
        )
    return (
        _(
            "The tournament is over: this card worked from %(first)s to %(last)s. If it is still being played, ask the organiser to change the dates in the settings."
        )
        % days
    )
