"""A mistake of whichever round: what it would change is shown, then it is put right and everything follows."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.errors import Refused
from games.models import Event, Match
from games.services import Change, Entry, finalize
from tests.factories import (
    draft_round,
    enter,
    member_of,
    organiser_of,
    published_round,
    tournament_of,
)
from tournaments.models import HistoryLine, JudgeCard, Penalty, PendingChange, Role, Round, Table
from tournaments.selectors.standings import standings_of
from tournaments.selectors.whatif import effects_of_correction
from tournaments.services import closing, confirming, corrections, penalties, scoring
from tournaments.services.penalties import PenaltyPlan
from tournaments.services.stages import StagePlan, add_stage
from tournaments.services.standings import StandingsPlan, plan_standings

pytestmark = pytest.mark.django_db

FIRST, LAST = [400, 300, 200, 100], [100, 200, 300, 400]


@pytest.fixture
def two_rounds():
    """Eight at two tables, two rounds played, by the points of the first seats."""
    tournament = tournament_of(8)
    for _number in (1, 2):
        play(published_round(tournament))
    return tournament


def play(round_, points=FIRST):
    for table in round_.tables.all():
        enter(table, points)
        finalize(table.match_id)


def table_of(tournament, round_number=1, number=1):
    tables = Table.objects.select_related("match", "round__tournament")
    return tables.get(round__tournament=tournament, round__number=round_number, number=number)


def correction(table, points=LAST):
    event = Event.objects.get(match=table.match_id, kind="action")
    given = {str(seat): each for seat, each in enumerate(points, start=1)}
    return Change(event.pk, ({"do": "deal", "points": given, "bell": False},))


def correct(actor, table, reason="Two columns were swapped", change=None):
    entry = Entry(uuid.uuid4(), table.match.version)
    return corrections.apply_change(actor, table, entry, change or correction(table), reason=reason)


def placed(tournament):
    return [(line.entrant.pk, line.standing.placing) for line in standings_of(tournament)]


def closed(tournament):
    """A tournament whose final standings are published."""
    closing.close(organiser_of(tournament), tournament)


def test_what_would_change_is_known_before_and_is_then_so(two_rounds):
    table = table_of(two_rounds)
    before = placed(two_rounds)
    result = {
        "places": {"1": 4, "2": 3, "3": 2, "4": 1},
        "totals": {"1": 100, "2": 200, "3": 300, "4": 400},
    }
    effects = effects_of_correction(table, result)
    assert placed(two_rounds) == before
    names = [place.entrant.name for place in table.seating.order_by("position")]
    assert [(each.name, each.place, each.place_after) for each in effects.table] == [
        (names[0], 1, 4),
        (names[1], 2, 3),
        (names[2], 3, 2),
        (names[3], 4, 1),
    ]
    correct(organiser_of(two_rounds), table)
    finalize(table.match_id)
    after = {line.entrant.name: line.standing.rank for line in standings_of(two_rounds)}
    assert {each.name: each.rank_after for each in effects.ranks}.items() <= after.items()
    # The four of that table have other points in round 2, where their tables rested on them.
    seats = table_of(two_rounds, 2, 1).round.seating.filter(entrant__name__in=names)
    tables = sorted({place.table.number for place in seats})
    assert [(each.number, each.state, each.tables) for each in effects.rounds] == [(2, "closed", tables)]


def test_a_result_of_an_earlier_round_is_put_right_and_all_follows(two_rounds):
    table = table_of(two_rounds)
    seats = {place.position: place.entrant_id for place in table.seating.all()}
    points = dict(placed(two_rounds))
    match = correct(organiser_of(two_rounds), table)
    assert match.status == Match.Status.OVER
    assert Round.objects.get(tournament=two_rounds, number=1).state == Round.State.PUBLISHED
    finalize(table.match_id)
    assert Round.objects.get(tournament=two_rounds, number=1).state == Round.State.CLOSED
    now = dict(placed(two_rounds))
    assert now[seats[1]] == points[seats[1]] - 3
    assert now[seats[4]] == points[seats[4]] + 3
    line = HistoryLine.objects.first()
    assert (line.code, line.round_number, line.table_number) == ("entry-corrected", 1, 1)
    assert line.reason == "Two columns were swapped"
    assert line.actor == str(two_rounds.organiser)


def test_a_final_result_is_not_changed_without_a_reason_nor_by_a_judge(two_rounds):
    table = table_of(two_rounds)
    with pytest.raises(Refused) as refused:
        correct(organiser_of(two_rounds), table, reason=" ")
    assert refused.value.code == "reason-missing"
    judge = member_of(two_rounds.club, Role.JUDGE)
    two_rounds.duties.create(user=judge.user, number=1)
    with pytest.raises(Refused) as refused:
        correct(judge, table)
    assert refused.value.code == "match-final"
    assert Event.objects.filter(kind="correct").count() == 0


def test_a_judges_own_slip_needs_no_reason_and_stands_in_the_history():
    table = published_round(tournament_of(4)).tables.get()
    enter(table, [10, 20, 30, 40])
    table = table_of(table.round.tournament)
    client = Client()
    client.get(reverse("scan_card", args=[JudgeCard.objects.get(number=1).token]))
    event = Event.objects.get(kind="action").pk
    url = reverse("desk_entry", args=[table.round.tournament.slug, 1, 1, event])
    body = {"entry_id": uuid.uuid4(), "version": 1, "do": "correct"}
    body |= {f"points_{seat}": 5 for seat in range(1, 5)}
    body["sure"] = client.post(url, body).context["shown"]["sure"]
    for _ in range(2):
        assert client.post(url, body).status_code == 302
    assert Match.objects.get().state["deals"] == [[5, 5, 5, 5]]
    line = HistoryLine.objects.first()
    assert (line.code, line.actor) == ("entry-corrected", "judge of table 1")
    assert HistoryLine.objects.filter(code="entry-corrected").count() == 1


def test_a_signed_result_that_the_organiser_puts_right_is_not_signed_again(two_rounds):
    table = table_of(two_rounds)
    Match.objects.filter(pk=table.match_id).update(needs_signatures=True)
    table = table_of(two_rounds)
    match = correct(organiser_of(two_rounds), table)
    assert match.status == Match.Status.OVER
    finalize(table.match_id)
    assert table_of(two_rounds).match.status == Match.Status.FINAL
    assert Event.objects.get(kind="decide").body["why"] == "Two columns were swapped"


def test_a_match_that_would_go_on_has_no_result_until_it_is_ended(two_rounds):
    table = table_of(two_rounds)
    effects = effects_of_correction(table, None)
    assert effects.goes_on
    actor = organiser_of(two_rounds)
    assert correct(actor, table, change=correction(table, [10, 20, 30, 40])).status == Match.Status.PLAYING
    table = table_of(two_rounds)
    scoring.stop_match(actor, table, Entry(uuid.uuid4(), table.match.version), "Long over")
    finalize(table.match_id)
    assert Round.objects.get(tournament=two_rounds, number=1).state == Round.State.CLOSED


def test_who_would_have_got_into_the_next_stage_is_named():
    tournament = tournament_of(8, rounds_planned=1)
    add_stage(organiser_of(tournament), tournament, StagePlan("swiss", 1, 4, advance=4))
    round_ = published_round(tournament)
    play(round_)
    tournament.refresh_from_db()
    table = table_of(tournament)
    swapped = {"places": {"1": 4, "2": 3, "3": 2, "4": 1}, "totals": {"1": 1, "2": 2, "3": 3, "4": 4}}
    # The next stage has not begun: who gets there is settled when it does.
    assert effects_of_correction(table, swapped).stages == []
    draft_round(tournament)
    (stage,) = effects_of_correction(table, swapped).stages
    names = {place.position: place.entrant.name for place in table.seating.select_related("entrant")}
    assert (stage.stage, set(stage.gained), set(stage.lost)) == (
        2,
        {names[3], names[4]},
        {names[1], names[2]},
    )
    (rested,) = effects_of_correction(table, swapped).rounds
    assert (rested.number, rested.state) == (2, "draft")


def test_rounds_that_look_at_no_results_do_not_rest_on_them():
    tournament = tournament_of(8)
    tournament.stages.create(number=1, system="random", rounds=3, table_size=4)
    play(published_round(tournament))
    published_round(tournament)
    swapped = {"places": {"1": 4, "2": 3, "3": 2, "4": 1}, "totals": {"1": 1, "2": 2, "3": 3, "4": 4}}
    assert effects_of_correction(table_of(tournament), swapped).rounds == []


def test_the_page_shows_it_all_and_then_does_it(two_rounds):
    table = table_of(two_rounds)
    client = Client()
    client.force_login(two_rounds.organiser)
    sheet = client.get(table.get_absolute_url()).content.decode()
    event = Event.objects.get(match=table.match_id).pk
    url = reverse("desk_entry", args=[two_rounds.slug, 1, 1, event])
    assert url in sheet
    assert "Take back the last deal" not in sheet
    body = {"entry_id": uuid.uuid4(), "version": table.match.version, "do": "correct"}
    body |= {f"points_{seat}": points for seat, points in enumerate(LAST, start=1)}
    shown = client.post(url, body)
    page = " ".join(re.sub(r"<[^>]+>", " ", shown.content.decode()).split())
    assert "1 → 4" in page
    assert "Standings:" in page
    assert "The pairing of round 2 rested on this" in page
    body["sure"] = shown.context["shown"]["sure"]
    unfounded = client.post(url, body)
    assert (unfounded.status_code, "Say why" in unfounded.content.decode()) == (422, True)
    body["reason"] = "Swapped"
    assert client.post(url, body).status_code == 302
    assert client.post(url, body).status_code == 302
    assert Event.objects.filter(kind="correct").count() == 1
    # Nobody else gets there.
    assert Client().get(url).status_code == 403
    assert client.get(url.replace(str(event), str(uuid.uuid4()))).status_code == 404


def test_a_page_of_the_desk_shows_it_too():
    from tests.tournaments.test_desk import HTMX, desk_of
    from tests.tournaments.test_desk_changes import entry, look

    desk = desk_of(people=2, options={"limit": 60})
    desk.post("enter_deal", points_1=100, points_2=20)
    finalize(desk.table.match_id)
    desk.client.force_login(desk.tournament.organiser)
    page = look(desk, "entered as points")
    assert "What it changes in the tournament" in page
    assert 'name="reason"' in page
    typed = {"correct": 1, "part": "preview", "points_1": 20, "points_2": 100}
    typed |= {"entry_id": uuid.uuid4(), "version": desk.match.version}
    target = desk.url("desk_entry", entry(desk, "entered as points").id)
    assert "Standings: 2 lines change" in desk.client.get(target, typed, **HTMX).content.decode()


# -- a second person -------------------------------------------------------------------------------


def test_once_the_standings_are_final_a_second_person_confirms(two_rounds):
    closed(two_rounds)
    table = table_of(two_rounds)
    before = placed(two_rounds)
    asked = correct(organiser_of(two_rounds), table)
    assert isinstance(asked, PendingChange)
    assert placed(two_rounds) == before
    assert Event.objects.filter(kind="correct").count() == 0
    with pytest.raises(Refused) as refused:
        confirming.confirm_change(organiser_of(two_rounds), two_rounds, asked.pk)
    assert refused.value.code == "second-person"
    other = member_of(two_rounds.club, Role.ORGANISER)
    for _ in range(2):
        confirming.confirm_change(other, two_rounds, asked.pk)
    finalize(table.match_id)
    assert placed(two_rounds) != before
    event = Event.objects.get(kind="correct")
    assert event.actor == f"{two_rounds.organiser} and {other.user}"
    assert [line.code for line in HistoryLine.objects.all()[:3]] == [
        "change-confirmed",
        "entry-corrected",
        "change-asked",
    ]


def test_what_is_not_confirmed_does_not_happen(two_rounds):
    closed(two_rounds)
    asked = correct(organiser_of(two_rounds), table_of(two_rounds))
    other = member_of(two_rounds.club, Role.OWNER)
    confirming.refuse_change(other, two_rounds, asked.pk)
    with pytest.raises(Refused) as refused:
        confirming.confirm_change(other, two_rounds, asked.pk)
    assert refused.value.code == "already-decided"
    assert Event.objects.filter(kind="correct").count() == 0


def test_a_change_that_was_overtaken_is_not_carried_out(two_rounds):
    table = table_of(two_rounds)
    closed(two_rounds)
    asked = correct(organiser_of(two_rounds), table)
    twice = correct(organiser_of(two_rounds), table, change=correction(table, [1, 2, 3, 400]))
    other = member_of(two_rounds.club, Role.ORGANISER)
    confirming.confirm_change(other, two_rounds, asked.pk)
    with pytest.raises(Refused) as refused:
        confirming.confirm_change(other, two_rounds, twice.pk)
    assert refused.value.code == "stale"
    twice.refresh_from_db()
    assert twice.state == PendingChange.State.WAITING
    assert confirming.refuse_change(other, two_rounds, twice.pk).state == PendingChange.State.REFUSED


def test_penalties_wait_too_and_the_page_shows_what_they_do(two_rounds):
    closed(two_rounds)
    leader = standings_of(two_rounds)[0].entrant
    plan = PenaltyPlan(leader.pk, "out", "Found out later")
    asked = penalties.give_penalty(organiser_of(two_rounds), uuid.uuid4(), two_rounds, plan)
    assert isinstance(asked, PendingChange)
    assert not Penalty.objects.exists()
    other = member_of(two_rounds.club, Role.ORGANISER)
    client = Client()
    client.force_login(other.user)
    page = client.get(reverse("changes", args=[two_rounds.slug])).content.decode()
    assert "Found out later" in page
    assert "disqualified" in page
    decide = reverse("decide_change", args=[two_rounds.slug, asked.pk])
    assert client.post(decide, {"do": "confirm"}).status_code == 302
    assert standings_of(two_rounds)[-1].entrant == leader
    given = Penalty.objects.get()
    back = penalties.take_back_penalty(other, uuid.uuid4(), two_rounds, given.pk, "Wrong person")
    confirming.confirm_change(organiser_of(two_rounds), two_rounds, back.pk)
    assert standings_of(two_rounds)[0].entrant == leader


def test_how_they_are_made_is_not_changed_either(two_rounds):
    closed(two_rounds)
    with pytest.raises(Refused) as refused:
        plan_standings(organiser_of(two_rounds), two_rounds, StandingsPlan(["points"], {}, True, None))
    assert refused.value.code == "tournament-closed"


def test_the_last_deal_is_not_taken_back_by_one_alone(two_rounds):
    closed(two_rounds)
    table = table_of(two_rounds)
    with pytest.raises(Refused) as refused:
        scoring.take_back_deal(organiser_of(two_rounds), table, Entry(uuid.uuid4(), table.match.version))
    assert refused.value.code == "tournament-closed"
