"""A round's life: asked for, paired, published, played, closed."""

import uuid

import pytest

from games import services as games
from games.errors import Refused
from games.models import Match
from games.services import Entry
from tests.factories import (
    UserFactory,
    draft_round,
    enter,
    organiser_of,
    published_round,
    tournament_of,
)
from tournaments.access import Actor, NotAllowed
from tournaments.due import rounds_to_pair
from tournaments.models import JudgeCard, Round, Table
from tournaments.selectors.next_step import Step, next_step
from tournaments.selectors.pages import overview_of
from tournaments.selectors.standings import standings_of
from tournaments.services import planning, rounds, scoring

pytestmark = pytest.mark.django_db


def step(tournament):
    return next_step(tournament, list(tournament.rounds.order_by("number"))).step


def play_out(round_, points=(400, 300, 200, 100)):
    for table in round_.tables.all():
        enter(table, list(points[: table.seating.count()]))
        games.finalize(table.match_id)
    round_.refresh_from_db()


def test_asking_is_a_fact_in_the_database_until_it_is_done():
    tournament = tournament_of(8)
    round_ = rounds.ask_for_pairings(organiser_of(tournament), tournament)
    assert list(rounds_to_pair()) == [round_.pk]
    rounds.compute_pairings(round_.pk)
    assert list(rounds_to_pair()) == []
    round_.refresh_from_db()
    assert (round_.state, round_.tables.count(), round_.seating.count()) == (Round.State.DRAFT, 2, 8)


def test_computing_twice_leaves_one_draft():
    round_ = draft_round(tournament_of(8))
    before = list(round_.seating.values_list("entrant", "table", "position"))
    rounds.compute_pairings(round_.pk)
    assert list(round_.seating.values_list("entrant", "table", "position")) == before


def test_asking_again_pairs_the_same_round_anew():
    tournament = tournament_of(8)
    first = draft_round(tournament)
    second = draft_round(tournament)
    assert (first.pk, second.number, second.tables.count()) == (second.pk, 1, 2)
    assert second.seed != first.seed


def test_too_few_people_are_told_before_anything_is_asked():
    tournament = tournament_of(1)
    with pytest.raises(Refused) as caught:
        rounds.ask_for_pairings(organiser_of(tournament), tournament)
    assert caught.value.code == "too-few-players"
    assert not tournament.rounds.exists()


def test_people_who_leave_while_it_is_being_paired_are_told_on_the_round():
    tournament = tournament_of(2)
    round_ = rounds.ask_for_pairings(organiser_of(tournament), tournament)
    planning.withdraw(organiser_of(tournament), tournament, tournament.entrants.get(number=1).pk)
    rounds.compute_pairings(round_.pk)
    round_.refresh_from_db()
    assert (round_.state, bool(round_.problem)) == (Round.State.PAIRING, True)
    assert list(rounds_to_pair()) == []


def test_publishing_begins_the_matches_and_makes_the_cards():
    tournament = tournament_of(8)
    round_ = published_round(tournament)
    assert round_.state == Round.State.PUBLISHED
    assert Match.objects.count() == 2
    assert list(JudgeCard.objects.values_list("number", flat=True)) == [1, 2]
    for table in round_.tables.all():
        names = [place.entrant.name for place in table.seating.all()]
        assert [seat.name for seat in table.match.seats.all()] == names


def test_published_twice_is_published_once():
    tournament = tournament_of(8)
    round_ = published_round(tournament)
    rounds.publish(organiser_of(tournament), round_)
    assert Match.objects.count() == 2


def test_a_round_that_is_still_being_paired_cannot_be_published():
    tournament = tournament_of(8)
    round_ = rounds.ask_for_pairings(organiser_of(tournament), tournament)
    with pytest.raises(Refused) as caught:
        rounds.publish(organiser_of(tournament), round_)
    assert caught.value.code == "not-a-draft"


def test_a_draft_with_somebody_who_left_cannot_be_published():
    tournament = tournament_of(8)
    round_ = draft_round(tournament)
    planning.withdraw(organiser_of(tournament), tournament, tournament.entrants.get(number=3).pk)
    with pytest.raises(Refused) as caught:
        rounds.publish(organiser_of(tournament), round_)
    assert caught.value.code == "draft-out-of-date"
    assert not Match.objects.exists()


def test_the_next_round_waits_for_the_last_table():
    tournament = tournament_of(8)
    round_ = published_round(tournament)
    with pytest.raises(Refused) as caught:
        rounds.ask_for_pairings(organiser_of(tournament), tournament)
    assert caught.value.code == "round-not-over"
    play_out(round_)
    assert round_.state == Round.State.CLOSED
    assert rounds.ask_for_pairings(organiser_of(tournament), tournament).number == 2


def test_a_result_taken_back_opens_the_round_again():
    tournament = tournament_of(4)
    round_ = published_round(tournament)
    play_out(round_)
    table = round_.tables.select_related("match", "round__tournament").get()
    scoring.take_back_deal(organiser_of(tournament), table, Entry(uuid.uuid4(), table.match.version))
    round_.refresh_from_db()
    assert round_.state == Round.State.PUBLISHED
    with pytest.raises(Refused):
        rounds.ask_for_pairings(organiser_of(tournament), tournament)


def test_a_later_draft_is_not_published_over_a_round_taken_up_again():
    tournament = tournament_of(4)
    play_out(first := published_round(tournament))
    second = draft_round(tournament)
    table = first.tables.select_related("match", "round__tournament").get()
    scoring.take_back_deal(organiser_of(tournament), table, Entry(uuid.uuid4(), table.match.version))
    with pytest.raises(Refused) as caught:
        rounds.publish(organiser_of(tournament), second)
    assert caught.value.code == "round-not-over"


def test_the_organiser_always_has_one_next_step():
    tournament = tournament_of(0, rounds_planned=2)
    organiser = organiser_of(tournament)
    assert step(tournament) == Step.ENTER
    planning.enter_names(organiser, uuid.uuid4(), tournament, "Ana\nBo\nCy\nDi")
    for _ in range(2):
        assert step(tournament) == Step.PAIR
        round_ = rounds.ask_for_pairings(organiser, tournament)
        assert step(tournament) == Step.WAIT
        rounds.compute_pairings(round_.pk)
        assert step(tournament) == Step.PUBLISH
        rounds.publish(organiser, round_)
        assert step(tournament) == Step.PLAY
        play_out(round_)
    assert step(tournament) == Step.DONE
    with pytest.raises(Refused) as caught:
        rounds.ask_for_pairings(organiser, tournament)
    assert caught.value.code == "tournament-over"


def test_the_last_round_names_the_winner():
    tournament = tournament_of(4, rounds_planned=1)
    round_ = published_round(tournament)
    assert overview_of(Actor(), tournament).winners == []
    play_out(round_)
    first_seat = round_.tables.get().seating.get(position=1).entrant
    (winner,) = overview_of(Actor(), tournament).winners
    assert winner.entrant == first_seat
    assert [line.standing.points for line in standings_of(tournament)] == [400, 300, 200, 100]


def test_an_old_page_does_not_begin_the_round_after_the_one_it_meant():
    tournament = tournament_of(8)
    play_out(published_round(tournament))
    with pytest.raises(Refused) as caught:
        rounds.ask_for_pairings(organiser_of(tournament), tournament, 1)
    assert caught.value.code == "stale"
    assert tournament.rounds.count() == 1


def test_a_draft_that_nobody_looked_at_is_not_published():
    tournament = tournament_of(8)
    seen = draft_round(tournament).seed
    round_ = draft_round(tournament)
    with pytest.raises(Refused) as caught:
        rounds.publish(organiser_of(tournament), round_, seen)
    assert caught.value.code == "stale"
    rounds.publish(organiser_of(tournament), round_, round_.seed)
    assert Match.objects.count() == 2


def test_a_draft_made_from_other_results_is_not_published():
    tournament = tournament_of(4)
    play_out(first := published_round(tournament))
    second = draft_round(tournament)
    table = first.tables.select_related("match", "round__tournament").get()
    scoring.take_back_deal(organiser_of(tournament), table, Entry(uuid.uuid4(), table.match.version))
    play_out(first, points=(100, 200, 300, 400))
    with pytest.raises(Refused) as caught:
        rounds.publish(organiser_of(tournament), second)
    assert caught.value.code == "draft-out-of-date"


def test_when_everybody_has_left_people_are_what_is_missing():
    tournament = tournament_of(4)
    play_out(published_round(tournament))
    for entrant in tournament.entrants.all():
        planning.withdraw(organiser_of(tournament), tournament, entrant.pk)
    assert step(tournament) == Step.ENTER


def test_an_old_page_withdraws_nobody_else():
    tournament = tournament_of(2)
    gone = tournament.entrants.get(number=2).pk
    planning.withdraw(organiser_of(tournament), tournament, gone)
    planning.enter_names(organiser_of(tournament), uuid.uuid4(), tournament, "Cleo")
    with pytest.raises(Refused):
        planning.withdraw(organiser_of(tournament), tournament, gone)
    assert tournament.entrants.filter(name="Cleo").exists()


@pytest.mark.parametrize("signed_in", [True, False])
def test_only_the_organiser_pairs_and_publishes(signed_in):
    tournament = tournament_of(8)
    outsider = Actor(UserFactory.create() if signed_in else None)
    with pytest.raises(NotAllowed):
        rounds.ask_for_pairings(outsider, tournament)
    round_ = draft_round(tournament)
    with pytest.raises(NotAllowed):
        rounds.publish(outsider, round_)
    assert not Match.objects.exists()


def test_a_card_scores_at_its_own_table_and_nowhere_else():
    tournament = tournament_of(8)
    round_ = published_round(tournament)
    judge = Actor(cards=frozenset({JudgeCard.objects.get(number=1).token}))
    enter(round_.tables.get(number=1), [10, 20, 30, 40], actor=judge)
    with pytest.raises(NotAllowed):
        enter(round_.tables.get(number=2), [10, 20, 30, 40], actor=judge)
    for stranger in (Actor(), Actor(UserFactory.create()), Actor(cards=frozenset({"guessed"}))):
        with pytest.raises(NotAllowed):
            enter(round_.tables.get(number=1), [10, 20, 30, 40], actor=stranger)
    assert Table.objects.get(number=1).match.version == 1


def test_publishing_asks_as_much_for_many_tables_as_for_few(django_assert_max_num_queries):
    asked = []
    for people in (8, 80):
        round_ = draft_round(tournament_of(people))
        with django_assert_max_num_queries(60) as captured:
            rounds.publish(organiser_of(round_.tournament), round_)
        asked.append(len(captured))
        assert round_.tables.filter(match__isnull=False).count() == people // 4
    assert asked[0] == asked[1]
