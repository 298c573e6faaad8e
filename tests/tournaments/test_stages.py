"""Stages: one after the other, who gets on, whose points count, who stands where in the end."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games import services as games
from games.errors import Refused
from rules.points import engine
from tests.factories import UserFactory, draft_round, enter, organiser_of, published_round, tournament_of
from tournaments.access import Actor, NotAllowed
from tournaments.models import Round, Stage
from tournaments.selectors.next_step import Step, next_step
from tournaments.selectors.pairing import pairing_request, seconds_for
from tournaments.selectors.standings import standings_of
from tournaments.services import planning, rounds, stages
from tournaments.services.stages import StagePlan
from tournaments.standings import LATER_STAGE

pytestmark = pytest.mark.django_db


def plan(**changes):
    return StagePlan(**({"system": "swiss", "rounds": 1, "table_size": 4, "advance": 4} | changes))


def with_final(people=8, **changes):
    """One round for all, then a final of one table."""
    tournament = tournament_of(people, rounds_planned=1)
    stages.add_stage(organiser_of(tournament), tournament, plan(**changes))
    tournament.refresh_from_db()
    return tournament


def play(tournament, points=(400, 300, 200, 100)):
    round_ = published_round(tournament)
    for table in round_.tables.all():
        enter(table, list(points[: table.seating.count()]))
        games.finalize(table.match_id)
    return round_


def test_a_tournament_without_stages_is_one_swiss_stage():
    tournament = tournament_of(8)
    round_ = draft_round(tournament)
    assert (round_.stage.number, round_.stage.system, round_.stage.rounds) == (1, "swiss", 3)


def test_a_new_tournament_has_its_stage_from_the_start():
    plan_ = planning.Plan("Cup", "points", 4, 5, {})
    tournament = planning.create_tournament(Actor(UserFactory.create()), uuid.uuid4(), plan_)
    assert [(each.system, each.rounds) for each in tournament.stages.all()] == [("swiss", 5)]


def test_a_system_that_is_not_there_is_refused_and_nothing_is_made():
    plan_ = planning.Plan("Cup", "points", 4, 5, {}, "ghost")
    with pytest.raises(Refused) as caught:
        planning.create_tournament(Actor(UserFactory.create()), uuid.uuid4(), plan_)
    assert (caught.value.code, caught.value.field) == ("unknown-system", "system")
    assert not Stage.objects.exists()


def test_the_rounds_of_all_stages_are_the_rounds_of_the_tournament():
    tournament = with_final(rounds=2)
    assert tournament.rounds_planned == 3
    stages.remove_stage(organiser_of(tournament), tournament, 2)
    tournament.refresh_from_db()
    assert tournament.rounds_planned == 1


def test_the_best_go_on_and_stand_above_the_others():
    tournament = with_final()
    play(tournament)
    after_first = [line.entrant.pk for line in standings_of(tournament)]
    final = play(tournament, (100, 200, 300, 400))
    assert final.stage.number == 2
    assert set(final.seating.values_list("entrant", flat=True)) == set(after_first[:4])
    lines = standings_of(tournament)
    assert [line.standing.rank for line in lines] == [1, 2, 3, 4, 5, 5, 7, 7]
    assert [line.standing.placing for line in lines[:4]] == [3, 2, 1, 0]
    assert {line.entrant.pk for line in lines[4:]} == set(after_first[4:])
    assert lines[3].standing.below.key == lines[4].standing.above.key == LATER_STAGE


def test_points_count_in_the_next_stage_only_if_they_are_taken_along():
    fresh, carried = with_final(), with_final(carry=True)
    for tournament in (fresh, carried):
        play(tournament)
        round_ = rounds.ask_for_pairings(organiser_of(tournament), tournament)
        points = [each.points for each in pairing_request(round_, engine).contenders]
        assert points == ([0, 0, 0, 0] if tournament is fresh else [3, 3, 2, 2])


def test_the_first_round_of_a_stage_is_its_first():
    tournament = with_final(rounds=2)
    play(tournament)
    round_ = rounds.ask_for_pairings(organiser_of(tournament), tournament)
    request = pairing_request(round_, engine)
    assert (request.round, request.rounds, request.past, len(request.seeding)) == (1, 2, (), 4)
    assert sum(request.met.values()) == 12


def test_who_withdrew_does_not_go_on():
    tournament = with_final()
    play(tournament)
    best = standings_of(tournament)[0].entrant
    planning.withdraw(organiser_of(tournament), tournament, best.pk)
    final = published_round(tournament)
    assert final.seating.count() == 4
    assert not final.seating.filter(entrant=best).exists()


def test_a_tournament_is_over_after_its_last_stage():
    tournament = with_final()
    play(tournament)
    listed = lambda: list(tournament.rounds.order_by("number"))  # noqa: E731
    assert next_step(tournament, listed()).step == Step.PAIR
    play(tournament)
    assert next_step(tournament, listed()).step == Step.DONE


def test_nobody_can_be_entered_into_a_stage_for_which_one_had_to_qualify():
    tournament = with_final()
    play(tournament)
    draft_round(tournament)
    with pytest.raises(Refused) as caught:
        planning.enter_names(organiser_of(tournament), uuid.uuid4(), tournament, "Zoe")
    assert (caught.value.code, caught.value.field) == ("stage-closed", "names")
    assert not tournament.entrants.filter(name="Zoe").exists()


def test_a_late_entry_comes_into_a_stage_that_is_for_everybody():
    tournament = with_final(advance=None)
    play(tournament)
    draft_round(tournament)
    planning.enter_names(organiser_of(tournament), uuid.uuid4(), tournament, "Zoe")
    round_ = draft_round(tournament)
    assert round_.seating.filter(entrant__name="Zoe").exists()


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"system": "ghost"}, "unknown-system", "system"),
        ({"rounds": 0}, "bad-rounds", "rounds"),
        ({"rounds": 31}, "bad-rounds", "rounds"),
        ({"table_size": 7}, "bad-table-size", "table_size"),
        ({"system": "double-elimination"}, "bad-table-size", "table_size"),
        ({"system": "double-elimination", "table_size": 2, "allow": [2, 3]}, "bad-table-size", "allow"),
        ({"advance": 3}, "bad-advance", "advance"),
        ({"allow": [3, 5]}, "bad-sizes", "allow"),
        ({"allow": [4, 7]}, "bad-sizes", "allow"),
    ],
)
def test_a_stage_that_cannot_be_is_refused(changes, code, field):
    tournament = tournament_of(8)
    with pytest.raises(Refused) as caught:
        stages.add_stage(organiser_of(tournament), tournament, plan(**changes))
    assert (caught.value.code, caught.value.field) == (code, field)
    assert tournament.stages.count() <= 1


@pytest.mark.parametrize(
    ("system", "size", "said"),
    [
        ("swiss", 4, "Equals meet equals"),
        ("round-robin", 4, "everybody meets everybody"),
        ("double-elimination", 2, "nobody is out before a second loss"),
    ],
)
def test_what_is_next_says_by_which_system(system, size, said):
    tournament = tournament_of(8)
    actor = organiser_of(tournament)
    stages.change_stage(actor, tournament, 1, plan(system=system, table_size=size))
    assert said in next_step(tournament, []).text


def test_a_round_that_could_not_be_paired_is_said_to_be_so():
    tournament = tournament_of(8)
    round_ = rounds.ask_for_pairings(organiser_of(tournament), tournament)
    assert next_step(tournament, [round_]).title == "Round 1 is being paired"
    round_.problem = "No tables were given."
    step = next_step(tournament, [round_])
    assert (step.title, step.text) == ("Round 1 could not be paired", "No tables were given.")
    assert step.url.endswith("/rounds/1/")


def test_a_stage_that_has_begun_keeps_its_system_and_its_rounds():
    tournament = with_final()
    play(tournament)
    play(tournament)
    organiser = organiser_of(tournament)
    for changes in ({"advance": 6}, {"carry": True}, {"rounds": 0}):
        with pytest.raises(Refused):
            stages.change_stage(organiser, tournament, 2, plan(**changes))
    with pytest.raises(Refused):
        stages.change_stage(organiser, tournament, 1, plan(rounds=2, advance=None))
    with pytest.raises(Refused):
        stages.remove_stage(organiser, tournament, 2)
    stages.change_stage(organiser, tournament, 2, plan(rounds=2))
    tournament.refresh_from_db()
    assert tournament.rounds_planned == 3


@pytest.mark.parametrize(
    ("people", "allow", "sizes"),
    [
        (9, [], [5, 4]),
        (9, [3, 4], [3, 3, 3]),
        (9, [4], [4, 4]),
        (7, [4, 3], [4, 3]),
    ],
)
def test_only_sizes_that_the_organiser_allows_are_made(people, allow, sizes):
    tournament = tournament_of(people)
    first = plan(rounds=3, advance=None, allow=allow)
    stages.change_stage(organiser_of(tournament), tournament, 1, first)
    round_ = draft_round(tournament)
    seated = [table.seating.count() for table in round_.tables.all()]
    assert sorted(seated, reverse=True) == sizes


@pytest.mark.parametrize(("people", "seconds"), [(8, 5), (64, 5), (65, 10), (1000, 20), (4096, 40)])
def test_a_round_has_so_much_time_at_most(people, seconds):
    assert seconds_for(people) == seconds


def test_a_round_asks_for_the_fixed_work_so_that_it_can_be_paired_again():
    tournament = tournament_of(8)
    round_ = rounds.ask_for_pairings(organiser_of(tournament), tournament)
    request = pairing_request(round_, engine)
    assert (request.seconds, request.effort) == (5, 1)


@pytest.mark.parametrize("signed_in", [True, False])
def test_only_the_organiser_plans_stages(signed_in):
    tournament = tournament_of(4)
    outsider = Actor(UserFactory.create() if signed_in else None)
    for call in (
        lambda: stages.add_stage(outsider, tournament, plan()),
        lambda: stages.change_stage(outsider, tournament, 1, plan()),
        lambda: stages.remove_stage(outsider, tournament, 1),
    ):
        with pytest.raises(NotAllowed):
            call()


def test_the_page_adds_changes_and_removes():
    tournament = tournament_of(8)
    client = Client()
    client.force_login(tournament.organiser)
    url = reverse("stages", args=[tournament.slug])
    sent = {"system": "swiss", "rounds": "2", "table_size": "4", "advance": "4", "carry": "on"}
    sent |= {"allow": ["3", "4"]}
    added = client.post(url, {f"stage2-{name}": value for name, value in sent.items()})
    assert (added.status_code, tournament.stages.count()) == (302, 2)
    assert tournament.stages.get(number=2).allow == [3, 4]
    page = client.get(url).content.decode()
    boxes = re.findall(r'<input type="checkbox" name="stage2-allow" value="(\d)"([^>]*)>', page)
    assert [size for size, rest in boxes if "checked" in rest] == ["3", "4"]
    bad = client.post(
        reverse("stage", args=[tournament.slug, 2]),
        {f"stage2-{name}": value for name, value in (sent | {"advance": "3"}).items()},
    )
    assert (bad.status_code, "At least one table" in bad.content.decode()) == (422, True)
    client.post(reverse("remove_stage", args=[tournament.slug, 2]))
    assert tournament.stages.count() == 1
    assert client.post(reverse("stage", args=[tournament.slug, 9]), {}).status_code == 302


def test_every_round_of_the_past_belongs_to_a_stage():
    play(with_final())
    assert not Round.objects.filter(stage__isnull=True).exists()
