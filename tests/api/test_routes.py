"""Every route, tried by a stranger, a program of each scope, and a program of another club."""

import pytest
from django.test import Client

from tests.api.asking import Caller, caller_of, callers, running, unpublished
from tests.api.routes import OF_NO_TOURNAMENT, ROWS, WHO, body, ids, operations
from tests.factories import member_of, organiser_of, tournament_of
from tests.security import counts
from tests.security.snapshot import changed, everything
from tests.standing import standing_for_all, taken_back
from tournaments.models import Member, Role, Tournament

pytestmark = pytest.mark.django_db
UNSAFE = [name for name, (method, _path) in operations().items() if method != "GET"]
REFUSED = (401, 403, 404)
USED = {"Token"}
"""When a token was last used is written down when it is."""


@pytest.fixture(scope="module")
def standing(django_db_setup, django_db_blocker):
    with standing_for_all(running, django_db_blocker) as tournament:
        yield tournament.pk


@pytest.fixture
def tournament(standing):
    return Tournament.objects.get(pk=standing)


def ask(caller: Caller, name: str, tournament: Tournament, **other: object):
    method, path = operations()[name]
    return caller(method, path.format(**ids(tournament) | other), body(name, tournament))


def test_every_route_stands_in_the_table():
    assert set(operations()) == set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_each_gets_what_it_may(name, tournament):
    asking, before = callers(tournament), everything(without=USED)
    for number, who in enumerate(WHO):
        with taken_back():
            answer = ask(asking[who], name, tournament)
            assert answer.status_code == ROWS[name][number], (who, answer.content)
            if answer.status_code in REFUSED:
                assert answer["Content-Type"] == "application/problem+json"
                assert changed(before, without=USED) == []
    counts.tried("routes of the API × who asks", len(WHO))


@pytest.mark.parametrize("name", sorted(set(ROWS) - OF_NO_TOURNAMENT))
def test_nothing_of_an_unpublished_tournament_can_be_known(name):
    tournament = unpublished()
    asking = callers(tournament)
    stranger = ask(asking["stranger"], name, tournament)
    assert stranger.status_code == (404 if ROWS[name][0] == 200 else 401)
    assert ask(asking["outsider"], name, tournament).status_code == 404
    for who in ("stranger", "outsider"):
        assert tournament.slug not in asking[who].get("/tournaments?limit=1000").content.decode()
    assert tournament.slug in asking["read"].get("/tournaments?limit=1000").content.decode()


@pytest.mark.parametrize("kind", ["player", "entrant"])
def test_a_number_of_another_club_is_no_number_here(kind):
    mine, theirs = running(), running()
    caller = callers(mine)["organise"]
    before = everything(without=USED)
    for name, (_method, path) in operations().items():
        if f"{{{kind}}}" in path:
            answer = ask(caller, name, mine, **{kind: ids(theirs)[kind]})
            assert answer.status_code == 404, name
    crossed = caller.post(f"/tournaments/{mine.slug}/entrants/from-list", {"player": ids(theirs)["player"]})
    assert crossed.status_code == 404
    assert changed(before, without=USED) == []


@pytest.mark.parametrize("name", UNSAFE)
def test_a_session_means_nothing_here(name, tournament):
    """So that no other site can have an organiser's browser change anything."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(tournament.organiser)
    method, path = operations()[name]
    before = everything()
    answer = client.generic(method, path.format(**ids(tournament)), "{}", "application/json")
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert changed(before) == []


def test_a_draft_is_shown_to_no_session_either():
    tournament = unpublished()
    client = Client()
    client.force_login(tournament.organiser)
    assert client.get(f"/api/v1/tournaments/{tournament.slug}").status_code == 404


def test_a_program_is_never_more_than_who_gave_it_the_token():
    tournament = tournament_of(4)
    organiser = member_of(tournament.club, Role.ORGANISER)
    caller = caller_of(organiser, tournament.club, "organise")
    member = Member.objects.get(user=organiser.user)
    assert caller.get("/me").json()["role"] == "organiser"
    member.role = Role.VIEWER
    member.save()
    assert caller.get("/me").json()["role"] == "viewer"
    assert caller.post(f"/tournaments/{tournament.slug}/entrants", {"names": ["Xan"]}).status_code == 403
    member.delete()
    assert caller.get("/me").status_code == 401


def test_a_judge_s_account_that_lost_its_role_scores_no_more():
    tournament = running()
    organiser = member_of(tournament.club, Role.ORGANISER)
    caller = caller_of(organiser, tournament.club, "score")
    assert ask(caller, "enter_events", tournament).status_code == 201
    Member.objects.filter(user=organiser.user).update(role=Role.JUDGE)
    assert ask(caller, "enter_events", tournament).status_code == 403


def test_a_program_makes_tournaments_in_its_own_club_alone():
    tournament = running()
    organiser = organiser_of(tournament)
    second = tournament_of(2, organiser=tournament.organiser)
    caller = caller_of(organiser, second.club, "organise")
    made = caller.post(f"/clubs/{second.club.slug}/tournaments", {"name": "Spring", "rounds": 3})
    assert Tournament.objects.get(slug=made.json()["slug"]).club == second.club
    assert (
        caller.post(f"/clubs/{tournament.club.slug}/tournaments", {"name": "x", "rounds": 3}).status_code
        == 404
    )
    assert caller.post(f"/tournaments/{tournament.slug}/entrants", {"names": ["Xan"]}).status_code == 403
