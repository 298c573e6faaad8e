"""Penalties: given and taken back, counted everywhere, read by everybody."""

import uuid
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from games.errors import Refused
from games.services import finalize
from tests.factories import draft_round, enter, member_of, organiser_of, published_round, tournament_of
from tournaments.access import NotAllowed
from tournaments.models import Entrant, HistoryLine, Penalty, Role
from tournaments.selectors.standings import standings_of
from tournaments.services import penalties, planning, rounds
from tournaments.services.penalties import PenaltyPlan

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    """Four at one table: Player at seat 1 is first, and so on; 3, 2, 1 and 0 placing points."""
    tournament = tournament_of(4)
    table = published_round(tournament).tables.get()
    enter(table, [400, 300, 200, 100])
    finalize(table.match_id)
    return tournament


def seated(tournament):
    """The entrants in the order of their places."""
    return [line.entrant for line in standings_of(tournament)]


def give(tournament, entrant, kind, amount=0, **more):
    plan = PenaltyPlan(entrant.pk, kind, "Unfair", Decimal(amount), **more)
    return penalties.give_penalty(organiser_of(tournament), uuid.uuid4(), tournament, plan)


def order(tournament):
    return [
        (line.entrant.pk, line.standing.placing, line.standing.points) for line in standings_of(tournament)
    ]


def test_placing_points_come_off_the_score_and_match_points_off_the_total(played):
    first, second, third, fourth = seated(played)
    give(played, first, "placing", "1.5")
    give(played, second, "points", 50)
    give(played, fourth, "warning")
    # 2 placing points stay with the second, 1½ with the first, 1 with the third.
    assert order(played) == [
        (second.pk, 2, 250),
        (first.pk, Decimal("1.5"), 400),
        (third.pk, 1, 200),
        (fourth.pk, 0, 100),
    ]


def test_taken_back_it_counts_nowhere_and_stays_to_be_read(played):
    before = order(played)
    first = seated(played)[0]
    given = give(played, first, "placing", 3)
    assert order(played) != before
    penalties.take_back_penalty(organiser_of(played), uuid.uuid4(), played, given.pk, "It was somebody else")
    assert order(played) == before
    page = Client().get(reverse("penalties", args=[played.slug])).content.decode()
    assert "Unfair" in page
    assert "It was somebody else" in page
    assert [line.code for line in HistoryLine.objects.all()[:2]] == [
        "penalty-placing-back",
        "penalty-placing",
    ]
    with pytest.raises(Refused) as refused:
        penalties.take_back_penalty(organiser_of(played), uuid.uuid4(), played, given.pk, "Again")
    assert refused.value.code == "already-back"


def test_who_is_disqualified_stands_last_and_is_not_paired(played):
    first, *others = seated(played)
    given = give(played, first, "out")
    lines = standings_of(played)
    assert [line.entrant.pk for line in lines] == [*(each.pk for each in others), first.pk]
    assert [line.standing.rank for line in lines] == [1, 2, 3, 4]
    assert [line.out for line in lines] == [False, False, False, True]
    page = Client().get(reverse("standings", args=[played.slug])).content.decode()
    assert "Disqualified: behind everybody else." in page
    round_ = draft_round(played)
    assert first.pk not in round_.seating.values_list("entrant", flat=True)
    with pytest.raises(Refused) as refused:
        planning.take_back_withdrawal(organiser_of(played), played, first.pk)
    assert refused.value.code == "disqualified"
    penalties.take_back_penalty(organiser_of(played), uuid.uuid4(), played, given.pk, "Appeal upheld")
    # The draft was made without them, from other results.
    with pytest.raises(Refused) as refused:
        rounds.publish(organiser_of(played), round_)
    assert refused.value.code == "draft-out-of-date"
    assert first.pk in draft_round(played).seating.values_list("entrant", flat=True)


def test_who_had_left_stays_away_when_a_disqualification_is_taken_back(played):
    first = seated(played)[0]
    planning.withdraw(organiser_of(played), played, first.pk)
    given = give(played, first, "out")
    penalties.take_back_penalty(organiser_of(played), uuid.uuid4(), played, given.pk, "Why bother")
    assert Entrant.objects.get(pk=first.pk).withdrawn


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"kind": "placing", "amount": Decimal(0)}, "bad-points"),
        ({"kind": "placing", "amount": Decimal("0.001")}, "bad-points"),
        ({"kind": "placing", "amount": Decimal("NaN")}, "bad-points"),
        ({"kind": "points", "amount": Decimal("1.5")}, "bad-points"),
        ({"kind": "points", "amount": Decimal(10_001)}, "bad-points"),
        ({"kind": "burn"}, "bad-kind"),
        ({"kind": "warning", "reason": "  "}, "reason-missing"),
        ({"kind": "warning", "reason": "x" * 201}, "reason-too-long"),
        ({"kind": "warning", "round_number": 2}, "no-such-round"),
        ({"kind": "warning", "entrant_id": 0}, "no-such-entrant"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(played, plan, code):
    whole = {"entrant_id": seated(played)[0].pk, "reason": "Unfair"} | plan
    with pytest.raises(Refused) as refused:
        penalties.give_penalty(organiser_of(played), uuid.uuid4(), played, PenaltyPlan(**whole))
    assert refused.value.code == code
    assert not Penalty.objects.exists()


def test_points_that_decide_nothing_are_not_taken_off(played):
    played.tiebreaks = ["points", "wins"]
    played.save()
    with pytest.raises(Refused) as refused:
        give(played, seated(played)[0], "placing", 1)
    assert refused.value.code == "does-not-count"


def test_the_same_form_twice_is_one_penalty(played):
    plan = PenaltyPlan(seated(played)[0].pk, "warning", "Late")
    form_id = uuid.uuid4()
    for _ in range(2):
        penalties.give_penalty(organiser_of(played), form_id, played, plan)
    assert Penalty.objects.count() == 1


@pytest.mark.parametrize("role", [Role.JUDGE, Role.DESK, Role.VIEWER])
def test_only_who_runs_it_gives_penalties(played, role):
    actor = member_of(played.club, role)
    plan = PenaltyPlan(seated(played)[0].pk, "warning", "Late")
    with pytest.raises(NotAllowed):
        penalties.give_penalty(actor, uuid.uuid4(), played, plan)


def test_the_page_shows_what_it_means_and_then_gives_it(played):
    client = Client()
    client.force_login(played.organiser)
    first, second, *_ = seated(played)
    url = reverse("penalties", args=[played.slug])
    body = {
        "form_id": uuid.uuid4(),
        "entrant_id": first.pk,
        "kind": "placing",
        "amount": "2",
        "round_number": 1,
        "reason": "Looked into the pool",
    }
    shown = client.post(url, body)
    page = shown.content.decode()
    assert "Standings: 2 lines change" in page
    assert not Penalty.objects.exists()
    body["sure"] = shown.context["sure"]
    assert client.post(url, body).status_code == 302
    assert seated(played)[0] == second
    public = Client().get(reverse("standings", args=[played.slug])).content.decode()
    assert "2 placing points off" in public
    assert "Looked into the pool" in public
    # Another number than the one that was shown is shown first.
    other = body | {"form_id": uuid.uuid4(), "amount": "3"}
    assert client.post(url, other).status_code == 200
    assert Penalty.objects.count() == 1
    back = reverse("take_back_penalty", args=[played.slug, Penalty.objects.get().pk])
    assert "Standings: 2 lines change" in client.get(back).content.decode()
    assert client.post(back, {"form_id": uuid.uuid4(), "reason": ""}).status_code == 422
    assert client.post(back, {"form_id": uuid.uuid4(), "reason": "Mistaken"}).status_code == 302
    assert seated(played)[0] == first


def test_nobody_else_can_send_the_form(played):
    assert Client().post(reverse("penalties", args=[played.slug]), {}).status_code == 403


def test_a_stage_counts_the_penalties_of_its_own_rounds():
    """The first stage’s penalty does not follow into a second that begins at nought."""
    from tests.tournaments.test_stages import StagePlan
    from tournaments.services.stages import add_stage

    tournament = tournament_of(4, rounds_planned=1)
    add_stage(organiser_of(tournament), tournament, StagePlan("swiss", 1, 4))
    for number in (1, 2):
        table = published_round(tournament).tables.get()
        enter(table, [400, 300, 200, 100])
        finalize(table.match_id)
        give(tournament, table.seating.get(position=1).entrant, "placing", 1, round_number=number)
        tournament.refresh_from_db()
    points = {line.entrant.pk: line.standing.placing for line in standings_of(tournament)}
    assert sorted(points.values()) == [0, 1, 2, 2]
