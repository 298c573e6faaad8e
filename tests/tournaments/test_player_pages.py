"""A player's pages: the search for one's table, one's matches, one's rank, and the club's record."""

import pytest
from django.test import Client
from django.urls import reverse

from games import services as games
from games.deals import deal_scores
from tests.factories import draft_round, enter, member_of, organiser_of, published_round, tournament_of
from tournaments.access import Actor
from tournaments.charts import rank_chart
from tournaments.models import Entrant, Player, Role
from tournaments.selectors.players import find_seats, player_view
from tournaments.selectors.records import may_see_record, record_of
from tournaments.selectors.standings import standings_of
from tournaments.services import closing, people, splitting

pytestmark = pytest.mark.django_db


def finish(round_, *deals):
    for table in round_.tables.all():
        for points in deals:
            enter(table, points[: table.seating.count()])
        games.finalize(table.match_id)


@pytest.fixture
def tournament():
    """Two rounds of eight: the first played, the second under way, one deal at each table."""
    made = tournament_of(8, rounds_planned=3)
    finish(published_round(made), [300, 100, 50, 20], [110, 90, 60, -20])
    for table in published_round(made).tables.all():
        enter(table, [10, 20, 30, 40])
    return made


def url(name, tournament, *more):
    return reverse(name, args=[tournament.slug, *more])


# -- where do I sit --------------------------------------------------------------------------------


def test_a_part_of_the_name_finds_the_table_of_the_newest_round(tournament):
    place = tournament.rounds.get(number=2).seating.get(entrant__number=5)
    (seat,) = find_seats(tournament, "  PLAYER 5 ")
    assert (seat.round.number, seat.table, seat.name) == (2, place.table.number, "Player 5")
    assert len(seat.others) == 3
    assert "Player 5" not in seat.others
    assert len(find_seats(tournament, "play")) == 8


@pytest.mark.parametrize("asked", ["", "   ", "Zoe", "%", "player 99"])
def test_who_is_not_there_is_not_found(tournament, asked):
    assert find_seats(tournament, asked) == []
    page = Client().get(url("where", tournament), {"q": asked}).content.decode()
    assert ("has a seat in this round" in page) == bool(asked.strip())


def test_a_draft_is_not_found_before_it_is_published():
    tournament = tournament_of(4)
    draft_round(tournament)
    assert find_seats(tournament, "Player") == []


def test_what_was_typed_is_shown_as_text_and_cut_short(tournament):
    page = Client().get(url("where", tournament), {"q": "<script>" + "x" * 500}).content.decode()
    assert "<script>x" not in page
    assert "x" * 100 not in page


def test_the_fragment_is_the_answer_alone(tournament):
    page = Client().get(url("where", tournament), {"q": "Player 5"}, HTTP_HX_REQUEST="true").content.decode()
    assert page.lstrip().startswith('<div id="where"')


def test_a_substitute_is_found_by_the_name_of_who_sits_there(tournament):
    entrant = tournament.entrants.get(number=5)
    people.substitute(organiser_of(tournament), tournament, entrant.pk, "Zoe")
    assert find_seats(tournament, "Zoe") == []
    (seat,) = find_seats(tournament, "Player 5")
    assert seat.round.number == 2


# -- my matches ------------------------------------------------------------------------------------


def test_matches_are_shown_deal_by_deal_with_opponents_and_places(tournament):
    first = tournament.rounds.get(number=1).seating.get(table__number=1, position=1)
    view = player_view(tournament, first.entrant_id)
    one, two = view.matches
    assert [each.deals for each in one.people] == [[300, 110], [100, 90], [50, 60], [20, -20]]
    assert [each.total for each in one.people] == [410, 190, 110, 0]
    assert [each.place for each in one.people] == [1, 2, 3, 4]
    assert (one.mine.place, one.final) == (1, True)
    assert (two.final, two.mine.place, two.deals) == (False, None, 1)
    assert [each.deals for each in two.people] == [[10], [20], [30], [40]]
    assert view.ranks == [(1, 1)]
    assert view.seat.table == two.table
    assert view.row.line.standing.rank == 1


def test_the_page_says_why_somebody_ranks_there(tournament):
    # Two tables with the same points: the third is behind the two winners and level with the other second.
    entrant = standings_of(tournament)[2].entrant
    page = Client().get(url("player", tournament, entrant.pk)).content.decode()
    assert "Behind" in page
    assert "Level with" in page
    assert 'class="rank-chart"' in page


def test_ranks_follow_the_rounds():
    tournament = tournament_of(4, rounds_planned=2)
    finish(published_round(tournament), [400, 300, 200, 100])
    leader = tournament.rounds.get(number=1).seating.get(position=1).entrant
    second = published_round(tournament)
    position = second.seating.get(entrant=leader).position
    points = [300, 290, 280, 270]
    points[position - 1] = 0
    points[position % 4] = 400
    finish(second, points)
    assert [number for number, _rank in player_view(tournament, leader.pk).ranks] == [1, 2]
    assert player_view(tournament, leader.pk).ranks[0] == (1, 1)
    assert player_view(tournament, leader.pk).ranks[1][1] > 1


def test_who_sat_out_reads_so():
    tournament = tournament_of(5, rounds_planned=2)
    splitting.choose_tables(organiser_of(tournament), tournament, [4])
    out = published_round(tournament).seating.get(table__isnull=True)
    view = player_view(tournament, out.entrant_id)
    assert view.matches[0].table is None
    assert "sits out this round" in Client().get(url("player", tournament, out.entrant.pk)).content.decode()


def test_a_player_of_another_tournament_is_not_found_here(tournament):
    other = tournament_of(2).entrants.first()
    assert Client().get(url("player", tournament, other.pk)).status_code == 404


def test_the_page_takes_few_queries(tournament, django_assert_max_num_queries):
    entrant = tournament.entrants.first()
    client = Client()
    client.get(url("player", tournament, entrant.pk))  # has the ranks of all rounds computed, for everybody
    with django_assert_max_num_queries(12):
        client.get(url("player", tournament, entrant.pk))
    with django_assert_max_num_queries(10):
        client.get(url("where", tournament), {"q": "play"})


def test_deals_of_a_match_without_its_engine_are_not_told(tournament):
    match = tournament.rounds.get(number=1).tables.first().match
    assert len(deal_scores(match)) == 2
    match.rules_key = "gone"
    assert deal_scores(match) == []


@pytest.mark.parametrize(("ranks", "dots"), [([], 0), ([(1, 3)], 1), ([(1, 3), (2, 1), (3, 700)], 3)])
def test_the_drawing_has_a_dot_a_round(ranks, dots):
    drawn = rank_chart(ranks, 700)
    assert drawn.count("<circle") == dots
    assert "style=" not in drawn


# -- the club's record -----------------------------------------------------------------------------


@pytest.fixture
def ana(tournament):
    player = Player.objects.create(club=tournament.club, name="Ana", name_key="ana")
    place = tournament.rounds.get(number=1).seating.get(table__number=1, position=1)
    Entrant.objects.filter(pk=place.entrant_id).update(player=player)
    return player


def test_the_record_counts_what_is_final(ana, tournament):
    record = record_of(ana)
    assert (record.matches, record.wins, record.best.points, record.best.round) == (1, 1, 410, 1)
    assert record.entries[0].rank is None
    for table in tournament.rounds.get(number=2).tables.all():
        enter(table, [400, 1, 2, 3])
        games.finalize(table.match_id)
    closing.close(organiser_of(tournament), tournament)
    record = record_of(ana)
    assert record.matches == 2
    assert record.entries[0].rank == Entrant.objects.get(player=ana).final_rank
    page = Client().get(reverse("player_record", args=[ana.club.slug, ana.pk])).content.decode()
    assert tournament.name in page


def test_a_tournament_that_is_not_public_is_not_in_the_record(ana):
    draft = tournament_of(2)
    draft.entrants.update(player=None)
    draft.entrants.filter(number=1).update(player=ana)
    assert draft not in [entry.tournament for entry in record_of(ana).entries]


@pytest.mark.parametrize(
    "private", [{"shown": Player.Shown.SHORT}, {"shown": Player.Shown.NUMBER}, {"minor": True}]
)
def test_who_is_not_shown_by_name_has_a_record_for_the_club_alone(ana, private):
    Player.objects.filter(pk=ana.pk).update(**private)
    ana.refresh_from_db()
    address = reverse("player_record", args=[ana.club.slug, ana.pk])
    assert Client().get(address).status_code == 404
    member = member_of(ana.club, Role.VIEWER)
    assert may_see_record(member, ana)
    assert not may_see_record(Actor(), ana)


def test_a_record_is_found_in_its_own_club_alone(ana):
    other = tournament_of(2).club
    assert Client().get(reverse("player_record", args=[other.slug, ana.pk])).status_code == 404
