"""Making tournaments and entering people."""

import uuid

import pytest

from games.errors import Refused
from tests.factories import UserFactory, organiser_of, published_round, tournament_of
from tournaments.access import Actor, NotAllowed
from tournaments.models import Entrant, Tournament
from tournaments.services import planning
from tournaments.services.planning import Plan

pytestmark = pytest.mark.django_db


def plan(**changes):
    return Plan(
        **{"name": "Cup", "rules_key": "points", "table_size": 4, "rounds": 3, "options": {}} | changes
    )


def test_the_rules_are_pinned_with_their_options():
    made = planning.create_tournament(Actor(UserFactory.create()), uuid.uuid4(), plan(options={"limit": 300}))
    assert (made.rules_key, made.rules_version) == ("points", "1")
    assert made.options == {"count": "points", "limit": 300, "deals": 0}


def test_one_form_makes_one_tournament():
    actor, form_id = Actor(UserFactory.create()), uuid.uuid4()
    one = planning.create_tournament(actor, form_id, plan())
    again = planning.create_tournament(actor, form_id, plan())
    assert one == again
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"rules_key": "ghost"}, "unknown-rules", "rules_key"),
        ({"table_size": 7}, "bad-table-size", "table_size"),
        ({"options": {"limit": -1}}, "bad-option", "limit"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(changes, code, field):
    with pytest.raises(Refused) as caught:
        planning.create_tournament(Actor(UserFactory.create()), uuid.uuid4(), plan(**changes))
    assert (caught.value.code, caught.value.field) == (code, field)
    assert not Tournament.objects.exists()


def test_without_an_account_nobody_makes_a_tournament():
    with pytest.raises(NotAllowed):
        planning.create_tournament(Actor(), uuid.uuid4(), plan())


def test_names_are_entered_whole_or_not_at_all():
    tournament = tournament_of(0)
    actor = organiser_of(tournament)
    with pytest.raises(Refused):
        planning.enter_names(actor, uuid.uuid4(), tournament, "Ana\nBo\nAna")
    assert not Entrant.objects.exists()
    assert planning.enter_names(actor, uuid.uuid4(), tournament, "Ana\nBo") == 2
    assert planning.enter_names(actor, uuid.uuid4(), tournament, "Cy") == 1
    assert list(Entrant.objects.values_list("number", "name")) == [(1, "Ana"), (2, "Bo"), (3, "Cy")]


def test_one_list_is_entered_once():
    tournament = tournament_of(0)
    form_id = uuid.uuid4()
    for _ in range(2):
        assert planning.enter_names(organiser_of(tournament), form_id, tournament, "Ana\nBo") == 2
    assert Entrant.objects.count() == 2


def test_a_refused_form_can_be_mended_and_sent_again():
    tournament = tournament_of(0)
    form_id = uuid.uuid4()
    with pytest.raises(Refused):
        planning.enter_names(organiser_of(tournament), form_id, tournament, "")
    assert planning.enter_names(organiser_of(tournament), form_id, tournament, "Ana") == 1


def test_who_never_played_is_forgotten_and_who_did_is_kept():
    tournament = tournament_of(4)
    planning.withdraw(organiser_of(tournament), tournament, tournament.entrants.get(number=4).pk)
    assert tournament.entrants.count() == 3
    published_round(tournament)
    planning.withdraw(organiser_of(tournament), tournament, tournament.entrants.get(number=1).pk)
    assert tournament.entrants.get(number=1).withdrawn
    planning.take_back_withdrawal(organiser_of(tournament), tournament, tournament.entrants.get(number=1).pk)
    assert not tournament.entrants.get(number=1).withdrawn


def test_withdrawing_somebody_unknown_is_said():
    tournament = tournament_of(1)
    with pytest.raises(Refused) as caught:
        planning.withdraw(organiser_of(tournament), tournament, 99)
    assert caught.value.code == "no-such-entrant"


@pytest.mark.parametrize("service", ["enter", "withdraw", "again"])
@pytest.mark.parametrize("signed_in", [True, False])
def test_only_the_organiser_changes_the_list(service, signed_in):
    tournament = tournament_of(2)
    outsider = Actor(UserFactory.create() if signed_in else None)
    calls = {
        "enter": lambda: planning.enter_names(outsider, uuid.uuid4(), tournament, "Cy"),
        "withdraw": lambda: planning.withdraw(outsider, tournament, 1),
        "again": lambda: planning.take_back_withdrawal(outsider, tournament, 1),
    }
    with pytest.raises(NotAllowed):
        calls[service]()
    assert tournament.entrants.count() == 2
