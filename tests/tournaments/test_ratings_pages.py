"""The pages about ratings and histories: what they show, and to whom."""

import pytest
from django.test import Client
from django.urls import reverse

from games import services as games
from games.errors import Refused
from tests.digits import stands_in
from tests.factories import (
    ClubFactory,
    EntrantFactory,
    TournamentFactory,
    draft_round,
    enter,
    member_of,
    published_round,
    tournament_of,
)
from tests.tournaments.evenings import PEOPLE, evening_of
from tournaments.access import NotAllowed
from tournaments.models import HistoryLine, Player, Ranking, Rating, Role
from tournaments.ratings.scale import PROVISIONAL
from tournaments.selectors.meetings import feats_of, sittings_of
from tournaments.selectors.ranking import past_of, ranking_view
from tournaments.services import closing, erasing, holds, people
from tournaments.services.ratings import compute_ratings, show_ratings
from tournaments.services.start_list import number_by_rating

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return ClubFactory.create()


@pytest.fixture
def owner(club):
    return member_of(club, Role.OWNER)


@pytest.fixture
def evenings(club, owner):
    """Three: Ana wins twice, Bo once; Dee is always the last."""
    made = [
        evening_of(club, owner.user, day=1),
        evening_of(club, owner.user, ("Bo Berg", "Ana Almeida", "Cem Can", "Dee Dunn"), day=8),
        evening_of(club, owner.user, day=15, points=(500, 300, 200, -20)),
    ]
    compute_ratings(club.pk)
    return made


def client_of(actor):
    client = Client()
    client.force_login(actor.user)
    return client


def page(client, name, club, *more, **query):
    return client.get(reverse(name, args=[club.slug, *more]), query)


def named(name):
    return Player.objects.get(name=name)


# -- the ranking ----------------------------------------------------------------------------------------


def test_the_ranking_says_at_least_and_how_sure_that_is(club, owner, evenings):
    html = page(client_of(owner), "ratings", club).content.decode()
    assert html.index("Ana Almeida") < html.index("Bo Berg") < html.index("Dee Dunn")
    ana = ranking_view(owner, club).lines[0]
    assert f"{ana.rating.likely} ± {ana.rating.off}" in html
    assert "3 matches · hardly known yet" in html or "3 matches · roughly known" in html
    assert "provisional" in html
    assert "3 tournaments" in html


def test_a_place_comes_with_enough_matches_and_equals_share_it(club, owner, evenings):
    assert [line.rank for line in ranking_view(owner, club).lines] == [None] * 4
    Rating.objects.update(matches=PROVISIONAL)
    Rating.objects.filter(last=True).update(mu=30, sigma=2)
    Rating.objects.filter(last=True, player__name="Dee Dunn").update(mu=20)
    assert [line.rank for line in ranking_view(owner, club).lines] == [1, 1, 1, 4]


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.JUDGE, Role.DESK, Role.VIEWER])
def test_members_see_it_and_others_only_where_the_club_wants_it(club, owner, evenings, role):
    assert page(client_of(member_of(club, role)), "ratings", club).status_code == 200
    stranger = client_of(member_of(ClubFactory.create(), Role.OWNER))
    for client in (Client(), stranger):
        assert page(client, "ratings", club).status_code == 404
    client_of(owner).post(reverse("show_ratings", args=[club.slug]), {"public": "on"})
    for client in (Client(), stranger):
        assert page(client, "ratings", club).status_code == 200
    client_of(owner).post(reverse("show_ratings", args=[club.slug]))
    assert page(Client(), "ratings", club).status_code == 404
    assert (
        client_of(member_of(club, Role.ORGANISER))
        .post(reverse("show_ratings", args=[club.slug]), {"public": "on"})
        .status_code
        == 403
    )


def test_in_public_everybody_is_called_as_they_wish(club, owner, evenings):
    show_ratings(owner, club, public=True)
    Player.objects.filter(name="Ana Almeida").update(shown=Player.Shown.SHORT)
    Player.objects.filter(name="Bo Berg").update(shown=Player.Shown.NUMBER)
    Player.objects.filter(name="Cem Can").update(minor=True, shown=Player.Shown.SHORT)
    html = page(Client(), "ratings", club).content.decode()
    for hidden in ("Almeida", "Bo Berg", "Berg", "Cem Can"):
        assert hidden not in html
    assert "Ana A." in html
    assert "Cem C." in html
    assert "not named" in html
    links = [reverse("player_record", args=[club.slug, each.pk]) for each in Player.objects.order_by("pk")]
    assert [link in html for link in links] == [False, False, False, True]
    whole = page(client_of(owner), "ratings", club).content.decode()
    assert all(name in whole for name in PEOPLE)
    assert all(link in whole for link in links)


def test_whoever_was_erased_has_no_line_and_is_no_opponent(club, owner, evenings):
    show_ratings(owner, club, public=True)
    gone = named("Bo Berg")
    erasing.erase_player(owner, club, gone.pk)
    compute_ratings(club.pk)
    for client in (client_of(owner), Client()):
        assert len(client.get(reverse("ratings", args=[club.slug])).context["view"].lines) == 3
        record = page(client, "player_record", club, named("Ana Almeida").pk).content.decode()
        assert "Berg" not in record
        assert f"other={gone.pk}" not in record


def test_it_says_when_something_is_still_being_reckoned(club, owner, evenings):
    assert "being reckoned anew" not in page(client_of(owner), "ratings", club).content.decode()
    Ranking.objects.update(wanted=99)
    assert "being reckoned anew" in page(client_of(owner), "ratings", club).content.decode()


def test_the_ranking_costs_the_same_for_many(club, owner, django_assert_max_num_queries):
    """Fifty tournaments of a hundred people; rows are written as the worker would."""
    tournaments = [
        TournamentFactory.create(club=club, organiser=owner.user, closed_at="2026-01-01T00:00Z")
        for _ in range(50)
    ]
    players = Player.objects.bulk_create(
        Player(club=club, name=f"Player {at}", name_key=f"player {at}") for at in range(100)
    )
    Rating.objects.bulk_create(
        Rating(
            player=player,
            tournament=tournament,
            mu=25 + at / 10,
            sigma=3,
            matches=5 * number,
            number=number,
            last=number == 50,
        )
        for number, tournament in enumerate(tournaments, start=1)
        for at, player in enumerate(players)
    )
    client = client_of(owner)
    page(client, "ratings", club)
    with django_assert_max_num_queries(10):
        html = page(client, "ratings", club).content.decode()
    assert "50 tournaments" in html
    with django_assert_max_num_queries(20):
        page(client, "player_record", club, players[0].pk)


# -- one player -----------------------------------------------------------------------------------------


def test_a_record_shows_the_rating_over_time_to_who_may_see_ratings(club, owner, evenings):
    ana = named("Ana Almeida")
    mine = page(client_of(owner), "player_record", club, ana.pk).content.decode()
    assert "Rating over time" in mine
    assert [tournament.pk for tournament, _each in past_of(ana).moments] == [each.pk for each in evenings]
    assert "Rating over time" not in page(Client(), "player_record", club, ana.pk).content.decode()
    show_ratings(owner, club, public=True)
    assert "Rating over time" in page(Client(), "player_record", club, ana.pk).content.decode()


def test_the_records_of_one_player(club, owner, evenings):
    found = {each.title: each for each in feats_of(sittings_of(named("Ana Almeida"), owner))}
    best = found["Most points in a match"]
    assert (best.value, best.sitting.tournament) == (500, evenings[2])
    assert found["Most wins one after the other"].value == 1
    assert found["Most wins one after the other"].sitting is None
    assert feats_of([]) == []


def test_how_it_went_against_each_of_the_others(club, owner, evenings):
    html = page(client_of(owner), "player_record", club, named("Ana Almeida").pk).content.decode()
    bo = named("Bo Berg")
    assert f"against/?other={bo.pk}" in html
    beside = page(client_of(owner), "against", club, named("Ana Almeida").pk, other=bo.pk)
    duel = beside.context["duel"]
    assert (duel.against.matches, duel.against.before, duel.against.behind) == (3, 2, 1)
    assert (duel.against.points, duel.against.theirs) == (400 + 300 + 500, 300 + 400 + 300)
    assert [each.sitting.tournament for each in duel.meetings] == evenings[::-1]
    assert "Ana Almeida ended before" in beside.content.decode()


def test_nobody_is_led_to_who_does_not_want_to_be_found(club, owner, evenings):
    Player.objects.filter(name="Bo Berg").update(shown=Player.Shown.SHORT)
    ana, bo = named("Ana Almeida"), named("Bo Berg")
    for name in ("player_record", "against"):
        html = page(Client(), name, club, ana.pk, other=bo.pk).content.decode()
        assert "Cem Can" in html
        assert "Berg" not in html
        assert page(Client(), name, club, bo.pk).status_code == 404
        assert page(client_of(owner), name, club, bo.pk).status_code == 200


@pytest.mark.parametrize("other", ["", "x", "-1", "99999999999999999999999", "0", "1e3"])
def test_an_opponent_who_is_none_shows_the_choice_alone(club, owner, evenings, other):
    shown = page(client_of(owner), "against", club, named("Ana Almeida").pk, other=other)
    assert shown.status_code == 200
    assert shown.context["duel"] is None


def test_what_is_held_is_in_nobodys_history(club, owner, evenings):
    last = evenings[2]
    closing.reopen(owner, last, "to hold it")
    holds.begin_hold(owner, last, without_round=1)
    ana = named("Ana Almeida")
    assert not stands_in("500", page(Client(), "player_record", club, ana.pk).content.decode())
    assert stands_in("500", page(client_of(owner), "player_record", club, ana.pk).content.decode())


def test_a_match_counts_for_who_played_it(club, owner, evenings):
    """Somebody took over after the first round: the first round is not theirs."""
    tournament = tournament_of(0, club=club, organiser=owner.user, rounds_planned=2)
    for number, name in enumerate(PEOPLE, start=1):
        EntrantFactory.create(tournament=tournament, number=number, name=name, player=named(name))
    table = published_round(tournament).tables.get()
    enter(table, [400, 3, 2, 1])
    games.finalize(table.match_id or 0)
    people.substitute(owner, tournament, tournament.entrants.get(number=1).pk, "Eve Ek")
    before = len(sittings_of(named("Ana Almeida"), owner))
    assert before == 4
    assert sittings_of(named("Eve Ek"), owner) == []


# -- the start list -------------------------------------------------------------------------------------


def entered(club, owner, names):
    tournament = TournamentFactory.create(club=club, organiser=owner.user)
    for number, name in enumerate(names, start=1):
        player, _made = Player.objects.get_or_create(club=club, name=name, name_key=name.casefold())
        EntrantFactory.create(tournament=tournament, number=number, name=name, player=player)
    return tournament


def test_the_start_list_by_rating(club, owner, evenings):
    Player.objects.all().update(name_key="")
    tournament = TournamentFactory.create(club=club, organiser=owner.user)
    for number, name in enumerate(("Zoe", *PEOPLE[::-1]), start=1):
        player = Player.objects.filter(club=club, name=name).first()
        EntrantFactory.create(tournament=tournament, number=number, name=name, player=player)
    client = client_of(owner)
    for _ in range(2):
        assert client.post(reverse("number_by_rating", args=[tournament.slug])).status_code == 302
    order = list(tournament.entrants.order_by("number").values_list("name", flat=True))
    assert order[0] == "Ana Almeida"
    assert order[-1] == "Dee Dunn"
    assert order.index("Cem Can") > order.index("Zoe"), "a newcomer is believed to be average"
    assert HistoryLine.objects.filter(code="start-list-by-rating").count() == 1


def test_numbers_stay_once_a_round_is_paired_or_where_nobody_is_rated(club, owner, evenings):
    rated = entered(club, owner, ("x", "y"))
    with pytest.raises(Refused, match="Nobody who is entered"):
        number_by_rating(owner, rated)
    paired = tournament_of(4, club=club, organiser=owner.user)
    draft_round(paired)
    with pytest.raises(Refused, match="has been paired"):
        number_by_rating(owner, paired)
    with pytest.raises(NotAllowed):
        number_by_rating(member_of(club, Role.VIEWER), rated)


def test_leaving_a_tournament_out_from_its_last_page(club, owner, evenings):
    client, last = client_of(owner), evenings[2]
    url = reverse("count_in_ratings", args=[last.slug])
    assert "Leave it out" in client.get(reverse("end", args=[last.slug])).content.decode()
    client.post(url)
    assert "Let it count" in client.get(reverse("end", args=[last.slug])).content.decode()
    compute_ratings(club.pk)
    assert not Rating.objects.filter(tournament=last).exists()
    client.post(url, {"rated": "1"})
    compute_ratings(club.pk)
    assert Rating.objects.filter(tournament=last).count() == 4


def test_who_made_nothing_here_sees_an_empty_ranking(club):
    viewer = member_of(club, Role.VIEWER)
    assert "No ratings yet" in page(client_of(viewer), "ratings", club).content.decode()
