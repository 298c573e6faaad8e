"""The tour: which step comes next follows from what is true, and the tournament behind it is a real one in rehearsal."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games import services as games
from games.errors import Refused
from games.models import Match
from tests.factories import UserFactory, draft_round, enter, published_round, tournament_of
from tests.tournaments.test_rehearsal import as_the_worker
from tournaments.access import Actor, NotAllowed
from tournaments.models import Entrant, HistoryLine, Player, Rehearsal, Round, Tournament
from tournaments.selectors.tour import tour_of, tour_under_way
from tournaments.services import rounds
from tournaments.services.planning import enter_names
from tournaments.services.tour import begin_tour, leave_tour, let_bots_play
from tournaments.tour import INVENTED, STEPS, Facts, Stage, Standing, Step, standing

NINE = INVENTED + 1


@pytest.mark.parametrize(
    ("facts", "step", "waits"),
    [
        (Facts(), Step.PEOPLE, False),
        (Facts(people=NINE), Step.PAIR, False),
        (Facts(first=Stage.PAIRING), Step.PUBLISH, True),
        (Facts(NINE, Stage.PAIRING), Step.PUBLISH, True),
        (Facts(NINE, Stage.DRAFT), Step.PUBLISH, False),
        (Facts(NINE, Stage.PUBLISHED), Step.SCORE, False),
        (Facts(NINE, Stage.PUBLISHED, bots=True), Step.SCORE, False),
        (Facts(NINE, Stage.PUBLISHED, entries=1), Step.FINISH, False),
        (Facts(NINE, Stage.PUBLISHED, entries=2, over=True), Step.FINISH, True),
        (Facts(NINE, Stage.PUBLISHED, entries=2, over=True, final=True), Step.OTHERS, False),
        (Facts(NINE, Stage.PUBLISHED, entries=2, over=True, final=True, bots=True), Step.OTHERS, True),
        (Facts(NINE, Stage.CLOSED), Step.STANDINGS, False),
        (Facts(NINE, Stage.CLOSED, Stage.PAIRING), Step.LAST_ROUND, True),
        (Facts(NINE, Stage.CLOSED, Stage.DRAFT, bots=True), Step.LAST_ROUND, False),
        (Facts(NINE, Stage.CLOSED, Stage.PUBLISHED), Step.LAST_ROUND, False),
        (Facts(NINE, Stage.CLOSED, Stage.PUBLISHED, bots=True), Step.LAST_ROUND, True),
        (Facts(NINE, Stage.CLOSED, Stage.CLOSED), Step.DONE, False),
        (Facts(NINE, Stage.CLOSED, closed=True), Step.DONE, False),
    ],
)
def test_the_next_step_follows_from_what_is_true(facts, step, waits):
    assert standing(facts) == Standing(step, waits)


def test_there_are_eight_steps_and_each_has_its_number():
    assert [Standing(step).number for step in STEPS] == list(range(1, 9))
    assert Standing(Step.DONE).number == 8


@pytest.fixture
def actor(db):
    return Actor(UserFactory.create())


@pytest.fixture
def trial(actor):
    return begin_tour(actor, uuid.uuid4())


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def step_of(actor: Actor, tournament: Tournament) -> Step:
    view = tour_of(actor, fresh(tournament))
    assert view
    assert view.title
    assert view.text
    return view.standing.step


def test_one_press_makes_a_real_tournament_in_rehearsal(actor, trial):
    assert trial.rehearsal
    assert trial.club.members.filter(user=actor.user).exists()
    assert trial.entrants.count() == INVENTED
    assert not Rehearsal.objects.get(tournament=trial).playing
    assert not Player.objects.exists()  # the club's list keeps nobody who was invented


def test_pressed_twice_it_is_still_one_tour(actor):
    form = uuid.uuid4()
    first = begin_tour(actor, form)
    assert begin_tour(actor, form) == begin_tour(actor, uuid.uuid4()) == first
    assert Tournament.objects.count() == 1


def test_rules_that_bots_do_not_know_are_refused(actor):
    for key, code in (("tangram", "no-bots"), ("nothing", "unknown-rules")):
        with pytest.raises(Refused) as caught:
            begin_tour(actor, uuid.uuid4(), key)
        assert caught.value.code == code
    assert not Tournament.objects.exists()


def test_the_whole_tour_is_led_by_the_services_of_every_tournament(actor):
    trial = begin_tour(actor, uuid.uuid4(), "points")
    assert step_of(actor, trial) == Step.PEOPLE
    enter_names(actor, uuid.uuid4(), trial, "Me Myself")
    assert not Player.objects.exists()
    assert step_of(actor, trial) == Step.PAIR
    rounds.ask_for_pairings(actor, trial)
    assert step_of(actor, trial) == Step.PUBLISH
    first = Round.objects.get()
    rounds.compute_pairings(first.pk)
    first.refresh_from_db()
    rounds.publish(actor, first, first.seed, first.edition)
    assert step_of(actor, trial) == Step.SCORE
    mine = first.tables.get(number=1)
    enter(mine, [10, 20, 30], actor=actor)
    assert step_of(actor, trial) == Step.FINISH
    mine.match.refresh_from_db()
    enter(mine, [400, 20, 30], actor=actor)
    games.finalize(mine.match_id)
    assert step_of(actor, trial) == Step.OTHERS
    bots = Rehearsal.objects.get(tournament=trial)
    as_the_worker(bots)
    assert Match.objects.filter(status=Match.Status.FINAL).count() == 1  # nobody has asked them
    let_bots_play(actor, fresh(trial))
    for _look in range(3):
        as_the_worker(bots)
    assert step_of(actor, trial) == Step.STANDINGS
    rounds.ask_for_pairings(actor, trial)
    assert step_of(actor, trial) == Step.LAST_ROUND
    last = trial.rounds.get(number=2)
    rounds.compute_pairings(last.pk)
    last.refresh_from_db()
    rounds.publish(actor, last, last.seed, last.edition)
    for _look in range(3):
        as_the_worker(bots)
    assert step_of(actor, trial) == Step.DONE


def test_nobody_else_is_shown_the_tour(actor, trial):
    page = reverse("standings", args=[trial.slug])
    draft_round(trial)
    published_round(trial)
    colleague = UserFactory.create()
    trial.club.members.create(user=colleague, role="organiser")
    for user, shown in ((actor.user, True), (colleague, False), (None, False)):
        client = Client()
        if user:
            client.force_login(user)
        assert ('id="tour"' in client.get(page).content.decode()) is shown
    with pytest.raises(Refused):
        leave_tour(Actor(colleague), trial)
    with pytest.raises(NotAllowed):
        leave_tour(Actor(UserFactory.create()), trial)


def test_a_rehearsal_of_ones_own_is_no_tour(actor):
    tournament = tournament_of(4, organiser=actor.user)
    assert tour_of(actor, tournament) is None
    Tournament.objects.filter(pk=tournament.pk).update(rehearsal=True)
    assert tour_of(actor, fresh(tournament)) is None


def test_it_can_be_left_and_begun_anew(actor, trial):
    leave_tour(actor, trial)
    assert tour_of(actor, trial) is None
    assert fresh(trial)
    assert tour_under_way(actor.user) is None
    assert begin_tour(actor, uuid.uuid4()) != trial
    assert HistoryLine.objects.filter(code="tour-left").count() == 1


def test_one_press_throws_everything_away(actor, trial):
    client = Client()
    client.force_login(actor.user)
    published_round(trial)
    answer = client.post(reverse("tour", args=[trial.slug]), {"do": "throw"}, follow=True)
    assert "The rehearsal is gone." in answer.content.decode()
    assert not Tournament.objects.exists()
    assert not Entrant.objects.exists()


def test_who_is_new_is_offered_it_at_home_and_everybody_with_an_account_on_the_page_of_help(actor):
    client = Client()
    assert reverse("begin_tour") not in client.get(reverse("help")).content.decode()
    client.force_login(actor.user)
    for name in ("home", "help"):
        assert reverse("begin_tour") in client.get(reverse(name)).content.decode()
    answer = client.post(reverse("begin_tour"), {"form_id": uuid.uuid4()})
    trial = Tournament.objects.get()
    assert answer["Location"] == reverse("people", args=[trial.slug]) + "#id_names"
    for name in ("home", "help"):
        assert reverse("tour", args=[trial.slug]) in client.get(reverse(name)).content.decode()
    tournament_of(4, organiser=actor.user)
    client.post(reverse("tour", args=[trial.slug]), {"do": "throw"})
    assert reverse("begin_tour") not in client.get(reverse("home")).content.decode()
    assert client.post(reverse("begin_tour"), {"form_id": "?"}, follow=True).status_code == 200


def test_the_panel_asks_again_and_is_answered_only_when_it_changes(actor, trial):
    client = Client()
    client.force_login(actor.user)
    url = reverse("tour", args=[trial.slug])
    head = {"HX-Request": "true"}
    panel = client.get(url, headers=head).content.decode()
    assert "Step 1 of 8" in panel
    seen = tour_of(actor, trial).token
    assert client.get(url, {"seen": seen}, headers=head).status_code == 204
    enter_names(actor, uuid.uuid4(), trial, "Me Myself")
    assert "Step 2 of 8" in client.get(url, {"seen": seen}, headers=head).content.decode()
