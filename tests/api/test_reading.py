"""What the API tells of people and results: what the pages tell, and no more."""

import re
import uuid

import pytest

from games.services import finalize
from tests.api.asking import Caller, caller_of, callers, deal, running, table_path
from tests.factories import draft_round, enter, organiser_of, published_round, tournament_of
from tests.tournaments.test_nothing_leaks import go_on, markers_in
from tests.tournaments.test_nothing_leaks import tournament as held_tournament
from tournaments.models import Player
from tournaments.services.holds import begin_hold, lift_hold

pytestmark = pytest.mark.django_db
__all__ = ["held_tournament"]
IDS = re.compile(rb'"(id|entrant|player)": \d+')
"""Any number, in a long run of tests."""


def everything(caller, tournament):
    """All that a program can read of a tournament."""
    where = f"/tournaments/{tournament.slug}"
    paths = [
        where,
        *(
            f"{where}/{each}"
            for each in ("standings", "standings?provisional=true", "entrants", "rounds", "penalties")
        ),
    ]
    for number in (1, 2, 3):
        paths.append(f"{where}/rounds/{number}")
        paths += [f"{where}/rounds/{number}/tables/{table}" for table in (1, 2, 3)]
    answers = {path: caller.get(path) for path in paths}
    return {path: IDS.sub(b"", each.content) for path, each in answers.items() if each.status_code == 200}


@pytest.mark.parametrize("shown", ["short", "number"])
def test_nobody_is_named_otherwise_than_they_wish(shown):
    tournament = tournament_of(4)
    entrant = tournament.entrants.get(number=1)
    entrant.name, entrant.name_key = "Ana María Ávila", "ana maría ávila"
    entrant.player = Player.objects.create(
        club=tournament.club, name=entrant.name, name_key=entrant.name_key, shown=shown
    )
    entrant.save()
    published_round(tournament)
    asking = callers(tournament)
    for who in ("stranger", "read", "score", "outsider"):
        for path, told in everything(asking[who], tournament).items():
            assert "María" not in told.decode(), f"{path} for {who}"
        found = asking[who].get(f"/tournaments/{tournament.slug}/entrants?q=maría").json()
        assert found["total"] == 0
    whole = asking["organise"].get(f"/tournaments/{tournament.slug}/entrants?q=maría").json()
    assert [each["name"] for each in whole["items"]] == ["Ana María Ávila"]


def test_a_held_result_is_told_to_nobody_but_who_runs_it(held_tournament):
    begin_hold(organiser_of(held_tournament), held_tournament)
    go_on(held_tournament)
    asking = callers(held_tournament)
    for who in ("stranger", "read", "outsider"):
        told = everything(asking[who], held_tournament)
        assert markers_in(told) == {}, who
        assert b'"held": true' in told[f"/tournaments/{held_tournament.slug}"]
    assert markers_in(everything(asking["organise"], held_tournament))
    lift_hold(organiser_of(held_tournament), held_tournament)
    assert markers_in(everything(asking["stranger"], held_tournament))


def test_a_draft_changes_no_byte_that_a_stranger_is_told():
    tournament = running()
    for table in tournament.rounds.get().tables.all():
        enter(table, [400, 3, 2, 1], bell=True)
        finalize(table.match_id)
    stranger, before = Caller(), everything(Caller(), tournament)
    draft_round(tournament)
    assert everything(stranger, tournament) == before
    organiser = caller_of(organiser_of(tournament), tournament.club, "organise")
    assert len(organiser.get(f"/tournaments/{tournament.slug}/rounds").json()["items"]) == 2


def test_a_rehearsal_is_in_nobody_else_s_list():
    tournament = tournament_of(4, rehearsal=True)
    published_round(tournament)
    asking = callers(tournament)
    slugs = {who: asking[who].get("/tournaments").content.decode() for who in asking}
    assert [who for who in slugs if tournament.slug in slugs[who]] == ["read", "score", "organise"]


def test_the_list_of_tournaments_is_cut_into_pages_and_by_club():
    tournaments = [running() for _each in range(3)]
    caller = Caller()
    first = caller.get("/tournaments?limit=2").json()
    rest = caller.get("/tournaments?limit=2&offset=2").json()
    assert (len(first["items"]), len(rest["items"]), first["total"]) == (2, 1, 3)
    club = tournaments[0].club.slug
    assert [each["slug"] for each in caller.get(f"/tournaments?club={club}").json()["items"]] == [
        tournaments[0].slug
    ]


def test_a_sheet_is_signed_to_its_end_by_a_program():
    tournament = tournament_of(4, signing=True)
    table = published_round(tournament).tables.get()
    caller = caller_of(organiser_of(tournament), tournament.club, "score")
    path = table_path(table)
    over = caller.post(f"{path}/events", {"version": 0, "events": [deal([400, 3, 2, 1], bell=True)]}).json()
    assert (over["status"], over["agreement"]["awaited"]) == ("signing", True)
    sheet = over["agreement"]["sheet"]
    said = {"id": str(uuid.uuid4()), "seat": "1", "sheet": sheet, "why": "Two points too few"}
    assert caller.post(f"{path}/object", said).json()["agreement"]["seats"][0]["state"] == "objects"
    stale = caller.post(
        f"{path}/sign", {"id": str(uuid.uuid4()), "seat": "2", "sheet": "0" * 64, "name": "Bo"}
    )
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    for seat in "1234":
        signed = {"id": str(uuid.uuid4()), "seat": seat, "sheet": sheet, "name": f"Player {seat}"}
        first = caller.post(f"{path}/sign", signed)
        assert first.status_code == 200
        assert caller.post(f"{path}/sign", signed).json() == first.json()
    assert first.json()["status"] == "over"
    assert {each["state"] for each in first.json()["agreement"]["seats"]} == {"signed"}


def test_the_entry_says_from_which_program_it_came():
    tournament = running()
    table = tournament.rounds.get().tables.get(number=2)
    caller = caller_of(organiser_of(tournament), tournament.club, "score", name="The clock")
    caller.post(f"{table_path(table)}/events", {"version": 0, "events": [deal([1, 2, 3, 4])]})
    (event,) = caller.get(f"{table_path(table)}/events").json()["items"]
    assert event["device"] == "API: The clock"
    assert event["actor"] == tournament.organiser.username
