"""Other tables where nobody has begun: shown with what they cost, then made; what has begun stays as it is."""

import pytest

from games import services as games
from games.errors import Refused
from games.models import Match
from tests.factories import UserFactory, enter, organiser_of, published_round, tournament_of
from tournaments.access import Actor, NotAllowed
from tournaments.due import rounds_to_make_again
from tournaments.models import HistoryLine, JudgeCard, Place, Player
from tournaments.services import again, planning

pytestmark = pytest.mark.django_db


def seats(round_):
    found = {}
    for place in Place.objects.filter(round=round_).select_related("table").order_by("position"):
        found.setdefault(place.table.number if place.table else None, []).append(place.entrant_id)
    return found


def matches(round_):
    return dict(round_.tables.values_list("number", "match"))


def somebody_left(people=16, **kwargs):
    """A published round; table 1 has begun; somebody leaves who sits at another."""
    tournament = tournament_of(people, **kwargs)
    round_ = published_round(tournament)
    enter(round_.tables.get(number=1), [10, 20, 30, 40])
    leaver = round_.tables.get(number=3).seating.get(position=2).entrant_id
    planning.withdraw(organiser_of(tournament), tournament, leaver)
    return round_, leaver


def proposed(round_, how=again.NEAR):
    again.ask_again(organiser_of(round_.tournament), round_, how, round_.edition)
    assert list(rounds_to_make_again()) == [round_.pk]
    again.work_out(round_.pk)
    assert list(rounds_to_make_again()) == []
    round_.refresh_from_db()
    return round_.again


def test_nothing_changes_before_the_yes():
    round_, _leaver = somebody_left()
    before = seats(round_), matches(round_), round_.cost
    proposal = proposed(round_)
    assert (seats(round_), matches(round_), round_.cost) == before
    assert proposal["changed"] == [3]
    assert set(proposal["cost"]) == {"out", "sizes", "repeats", "apart", "spread", "club", "seats"}
    assert proposal["cost"]["sizes"] == proposal["was"]["sizes"] + 1


def test_only_the_table_that_somebody_left_is_made_anew():
    round_, leaver = somebody_left()
    before, were = seats(round_), matches(round_)
    proposal = proposed(round_)
    again.carry_out_proposal(organiser_of(round_.tournament), round_, proposal["seed"])
    after, are = seats(round_), matches(round_)
    assert leaver not in [each for table in after.values() for each in table]
    assert {number: after[number] for number in (1, 2, 4)} == {number: before[number] for number in (1, 2, 4)}
    assert {number for number in are if are[number] != were[number]} == {3}
    assert sorted(after[3]) == sorted(set(before[3]) - {leaver})
    assert [seat.name for seat in Match.objects.get(pk=are[3]).seats.all()] == [
        place.entrant.name for place in round_.tables.get(number=3).seating.all()
    ]
    assert not Match.objects.filter(pk=were[3]).exists()
    round_.refresh_from_db()
    assert round_.cost == proposal["cost"]
    assert str(leaver) not in round_.why
    assert HistoryLine.objects.filter(code="tables-made-again").count() == 1


def test_paired_anew_everybody_who_has_not_begun_is_seated_and_the_others_stay():
    round_, _leaver = somebody_left()
    before, were = seats(round_), matches(round_)
    proposal = proposed(round_, again.ANEW)
    again.carry_out_proposal(organiser_of(round_.tournament), round_, proposal["seed"])
    after = seats(round_)
    assert after[1] == before[1]
    assert matches(round_)[1] == were[1]
    everybody = [each for table in after.values() for each in table]
    assert len(everybody) == len(set(everybody)) == 15
    assert sorted(map(len, after.values())) == [3, 4, 4, 4]
    assert set(after) == {1, 2, 3, 4}


def test_a_table_that_begins_meanwhile_is_left_alone_and_nothing_is_half_done():
    round_, _leaver = somebody_left()
    proposal = proposed(round_, again.ANEW)
    number = next(each for each in proposal["changed"] if round_.tables.filter(number=each).exists())
    enter(round_.tables.get(number=number), [1, 2, 3, 4])
    before = seats(round_), matches(round_)
    with pytest.raises(Refused) as caught:
        again.carry_out_proposal(organiser_of(round_.tournament), round_, proposal["seed"])
    assert caught.value.code == "table-begun"
    assert (seats(round_), matches(round_)) == before


def test_somebody_else_who_leaves_meanwhile_makes_the_offer_old():
    round_, _leaver = somebody_left()
    proposal = proposed(round_)
    other = round_.tables.get(number=3).seating.get(position=1).entrant_id
    planning.withdraw(organiser_of(round_.tournament), round_.tournament, other)
    with pytest.raises(Refused) as caught:
        again.carry_out_proposal(organiser_of(round_.tournament), round_, proposal["seed"])
    assert caught.value.code == "stale"


def test_when_a_table_is_dissolved_its_people_go_elsewhere():
    tournament = tournament_of(8, table_size=2)
    round_ = published_round(tournament)
    enter(round_.tables.get(number=1), [10, 20])
    for place in Place.objects.filter(round=round_, table__number__in=(2, 3), position=1):
        planning.withdraw(organiser_of(tournament), tournament, place.entrant_id)
    proposal = proposed(round_)
    again.carry_out_proposal(organiser_of(tournament), round_, proposal["seed"])
    after = seats(round_)
    assert sorted(map(len, after.values())) == [2, 2, 2]
    assert Match.objects.count() == 3


def test_late_entries_are_seated_at_a_table_of_their_own_with_a_card():
    tournament = tournament_of(8)
    round_ = published_round(tournament)
    enter(round_.tables.get(number=1), [10, 20, 30, 40])
    enter(round_.tables.get(number=2), [10, 20, 30, 40])
    with pytest.raises(Refused) as caught:
        again.ask_again(organiser_of(tournament), round_, again.NEAR)
    assert caught.value.code == "all-begun"
    tournament = tournament_of(4)
    round_ = published_round(tournament)
    for number in range(5, 9):
        tournament.entrants.create(number=number, name=f"Late {number}", name_key=f"late {number}")
    proposal = proposed(round_)
    again.carry_out_proposal(organiser_of(tournament), round_, proposal["seed"])
    assert sorted(map(len, seats(round_).values())) == [4, 4]
    assert JudgeCard.objects.filter(tournament=tournament).count() == 2
    for table in round_.tables.all():
        enter(table, [400, 1, 2, 3])
        games.finalize(table.match_id)
    round_.refresh_from_db()
    assert round_.state == "closed"


def test_strangers_old_pages_and_wrong_choices_change_nothing():
    round_, _leaver = somebody_left()
    for stranger in (Actor(), Actor(UserFactory.create())):
        for call in (
            lambda who: again.ask_again(who, round_, again.NEAR),
            lambda who: again.carry_out_proposal(who, round_, 1),
            lambda who: again.drop_proposal(who, round_),
        ):
            with pytest.raises(NotAllowed):
                call(stranger)
    organiser = organiser_of(round_.tournament)
    for how, edition, code in (("other", None, "bad-choice"), (again.NEAR, 0, "stale")):
        with pytest.raises(Refused) as caught:
            again.ask_again(organiser, round_, how, edition)
        assert caught.value.code == code
    with pytest.raises(Refused) as caught:
        again.carry_out_proposal(organiser, round_, 12345)
    assert caught.value.code == "stale"
    proposed(round_)
    again.drop_proposal(organiser, round_)
    round_.refresh_from_db()
    assert round_.again is None


def test_tables_made_anew_show_the_same_names_as_those_that_were_published():
    round_, _leaver = somebody_left()
    entrant = round_.tables.get(number=3).seating.get(position=1).entrant
    entrant.player = Player.objects.create(
        club=round_.tournament.club, name="Kim Klein", name_key="kim klein", shown=Player.Shown.SHORT
    )
    entrant.name = "Kim Klein"
    entrant.save()
    proposal = proposed(round_)
    again.carry_out_proposal(organiser_of(round_.tournament), round_, proposal["seed"])
    tables = round_.tables.select_related("match")
    names = {seat.name for table in tables for seat in table.match.seats.all()}
    assert "Kim K." in names
    assert "Kim Klein" not in names
