"""Who may change and end a match of a tournament, and what the tournament makes of it."""

import uuid

import pytest

from games import services as games
from games.models import Event, Match
from games.services import Change, Entry, NewAction
from tests.factories import enter, organiser_of, published_round, tournament_of
from tournaments.access import Actor, NotAllowed
from tournaments.models import JudgeCard, Table
from tournaments.selectors.standings import standings_of
from tournaments.services import corrections, scoring

pytestmark = pytest.mark.django_db

DEAL = {"do": "deal", "points": {"1": 10, "2": 20, "3": 30, "4": 40}, "bell": False}


@pytest.fixture
def table():
    round_ = published_round(tournament_of(4))
    return Table.objects.select_related("match", "round__tournament").get(round=round_)


def actors(table):
    """The organiser, the table's judge, and somebody else."""
    tournament = table.round.tournament
    card = JudgeCard.objects.filter(tournament=tournament, number=table.number).first()
    token = card.token if card else JudgeCard.objects.create(tournament=tournament, number=table.number).token
    return organiser_of(tournament), Actor(cards=frozenset({token})), Actor()


def entry(table):
    return Entry(uuid.uuid4(), Match.objects.get(pk=table.match_id).version)


def test_a_judge_enters_and_changes_turns_and_an_outsider_does_not(table):
    _organiser, judge, outsider = actors(table)
    new = [NewAction(uuid.uuid4(), DEAL)]
    change = Change(new[0].id)
    with pytest.raises(NotAllowed):
        scoring.enter_turn(outsider, table, 0, new)
    scoring.enter_turn(judge, table, 0, new, device="phone")
    assert Event.objects.get().device == "phone"
    with pytest.raises(NotAllowed):
        scoring.preview_change(outsider, table, change)
    with pytest.raises(NotAllowed):
        corrections.apply_change(outsider, table, entry(table), change)
    assert scoring.preview_change(judge, table, change).after.totals["4"] == 0
    corrections.apply_change(judge, table, entry(table), change, device="phone")
    assert Event.objects.filter(device="phone").count() == 2


@pytest.mark.parametrize("who", [1, 2])
def test_only_the_organiser_ends_a_match(table, who):
    actor = actors(table)[who]
    with pytest.raises(NotAllowed):
        scoring.stop_match(actor, table, entry(table), "Time is over.")
    with pytest.raises(NotAllowed):
        scoring.abandon_match(actor, table, entry(table), "Ill.", {"1": 1, "2": 2, "3": 3, "4": 4})


def test_standings_follow_a_ruling_and_a_correction_made_long_after(table):
    organiser, _judge, _outsider = actors(table)
    enter(table, [10, 20, 30, 40])
    scoring.stop_match(organiser, table, entry(table), "Time is over.")
    games.finalize(table.match_id)
    assert best(table) == 4
    change = Change(
        Event.objects.get(kind="action").pk, ({**DEAL, "points": {"1": 99, "2": 2, "3": 3, "4": 4}},)
    )
    corrections.apply_change(organiser, table, entry(table), change, reason="Misread.")
    games.finalize(table.match_id)
    assert best(table) == 1


def best(table):
    """The seat of who leads the tournament."""
    leader = standings_of(table.round.tournament)[0].entrant
    return table.seating.get(entrant=leader).position
