"""What each role of a club may do: tried through the services, role by role."""

import uuid

import pytest

from games.services import Entry
from tests.factories import (
    ClubFactory,
    draft_round,
    member_of,
    organiser_of,
    published_round,
    tournament_of,
)
from tournaments.access import Actor, NotAllowed
from tournaments.models import Duty, HistoryLine, Role
from tournaments.roles import IN_WORDS, MAY, Permission
from tournaments.selectors.pages import visible_tournaments
from tournaments.services import rounds, scoring

pytestmark = pytest.mark.django_db


def test_every_permission_has_its_row_and_its_words():
    assert set(MAY) == set(IN_WORDS) == set(Permission)
    assert all(Role.OWNER in roles for roles in MAY.values())


@pytest.mark.parametrize("role", Role.values)
def test_only_who_runs_tournaments_pairs_a_round(role):
    tournament = tournament_of(4)
    actor = member_of(tournament.club, role)
    if role in (Role.OWNER, Role.ORGANISER):
        rounds.ask_for_pairings(actor, tournament)
        line = HistoryLine.objects.filter(tournament=tournament).get()
        assert (line.code, line.actor, line.round_number) == ("pairings-asked", str(actor.user), 1)
    else:
        with pytest.raises(NotAllowed):
            rounds.ask_for_pairings(actor, tournament)
        assert not HistoryLine.objects.filter(tournament=tournament).exists()


@pytest.mark.parametrize("role", Role.values)
def test_another_clubs_draft_is_seen_by_nobody(role):
    tournament = tournament_of(4)
    stranger = member_of(ClubFactory.create(), role)
    assert not stranger.sees(tournament)
    assert tournament not in visible_tournaments(stranger)
    with pytest.raises(NotAllowed):
        rounds.ask_for_pairings(stranger, tournament)
    ours = member_of(tournament.club, role)
    assert ours.sees(tournament)
    assert tournament in visible_tournaments(ours)


def test_a_draft_of_a_round_is_for_those_who_run_it():
    tournament = tournament_of(4)
    draft = draft_round(tournament)
    assert organiser_of(tournament).sees_round(draft)
    assert not member_of(tournament.club, Role.VIEWER).sees_round(draft)


def test_a_judge_scores_only_at_the_tables_given_to_them():
    tournament = tournament_of(8)
    mine, other = published_round(tournament).tables.select_related("match", "round__tournament")
    judge = member_of(tournament.club, Role.JUDGE)
    Duty.objects.create(tournament=tournament, user=judge.user, number=mine.number)
    entered = scoring.enter_deal(
        judge, mine, Entry(uuid.uuid4(), 0), {"1": 5, "2": 6, "3": 7, "4": 8}, bell=False
    )
    assert entered.version == 1
    assert entered.events.get().actor == str(judge.user)
    with pytest.raises(NotAllowed):
        scoring.enter_deal(judge, other, Entry(uuid.uuid4(), 0), {"1": 5}, bell=False)


def test_a_table_given_to_somebody_who_is_no_judge_any_more_is_closed_to_them():
    tournament = tournament_of(4)
    table = published_round(tournament).tables.select_related("match", "round__tournament").get()
    judge = member_of(tournament.club, Role.JUDGE)
    assert judge.user
    Duty.objects.create(tournament=tournament, user=judge.user, number=table.number)
    judge.user.memberships.update(role=Role.VIEWER)
    assert not Actor(judge.user).judges(table)
