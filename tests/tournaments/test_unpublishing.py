"""A publication is taken back until the first entry; the cards go on working, and nothing else is lost."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.errors import Refused
from games.models import Match, Seat
from games.services import NewAction, Permit, append_actions
from tests.factories import UserFactory, draft_round, enter, organiser_of, published_round, tournament_of
from tournaments.access import Actor, NotAllowed
from tournaments.models import HistoryLine, JudgeCard, Place, Round
from tournaments.services import rounds
from tournaments.services.unpublishing import unpublish

pytestmark = pytest.mark.django_db


def seats(round_):
    return list(Place.objects.filter(round=round_).order_by("pk").values_list("entrant", "table", "position"))


def test_the_round_is_a_draft_again_and_only_its_matches_are_gone():
    tournament = tournament_of(8)
    round_ = published_round(tournament)
    before, cost, why = seats(round_), round_.cost, round_.why
    tokens = set(JudgeCard.objects.values_list("token", flat=True))
    unpublish(organiser_of(tournament), round_, round_.edition)
    round_.refresh_from_db()
    assert (round_.state, round_.published_at) == (Round.State.DRAFT, None)
    assert (seats(round_), round_.cost, round_.why) == (before, cost, why)
    assert not Match.objects.exists()
    assert not Seat.objects.exists()
    assert set(JudgeCard.objects.values_list("token", flat=True)) == tokens
    assert HistoryLine.objects.filter(code="round-unpublished", round_number=1).count() == 1


def test_published_once_more_the_same_cards_open_the_same_tables():
    tournament = tournament_of(8)
    round_ = published_round(tournament)
    judge = Client()
    judge.get(reverse("scan_card", args=[JudgeCard.objects.get(number=2).token]))
    unpublish(organiser_of(tournament), round_)
    waiting = judge.get(reverse("desk", args=[tournament.slug, 2]))
    assert "Your card is good" in waiting.content.decode()
    assert tournament.name not in waiting.content.decode()
    assert Client().get(reverse("desk", args=[tournament.slug, 2])).status_code == 404
    rounds.publish(organiser_of(tournament), round_)
    assert Match.objects.count() == 2
    actor = Actor(cards=frozenset({JudgeCard.objects.get(number=2).token}))
    enter(round_.tables.get(number=2), [10, 20, 30, 40], actor=actor)
    page = judge.get(reverse("desk", args=[tournament.slug, 2]), follow=True)
    assert page.redirect_chain[-1][0] == reverse("table", args=[tournament.slug, 1, 2])


def test_taken_back_twice_is_taken_back_once():
    tournament = tournament_of(8)
    round_ = published_round(tournament)
    for _ in range(2):
        unpublish(organiser_of(tournament), round_)
    assert HistoryLine.objects.filter(code="round-unpublished").count() == 1


def test_a_table_that_has_begun_keeps_the_round_public():
    tournament = tournament_of(8)
    round_ = published_round(tournament)
    enter(round_.tables.get(number=2), [10, 20, 30, 40])
    with pytest.raises(Refused) as caught:
        unpublish(organiser_of(tournament), round_)
    assert caught.value.code == "table-begun"
    assert "Table 2" in caught.value.message
    round_.refresh_from_db()
    assert (round_.state, Match.objects.count()) == (Round.State.PUBLISHED, 2)


def test_an_old_page_and_a_stranger_take_nothing_back():
    tournament = tournament_of(8)
    round_ = published_round(tournament)
    with pytest.raises(Refused) as caught:
        unpublish(organiser_of(tournament), round_, round_.edition - 1)
    assert caught.value.code == "stale"
    for stranger in (Actor(), Actor(UserFactory.create())):
        with pytest.raises(NotAllowed):
            unpublish(stranger, round_)
    assert Match.objects.count() == 2


def test_a_round_that_is_over_or_not_there_yet_is_left_alone():
    tournament = tournament_of(4)
    draft = draft_round(tournament)
    unpublish(organiser_of(tournament), draft)
    Round.objects.filter(pk=draft.pk).update(state=Round.State.CLOSED)
    with pytest.raises(Refused) as caught:
        unpublish(organiser_of(tournament), draft)
    assert caught.value.code == "not-published"


def test_an_entry_for_a_table_that_was_taken_back_is_told_so():
    tournament = tournament_of(4)
    round_ = published_round(tournament)
    table = round_.tables.get()
    permit = Permit(table.match_id, "judge")
    unpublish(organiser_of(tournament), round_)
    deal = {"do": "deal", "points": dict.fromkeys("1234", 10), "bell": False}
    with pytest.raises(Refused) as caught:
        append_actions(permit, 0, [NewAction(uuid.uuid4(), deal)])
    assert caught.value.code == "match-gone"
