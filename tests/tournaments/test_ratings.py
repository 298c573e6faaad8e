"""A club's ratings: kept as a cache of its results, due as soon as those change."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from config import due
from games import services as games
from tests.factories import (
    ClubFactory,
    TournamentFactory,
    UserFactory,
    member_of,
    organiser_of,
)
from tests.tournaments.evenings import PEOPLE, evening_of
from tests.tournaments.test_corrections import correct, correction, table_of
from tournaments.access import NotAllowed
from tournaments.due import COMPUTE_RATINGS
from tournaments.models import ClubHistoryLine, Player, Ranking, Rating, Role, Substitution, Tournament
from tournaments.ratings.rating import MU
from tournaments.services import closing, confirming, deleting, erasing, holds, roster
from tournaments.services import ratings as service
from tournaments.tasks import compute_ratings

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return ClubFactory.create()


@pytest.fixture
def evening(club):
    organiser = UserFactory.create()

    def make(names=PEOPLE, **more) -> Tournament:
        return evening_of(club, organiser, names, **more)

    return make


def mu(name):
    return Rating.objects.get(player__name=name, last=True).mu


def is_due(club):
    return club.pk in [job.id for job in due.jobs() if job.task == COMPUTE_RATINGS]


def made(club):
    assert is_due(club)
    compute_ratings(club.pk)
    assert not is_due(club)


# -- when they are due ------------------------------------------------------------------------------


def test_closing_a_tournament_makes_ratings_of_its_places(club, evening):
    evening()
    made(club)
    assert [each.player.name for each in Rating.objects.order_by("-mu")] == [
        "Ana Almeida",
        "Bo Berg",
        "Cem Can",
        "Dee Dunn",
    ]
    assert mu("Ana Almeida") > MU > mu("Dee Dunn")
    assert set(Rating.objects.values_list("matches", "number", "last")) == {(1, 1, True)}


def test_a_job_that_comes_twice_or_for_nobody_changes_nothing(club, evening):
    evening()
    made(club)
    before = list(Rating.objects.order_by("pk").values())
    for pk in (club.pk, club.pk, club.pk + 99):
        compute_ratings(pk)
    assert list(Rating.objects.order_by("pk").values()) == before


def test_what_was_reckoned_before_is_not_written_over_what_is_newer(club, evening):
    evening()
    made(club)
    evening(day=2)
    old = Ranking.objects.get().wanted - 1
    made(club)
    before = list(Rating.objects.order_by("pk").values())
    Tournament.objects.update(rated=False)
    assert service.keep_ratings(club.pk, old) == []
    assert list(Rating.objects.order_by("pk").values()) == before


def test_reopened_it_counts_for_nobody(club, evening):
    tournament = evening()
    made(club)
    closing.reopen(organiser_of(tournament), tournament, "a mistake")
    made(club)
    assert not Rating.objects.exists()


def test_a_correction_after_the_end_is_rated_once_it_is_final(club, evening):
    tournament = evening()
    made(club)
    before = mu("Ana Almeida")
    table = table_of(tournament)
    order = table.seating.order_by("position").values_list("entrant__number", flat=True)
    asked = correct(
        organiser_of(tournament), table, change=correction(table, [410 - 10 * n for n in order][::-1])
    )
    assert not is_due(club), "it waits for a second person"
    confirming.confirm_change(member_of(club, Role.ORGANISER), tournament, asked.pk)
    games.finalize(table.match_id)
    made(club)
    assert mu("Ana Almeida") != before
    assert "0 otherwise" in run("--check")


def test_a_rehearsal_and_a_tournament_left_out_never_count(club, evening):
    evening(rehearsal=True)
    left_out = evening(day=2)
    actor = organiser_of(left_out)
    service.count_in_ratings(actor, left_out, rated=False)
    made(club)
    assert not Rating.objects.exists()
    service.count_in_ratings(actor, left_out, rated=True)
    made(club)
    assert Rating.objects.count() == 4
    assert [line.code for line in ClubHistoryLine.objects.order_by("pk")] == [
        "tournament-unrated",
        "tournament-rated",
    ]


def test_while_results_are_held_they_are_not_told_by_ratings(club, evening):
    tournament = evening()
    actor = organiser_of(tournament)
    closing.reopen(actor, tournament, "to hold it")
    holds.begin_hold(actor, tournament)
    closing.close(actor, tournament)
    made(club)
    assert not Rating.objects.exists()
    holds.lift_hold(actor, tournament)
    made(club)
    assert Rating.objects.count() == 4


def test_two_who_were_one_are_rated_as_one(club, evening):
    tournament = evening()
    evening(("Anna", "Bo Berg", "Cem Can", "Dee Dunn"), day=2)
    made(club)
    keep, other = Player.objects.get(name="Ana Almeida"), Player.objects.get(name="Anna")
    roster.merge_players(organiser_of(tournament), club, keep.pk, other.pk)
    made(club)
    assert Rating.objects.get(player=keep, last=True).matches == 2
    assert Rating.objects.count() == 8


def test_whoever_is_erased_still_was_an_opponent(club, evening):
    tournament = evening()
    made(club)
    before = mu("Bo Berg")
    erasing.erase_player(organiser_of(tournament), club, Player.objects.get(name="Ana Almeida").pk)
    made(club)
    assert mu("Bo Berg") == before


def test_deleting_a_tournament_that_never_was_asks_too(club, evening):
    evening()
    made(club)
    draft = TournamentFactory.create(club=club, organiser=UserFactory.create())
    deleting.delete_tournament(organiser_of(draft), draft, draft.name)
    made(club)


# -- in what order, and who is meant ----------------------------------------------------------------


def test_tournaments_are_rated_by_their_days_not_by_when_they_were_closed(club, evening):
    later = evening(day=20)
    earlier = evening(("Bo Berg", "Ana Almeida", "Cem Can", "Dee Dunn"), day=3)
    made(club)
    numbers = dict(Rating.objects.filter(player__name="Ana Almeida").values_list("tournament", "number"))
    assert numbers == {earlier.pk: 1, later.pk: 2}
    assert Rating.objects.get(player__name="Ana Almeida", last=True).tournament == later


def test_who_played_before_somebody_took_over_is_rated_for_it(club, evening):
    tournament = evening()
    eve = Player.objects.create(club=club, name="Eve", name_key="eve")
    entrant = tournament.entrants.get(number=1)
    Substitution.objects.create(
        entrant=entrant, round_number=2, before="Ana Almeida", before_player=entrant.player, after="Eve"
    )
    entrant.player = eve
    entrant.save()
    made(club)
    assert mu("Ana Almeida") > MU
    assert not Rating.objects.filter(player=eve).exists()


def test_who_is_in_no_list_is_an_opponent_and_has_no_rating(club, evening):
    tournament = evening()
    tournament.entrants.filter(number=4).update(player=None)
    made(club)
    assert set(Rating.objects.values_list("player__name", flat=True)) == {"Ana Almeida", "Bo Berg", "Cem Can"}
    assert mu("Ana Almeida") > MU


def test_clubs_do_not_mix(club, evening):
    evening()
    other = ClubFactory.create()
    service.want_ratings(other.pk)
    compute_ratings(other.pk)
    assert not Rating.objects.exists()


# -- the command ------------------------------------------------------------------------------------


def run(*args):
    out = StringIO()
    call_command("ratings", *args, stdout=out)
    return out.getvalue()


def test_the_command_finds_what_is_otherwise_and_mends_it(club, evening):
    evening()
    made(club)
    assert "4 ratings kept, 0 otherwise" in run("--check")
    Rating.objects.filter(player__name="Ana Almeida").update(mu=99)
    Rating.objects.filter(player__name="Bo Berg").delete()
    with pytest.raises(CommandError, match="2 ratings are otherwise"):
        run("--check", "--club", club.slug)
    assert Rating.objects.get(player__name="Ana Almeida").mu == 99
    assert "kept nothing, by results" in run()
    assert "0 otherwise" in run("--check")
    with pytest.raises(CommandError, match="no club"):
        run("--club", "nowhere")


# -- who decides --------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [Role.JUDGE, Role.DESK, Role.VIEWER])
def test_only_who_runs_a_tournament_leaves_it_out(club, evening, role):
    tournament = evening()
    with pytest.raises(NotAllowed):
        service.count_in_ratings(member_of(club, role), tournament, rated=False)


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.JUDGE, Role.DESK, Role.VIEWER])
def test_only_owners_show_ratings_to_everybody(club, role):
    with pytest.raises(NotAllowed):
        service.show_ratings(member_of(club, role), club, public=True)


def test_showing_twice_is_written_down_once(club):
    owner = member_of(club, Role.OWNER)
    for _ in range(2):
        service.show_ratings(owner, club, public=True)
    assert ClubHistoryLine.objects.filter(code="ratings-shown").count() == 1
    assert Ranking.objects.get().public
