"""A draft changed by hand: shown before it is done, true afterwards, and taken back whole."""

import pytest

from games import services as games
from games.errors import Refused
from tests.factories import (
    UserFactory,
    draft_round,
    enter,
    organiser_of,
    published_round,
    tournament_of,
)
from tournaments.access import Actor, NotAllowed
from tournaments.models import Entrant, HistoryLine, KeepApart, Place, Round
from tournaments.pairing.api import COSTS
from tournaments.selectors.arranging import Wish, board_of, preview_of
from tournaments.selectors.pages import round_view
from tournaments.services import planning, rounds, seating

pytestmark = pytest.mark.django_db


def second_draft(people=8, **kwargs):
    """The draft of a second round: some have met."""
    tournament = tournament_of(people, **kwargs)
    for table in published_round(tournament).tables.all():
        enter(table, [400, 300, 200, 100, 50, 20][: table.seating.count()])
        games.finalize(table.match_id)
    return draft_round(tournament)


def seats(round_):
    return {
        (place.table.number if place.table else None, place.position): place.entrant_id
        for place in Place.objects.filter(round=round_).select_related("table")
    }


def whole(round_):
    round_.refresh_from_db()
    return seats(round_), round_.cost, round_.bound, round_.why


def at(round_, number, position=1):
    return round_.tables.get(number=number).seating.get(position=position).entrant_id


def change(round_, wish, edition=None):
    return seating.change_seats(organiser_of(round_.tournament), round_, wish, edition)


@pytest.mark.parametrize(
    ("system", "people", "size"),
    [("swiss", 9, 4), ("swiss", 10, 3), ("random", 8, 4), ("round-robin", 8, 4), ("schedule", 12, 4)],
)
def test_the_costs_counted_by_hand_are_those_that_the_system_stated(system, people, size):
    tournament = tournament_of(people, table_size=size)
    tournament.stages.create(number=1, system=system, rounds=3, table_size=size)
    for table in published_round(tournament).tables.all():
        enter(table, [400, 300, 200, 100, 50, 20][: table.seating.count()])
        games.finalize(table.match_id)
    round_ = draft_round(tournament)
    one, other = at(round_, 1), at(round_, 2)
    there = preview_of(board_of(round_), Wish(one, other=other))
    change(round_, Wish(one, other=other))
    round_.refresh_from_db()
    assert round_.cost == dict(there.cost)
    back = preview_of(board_of(round_), Wish(one, other=other))
    assert {key: back.cost[key] for key in COSTS} == {
        key: each for key, each in round_.changes[0]["cost"].items() if key in COSTS
    }


def test_the_preview_says_what_each_cost_would_be_and_who_would_meet_again():
    round_ = second_draft()
    first = round_.tournament.rounds.get(number=1)
    mates = [place.entrant for place in first.tables.get(number=1).seating.all()]
    here = at(round_, 1, 1)
    other = next(
        place.entrant_id
        for place in round_.tables.get(number=2).seating.all()
        if (place.entrant in mates) == (here in [each.pk for each in mates])
    )
    before = whole(round_)
    preview = preview_of(board_of(round_), Wish(here, other=other))
    assert [each.now.key for each in preview.costs] == list(COSTS)
    repeats = next(each for each in preview.costs if each.now.key == "repeats")
    assert int(repeats.then.number) - int(repeats.now.number) == len(preview.meet_again) - len(preview.spared)
    names = {each.name for each in Entrant.objects.all()}
    assert all(set(pair.split(" and ")) <= names for pair in preview.meet_again)
    assert whole(round_) == before


def test_two_change_places_and_everything_told_stays_true():
    round_ = second_draft()
    one, other = at(round_, 1, 2), at(round_, 2, 3)
    change(round_, Wish(one, other=other))
    round_.refresh_from_db()
    assert (at(round_, 1, 2), at(round_, 2, 3)) == (other, one)
    board = board_of(round_)
    again = preview_of(board, Wish(one, other=other))
    assert again.board.round.cost != {}
    assert round_view(round_).changes
    assert next(code for code, _ in round_.why[str(one)]) == "put-here-by-hand"
    assert next(code for code, _ in round_.why[str(at(round_, 1, 1))]) == "joined-by-hand"
    assert "no seating with fewer" not in " ".join(round_view(round_).whys.values())
    line = HistoryLine.objects.get(code="seats-exchanged")
    assert line.round_number == 2
    assert {line.args["name"], line.args["other"]} == {
        Entrant.objects.get(pk=one).name,
        Entrant.objects.get(pk=other).name,
    }


def test_a_bound_is_given_up_where_it_is_no_longer_proved():
    round_ = second_draft(12, table_size=3)
    assert round_.bound["repeats"] == round_.cost["repeats"] == 0
    first = round_.tournament.rounds.get(number=1)
    met = {
        frozenset((one.entrant_id, other.entrant_id))
        for table in first.tables.all()
        for one in table.seating.all()
        for other in table.seating.all()
    }
    one = at(round_, 1, 1)
    stay = [at(round_, 1, 2), at(round_, 1, 3)]
    wish = next(
        Wish(one, other=place.entrant_id)
        for place in Place.objects.filter(round=round_, table__number__gt=1)
        if any(frozenset((place.entrant_id, each)) in met for each in stay)
    )
    change(round_, wish)
    round_.refresh_from_db()
    assert round_.cost["repeats"] > 0
    assert round_.bound["repeats"] == 0
    assert "spread" not in round_.bound


def test_changes_are_taken_back_one_by_one_until_the_draft_is_as_it_was():
    round_ = second_draft(9)
    board = board_of(round_)
    before = whole(round_)
    big = next(table for table in board.arrangement.tables if len(table.seats) == 5)
    small = next(table for table in board.arrangement.tables if len(table.seats) == 4)
    change(round_, Wish(int(big.seats[0]), other=int(small.seats[0])))
    middle = whole(round_)
    change(round_, Wish(int(big.seats[1]), table=small.number))
    change(round_, Wish(int(big.seats[2])))
    round_.refresh_from_db()
    assert len(round_.changes) == 3
    organiser = organiser_of(round_.tournament)
    for _ in range(2):
        seating.undo_change(organiser, round_)
    assert whole(round_) == middle
    seating.undo_change(organiser, round_)
    assert whole(round_) == before
    with pytest.raises(Refused) as caught:
        seating.undo_change(organiser, round_)
    assert caught.value.code == "nothing-to-undo"


def test_somebody_sits_out_and_somebody_who_sat_out_is_seated():
    tournament = tournament_of(7, table_size=2)
    round_ = draft_round(tournament)
    big = Place.objects.filter(round=round_, position=3).get()
    out, one = big.entrant_id, at(round_, 1 if big.table.number != 1 else 2)
    change(round_, Wish(out))
    round_.refresh_from_db()
    assert (round_.cost["out"], round_.cost["sizes"], "sizes" in round_.bound) == (1, 0, False)
    change(round_, Wish(one, other=out))
    round_.refresh_from_db()
    assert Place.objects.get(round=round_, table=None).entrant_id == one
    assert round_.why[str(one)] == [["out-by-hand", {}]]
    assert round_.cost["out"] == 1
    change(round_, Wish(one, table=2))
    round_.refresh_from_db()
    assert (round_.cost["out"], round_.cost["sizes"]) == (0, 1)
    assert at(round_, 2, 3) == one


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (lambda round_: Wish(at(round_, 1), other=at(round_, 1)), "with-oneself"),
        (lambda round_: Wish(at(round_, 1), table=1), "there-already"),
        (lambda round_: Wish(at(round_, 1), table=9), "no-table-of-that-number"),
        (lambda round_: Wish(at(round_, 1)), "size-by-hand"),
        (lambda round_: Wish(999_999, other=at(round_, 1)), "stale"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_changes(wish, code):
    round_ = draft_round(tournament_of(4, table_size=2))
    before = whole(round_)
    with pytest.raises(Refused) as caught:
        change(round_, wish(round_))
    assert caught.value.code == code
    assert whole(round_) == before
    assert not HistoryLine.objects.filter(code__startswith="seat").exists()


def test_somebody_with_a_fixed_table_stays_there():
    tournament = tournament_of(8)
    Entrant.objects.filter(tournament=tournament, number=1).update(fixed_table=2)
    round_ = draft_round(tournament)
    fixed = Entrant.objects.get(tournament=tournament, number=1)
    with pytest.raises(Refused) as caught:
        change(round_, Wish(fixed.pk, other=at(round_, 1)))
    assert caught.value.code == "fixed-by-hand"
    assert fixed.name in caught.value.message


def test_pairs_to_be_kept_apart_are_named():
    tournament = tournament_of(8)
    round_ = draft_round(tournament)
    one, stays = at(round_, 2, 1), at(round_, 1, 2)
    KeepApart.objects.create(one_id=min(one, stays), other_id=max(one, stays))
    preview = preview_of(board_of(round_), Wish(at(round_, 1, 1), other=one))
    assert len(preview.together) == 1
    assert preview.verdict == "worse"


def test_somebody_who_left_is_replaced_by_hand_and_does_not_sit_out():
    tournament = tournament_of(9, table_size=2)
    round_ = draft_round(tournament)
    out = Place.objects.get(round=round_, position=3).entrant_id
    change(round_, Wish(out))
    left = at(round_, 1)
    planning.withdraw(organiser_of(tournament), tournament, left)
    assert round_view(round_).gone == {left}
    change(round_, Wish(left, other=out))
    assert not Place.objects.filter(round=round_, entrant=left).exists()
    round_.refresh_from_db()
    assert round_.cost["out"] == 0
    rounds.publish(organiser_of(tournament), round_)
    seating_before = seats(round_)
    assert left not in seating_before.values()


def test_somebody_who_came_late_is_seated_by_hand_and_the_undo_unseats_them():
    tournament = tournament_of(8)
    round_ = draft_round(tournament)
    before = whole(round_)
    late = Entrant.objects.create(tournament=tournament, number=9, name="Late", name_key="late")
    assert [each.pk for each in round_view(round_).missing] == [late.pk]
    change(round_, Wish(late.pk, table=1))
    assert at(round_, 1, 5) == late.pk
    seating.undo_change(organiser_of(tournament), round_)
    assert whole(round_) == before


def test_only_the_organiser_and_only_a_draft_and_only_the_one_that_was_shown():
    tournament = tournament_of(8)
    round_ = draft_round(tournament)
    wish = Wish(at(round_, 1), other=at(round_, 2))
    with pytest.raises(NotAllowed):
        seating.change_seats(Actor(UserFactory.create()), round_, wish)
    with pytest.raises(NotAllowed):
        seating.undo_change(Actor(), round_)
    edition = round_.edition
    change(round_, wish, edition)
    with pytest.raises(Refused) as caught:
        change(round_, wish, edition)
    assert caught.value.code == "stale"
    with pytest.raises(Refused) as caught:
        rounds.publish(organiser_of(tournament), round_, round_.seed, edition)
    assert caught.value.code == "stale"
    rounds.publish(organiser_of(tournament), round_, round_.seed, edition + 1)
    with pytest.raises(Refused) as caught:
        change(round_, wish)
    assert caught.value.code == "not-a-draft"


def test_paired_again_a_draft_forgets_what_was_changed():
    tournament = tournament_of(8)
    round_ = draft_round(tournament)
    change(round_, Wish(at(round_, 1), other=at(round_, 2)))
    again = draft_round(tournament)
    assert (again.changes, again.edition) == ([], 3)
    assert Round.objects.count() == 1
