"""PINs are guessed at a table: after too many wrong ones there, none is looked at for a while."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.signin.limits import PINS, Try
from config.signin.models import Tally
from games.agreements import agreement_of
from tests.factories import enter, organiser_of, published_round, tournament_of
from tournaments.models import JudgeCard, Table
from tournaments.services.pins import set_pin

pytestmark = pytest.mark.django_db


def test_a_table_at_which_pins_are_guessed_waits_and_the_next_one_does_not():
    tournament = tournament_of(8, signing=True)
    tables = published_round(tournament).tables.order_by("number")
    for table in tables:
        enter(table, [400, 1, 2, 3])
    entrant = tables[0].seating.get(position=1).entrant
    set_pin(organiser_of(tournament), tournament, entrant.pk, "2468")
    judge = Client()
    judge.get(reverse("scan_card", args=[JudgeCard.objects.get(tournament=tournament, number=1).token]))

    def sign(pin):
        table = Table.objects.select_related("match").get(pk=tables[0].pk)
        said = {"entry_id": uuid.uuid4(), "sheet": agreement_of(table.match).sheet, "pin": pin}
        return judge.post(reverse("sign", args=[tournament.slug, 1, 1, 1]), said)

    assert sign("1111").status_code == 422
    key = Try(PINS, f"{tournament.slug} 1").key
    assert Tally.objects.get(key=key).count == 1
    Tally.objects.filter(key=key).update(count=30, last_at=timezone.now())
    assert sign("1112").status_code == 422
    refused = sign("2468")
    assert refused.status_code == 429
    assert "Too many wrong PINs at this table" in refused.content.decode()
    Tally.objects.update(wait_until=None)
    assert sign("2468").status_code == 302
    assert Tally.objects.get(key=key).count == 31
