"""What is reckoned once and kept is what reckoning anew would give, whatever was written meanwhile."""

from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import services as games
from tests.factories import draft_round, enter, organiser_of, published_round, tournament_of
from tests.tournaments.test_seating import second_draft
from tournaments.models import Absence, Entrant, KeepApart, Penalty, Player, Tournament
from tournaments.selectors import kept as keeping
from tournaments.selectors.arranging import Wish, board_of
from tournaments.selectors.kept import MOST_THINGS, kept
from tournaments.selectors.kept_board import kept_board
from tournaments.selectors.kept_standings import kept_running, kept_standings, moving_standings
from tournaments.selectors.provisional import running_of
from tournaments.selectors.standings import standings_of
from tournaments.selectors.versions import live_token, rounds_of
from tournaments.services import seating

# -- keeping -------------------------------------------------------------------------------------


def test_a_version_is_reckoned_once_and_the_next_one_anew():
    made = []

    def make():
        made.append(len(made))
        return len(made)

    assert [kept("one", version, make) for version in ("a", "a", "b", "a")] == [1, 1, 2, 3]


def test_only_so_many_things_are_kept_those_not_asked_for_are_let_go():
    def name(number):
        return f"thing {number}"

    for number in range(MOST_THINGS):
        kept(name(number), "a", lambda: "old")
    assert kept(name(0), "a", lambda: "new") == "old"
    kept("one more", "a", lambda: "old")
    assert len(keeping._things) == MOST_THINGS
    assert kept(name(0), "a", lambda: "new") == "old"
    assert kept(name(1), "a", lambda: "new") == "new"


def test_what_fails_is_not_kept():
    with pytest.raises(ZeroDivisionError):
        kept("one", "a", lambda: 1 // 0)
    assert kept("one", "a", lambda: 2) == 2


# -- standings -----------------------------------------------------------------------------------


@pytest.fixture
def playing(db):
    """One table final, one after its first deal."""
    tournament = tournament_of(8)
    first, second = published_round(tournament).tables.order_by("number")
    enter(first, [400, 30, 20, 10])
    games.finalize(first.match_id)
    enter(second, [10, 20, 30, 40])
    return tournament


def told(lines):
    return [(line.entrant, line.standing, line.above, line.below, line.penalties) for line in lines]


def second_table(tournament):
    return tournament.rounds.get(number=1).tables.get(number=2)


def finish(tournament):
    enter(second_table(tournament), [0, 0, 0, 400])
    games.finalize(second_table(tournament).match_id)


def another_deal(tournament):
    enter(second_table(tournament), [200, 0, 0, 0])


def penalty(tournament):
    Penalty.objects.create(
        tournament=tournament,
        entrant=tournament.entrants.all()[0],
        kind=Penalty.Kind.PLACING,
        amount=Decimal(2),
        reason="Late",
        given_at=timezone.now(),
        given_by="organiser",
    )


def newcomer(tournament):
    Entrant.objects.create(
        tournament=tournament, number=99, name="New", name_key="new", late_points=Decimal(9)
    )


def late_points(tournament):
    tournament.entrants.filter(number=3).update(late_points=Decimal(7))


def other_order(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(tiebreaks=["points", "placing"])


def other_worth(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(placing={"4": ["9", "2", "1", "0"]})


def nothing(tournament):
    pass


@pytest.mark.parametrize(
    "change",
    [nothing, finish, another_deal, penalty, newcomer, late_points, other_order, other_worth],
)
def test_kept_standings_are_those_that_reckoning_gives(playing, change):
    def both():
        tournament = Tournament.objects.get(pk=playing.pk)
        rounds = rounds_of(tournament)
        token = live_token(tournament, rounds)
        running = kept_running(tournament, rounds, token)
        now = running_of(rounds)
        assert running == now
        assert told(kept_standings(tournament, rounds)) == told(standings_of(tournament))
        moving = told(moving_standings(tournament, rounds, token, running))
        assert moving == told(standings_of(tournament, rounds, now.otherwise))
        return moving

    before = both()
    change(playing)
    assert (both() == before) == (change is nothing)


def test_an_entry_elsewhere_leaves_the_final_ones_kept(playing, django_assert_max_num_queries):
    rounds = rounds_of(playing)
    kept_standings(playing, rounds)
    another_deal(playing)
    with django_assert_max_num_queries(3):
        kept_standings(playing, rounds)


# -- a draft -------------------------------------------------------------------------------------


def leave(round_):
    round_.tournament.entrants.filter(number=1).update(withdrawn=True)


def stay_away(round_):
    Absence.objects.create(entrant=round_.tournament.entrants.get(number=2), round_number=round_.number)


def keep_apart(round_):
    one, other = round_.tournament.entrants.order_by("number")[:2]
    KeepApart.objects.create(one=one, other=other)


def join_a_club(round_):
    round_.tournament.entrants.update(club="Ravens")


def sit_still(round_):
    round_.tournament.entrants.filter(number=4).update(fixed_table=2)


def exchange(round_):
    one, other = (table.seating.get(position=1) for table in round_.tables.order_by("number")[:2])
    wish = Wish(one.entrant_id, other=other.entrant_id)
    seating.change_seats(organiser_of(round_.tournament), round_, wish, round_.edition)
    round_.refresh_from_db()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        lambda round_: None,
        leave,
        stay_away,
        keep_apart,
        join_a_club,
        sit_still,
        exchange,
        lambda round_: penalty(round_.tournament),
    ],
)
def test_a_draft_that_is_looked_at_again_is_read_as_it_is(change):
    round_ = second_draft(people=9)
    assert kept_board(round_) == board_of(round_)
    change(round_)
    assert kept_board(round_) == board_of(round_)


@pytest.mark.django_db
@pytest.mark.parametrize("people", [8, 40])
def test_looking_at_a_change_takes_few_queries(people, django_assert_max_num_queries):
    round_ = second_draft(people=people)
    picks = "&".join(f"pick={pk}" for pk in round_.tournament.entrants.values_list("pk", flat=True)[:2])
    address = f"{reverse('change_seats', args=[round_.tournament.slug, round_.number])}?{picks}"
    client = Client()
    client.force_login(round_.tournament.organiser)
    client.get(address)
    with django_assert_max_num_queries(12):
        assert client.get(address).status_code == 200


# -- pages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["wall", "embed", "standings_json", "pictures"])
def test_a_name_that_is_covered_is_gone_from_every_page_that_was_kept(playing, name):
    finish(playing)
    address = reverse(name, args=[playing.slug])
    entrant = playing.entrants.get(number=1)
    assert entrant.name in Client().get(address).content.decode()
    entrant.player = Player.objects.create(
        club=playing.club, name="A", name_key="a", shown=Player.Shown.NUMBER
    )
    entrant.name = "Zelda Quux"
    entrant.save()
    told = Client().get(address).content.decode()
    assert "No. 1" in told
    assert "Quux" not in told


@pytest.mark.django_db
def test_a_draft_is_not_on_the_wall():
    tournament = tournament_of(8)
    for table in published_round(tournament).tables.all():
        enter(table, [400, 30, 20, 10])
        games.finalize(table.match_id)
    address = reverse("wall", args=[tournament.slug])
    before = Client().get(address).content.decode()
    draft_round(tournament)
    organiser = Client()
    organiser.force_login(organiser_of(tournament).user)
    assert "Round 2" not in organiser.get(address).content.decode()
    assert "Round 1" in before
