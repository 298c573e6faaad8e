"""Who is short in public, or a number, is so on every page that the public can open: looked for in the bytes."""

import uuid
from decimal import Decimal

import pytest

from games import services as games
from tests.factories import enter, organiser_of, published_round, tournament_of
from tests.tournaments.test_endpoints import TABLE, address, client_for
from tournaments.models import Player
from tournaments.services import closing, penalties, people, prizes
from tournaments.services.penalties import PenaltyPlan
from tournaments.services.prizes import PrizePlan

pytestmark = pytest.mark.django_db

WISHES = {
    1: ("Quentin Quirinus", Player.Shown.SHORT),
    2: ("Zita Zwetschkenbaum", Player.Shown.NUMBER),
    3: ("Fay Featherstonehaugh", Player.Shown.SHORT),
    4: ("Ola Oberhuber", Player.Shown.FULL),
}
HIDDEN = ("Quirinus", "Zita", "Zwetschkenbaum", "Featherstonehaugh")
OWN_CARD = {"scan_here", "my_entry"}
"""For whoever holds a secret that only that person was given."""
OPEN_TO_ALL = sorted(
    name for name, (method, answers) in TABLE.items() if method == "get" and 200 in answers[2:]
)


@pytest.fixture
def tournament():
    """One round played and closed, with penalties, a substitute, a category and prizes; a second under way."""
    made = tournament_of(8, rounds_planned=2, one_prize_each=False)
    actor = organiser_of(made)
    for number, (name, shown) in WISHES.items():
        player = Player.objects.create(club=made.club, name=name, name_key=name.casefold(), shown=shown)
        made.entrants.filter(number=number).update(name=name, player=player)
    entrants = {each.number: each for each in made.entrants.all()}
    for table in published_round(made).tables.all():
        enter(table, [410, 300, 200, 100])
        games.finalize(table.match_id)
    for number in (1, 2):
        plan = PenaltyPlan(entrants[number].pk, "points", "Late again", Decimal(10), 1)
        penalties.give_penalty(actor, uuid.uuid4(), made, plan)
    people.substitute(actor, made, entrants[3].pk, "Somebody Else")
    category = prizes.add_category(actor, made, "Juniors")
    prizes.set_people(actor, made, category.pk, [entrants[1].pk, entrants[2].pk])
    prizes.plan_prizes(
        actor, made, [PrizePlan(None, 1, "Cup"), PrizePlan(category.pk, 1, "Book")], once=False
    )
    for table in published_round(made).tables.all():
        enter(table, [10, 20, 30, 40])
    return made


def finish(tournament):
    for table in tournament.rounds.get(number=2).tables.all():
        enter(table, [400, 300, 200, 100])
        games.finalize(table.match_id)
    closing.close(organiser_of(tournament), tournament)


@pytest.mark.parametrize("closed", [False, True], ids=["being played", "closed"])
@pytest.mark.parametrize("role", ["spectator", "outsider"])
def test_no_page_that_everybody_can_open_says_more_than_was_wished(tournament, role, closed):
    if closed:
        finish(tournament)
    client = client_for(role, tournament)
    seen = ""
    for name in set(OPEN_TO_ALL) - OWN_CARD:
        where = address(name, tournament)
        for each in (where, f"{where}?q=Quentin"):
            page = client.get(each)
            said = b"".join(page.streaming_content if page.streaming else [page.content]).decode(
                errors="replace"
            )
            said = said.replace("q=Quentin", "")
            if page.status_code == 200:
                found = [word for word in HIDDEN if word in said]
                assert not found, f"{name} says {found} to a {role}"
                seen += said
    # The walk has been where these people are.
    for shown in ("Quentin Q.", "No. 2", "Fay F.", "Ola Oberhuber"):
        assert shown in seen
