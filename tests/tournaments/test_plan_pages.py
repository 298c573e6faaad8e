"""Planning: ways to begin, all decisions at a glance, rules in words, table sizes, copying, deleting."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.errors import Refused
from rules.triominos.variants.classic import engine as classic
from tests.factories import UserFactory, draft_round, organiser_of, published_round, tournament_of
from tournaments.access import Actor, NotAllowed
from tournaments.history_words import in_words
from tournaments.models import Category, Entrant, Prize, Round, Stage, Tournament
from tournaments.pairing import sizes
from tournaments.presets import PRESETS
from tournaments.selectors.pairing import sizes_allowed
from tournaments.selectors.plan import plan_view, stages_of, warnings_of
from tournaments.selectors.rules import rules_view
from tournaments.selectors.splits import compare, usual_size
from tournaments.services import about, copying, deleting, planning, rules, splitting, stages
from tournaments.services.about import About
from tournaments.services.planning import Plan
from tournaments.services.stages import StagePlan

pytestmark = pytest.mark.django_db

ALL = frozenset(range(2, 7))


@pytest.fixture
def tournament():
    made = tournament_of(8)
    Stage.objects.create(tournament=made, number=1, rounds=3, table_size=4)
    return made


@pytest.fixture
def client(tournament):
    client = Client()
    client.force_login(tournament.organiser)
    return client


def url(name, tournament):
    return reverse(name, args=[tournament.slug])


def last_line(tournament):
    line = tournament.history.first()
    return in_words(line.code, line.args)


# -- ways to begin ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "systems"),
    [
        ("club-evening", ["round-robin"]),
        ("sunday-swiss", ["swiss"]),
        ("championship", ["groups", "knockout"]),
    ],
)
def test_a_way_to_play_makes_its_stages(key, systems):
    client = Client()
    client.force_login(UserFactory.create())
    page = client.get(reverse("tournament_new"), {"way": key}).content.decode()
    assert f'value="{key}"' in page
    sent = {"form_id": uuid.uuid4(), "name": "Cup", "rules_key": "points", "table_size": "3", "rounds": "6"}
    response = client.post(
        reverse("tournament_new"), sent | {"preset": key, "place": "Town hall", "language": "fr"}
    )
    made = Tournament.objects.get()
    assert response.url == url("plan", made)
    assert [stage.system for stage in made.stages.order_by("number")] == systems
    assert {stage.table_size for stage in made.stages.all()} == {3}
    assert made.rounds_planned == sum(stage.rounds for stage in made.stages.all())
    assert (made.place, made.language) == ("Town hall", "fr")
    assert (made.signing, made.round_minutes) == (PRESETS[key].signing, PRESETS[key].round_minutes)
    assert client.get(response.url).status_code == 200


def test_only_the_swiss_asks_how_many_rounds():
    made = planning.create_tournament(
        Actor(UserFactory.create()), uuid.uuid4(), Plan("Cup", "points", 4, 7, {}, preset="sunday-swiss")
    )
    assert made.stages.get().rounds == 7
    made = planning.create_tournament(
        Actor(UserFactory.create()), uuid.uuid4(), Plan("Cup", "points", 4, 7, {}, preset="club-evening")
    )
    assert made.stages.get().rounds == 3


@pytest.mark.parametrize("key", PRESETS)
def test_every_way_can_be_played_from_the_first_round_on(key):
    plan = Plan("Cup", "points", 4, 5, {}, preset=key)
    made = planning.create_tournament(Actor(UserFactory.create()), uuid.uuid4(), plan)
    planning.enter_names(organiser_of(made), uuid.uuid4(), made, "\n".join(f"Player {n}" for n in range(12)))
    assert published_round(made).tables.exists()


def test_an_unknown_way_is_the_own_plan():
    client = Client()
    client.force_login(UserFactory.create())
    page = client.get(reverse("tournament_new"), {"way": "../etc"})
    assert page.status_code == 200
    assert page.context["chosen"] is None


# -- at a glance -----------------------------------------------------------------------------------


def test_the_plan_shows_every_decision_with_a_way_to_change_it(tournament, client):
    page = client.get(url("plan", tournament)).content.decode()
    for name in ("about", "change_rules", "stages", "split", "tie_breaks", "settings", "prizes", "copy"):
        assert url(name, tournament) in page
    assert "Swiss" in page
    assert "Placing points" in page


def test_the_plan_takes_few_queries_however_many_people(client, tournament, django_assert_max_num_queries):
    for number in range(9, 60):
        Entrant.objects.create(tournament=tournament, number=number, name=f"P{number}", name_key=f"p{number}")
    with django_assert_max_num_queries(12):
        client.get(url("plan", tournament))


def test_what_is_left_stands_on_the_tournament_until_it_is_public(client, tournament):
    page = client.get(url("standings", tournament)).content.decode()
    assert "What is left to do" not in page
    assert "All that is needed is there" in page
    tournament.entrants.all().delete()
    assert "What is left to do" in client.get(url("standings", tournament)).content.decode()


def test_nothing_is_left_to_plan_once_a_round_is_public(client, tournament):
    published_round(tournament)
    assert "All that is needed" not in client.get(url("standings", tournament)).content.decode()
    assert plan_view(tournament).begun


def test_one_person_is_told_what_is_missing(client):
    tournament = tournament_of(1)
    client.force_login(tournament.organiser)
    page = client.get(url("people", tournament)).content.decode()
    assert "Enter one more person" in page
    assert "A table needs at least two" in client.get(url("plan", tournament)).content.decode()
    client.post(url("pair", tournament))
    assert not Round.objects.exists()


def test_two_people_and_three_rounds_meet_again_and_can_play_all_the_same():
    tournament = tournament_of(2, rounds_planned=3)
    said = warnings_of(tournament, stages_of(tournament), 2)
    assert said == [
        "With 2 people and 3 rounds people must meet again: at least 3 times in all. That is allowed; fewer rounds or other tables avoid it."
    ]
    assert [table.seating.count() for table in published_round(tournament).tables.all()] == [2]


def test_a_final_for_more_than_there_are_is_told(tournament):
    stages.add_stage(organiser_of(tournament), tournament, StagePlan("knockout", 2, 4, advance=8))
    assert "all of them come into it" in warnings_of(tournament, stages_of(tournament), 8)[-1]


# -- name, place, language ---------------------------------------------------------------------------


def test_name_place_and_language_are_kept_and_the_address_stays(tournament, client):
    slug = tournament.slug
    client.post(
        url("about", tournament),
        {"name": " Spring  Cup ", "place": "Hall 3", "language": "cs", "expected": "24"},
    )
    tournament.refresh_from_db()
    kept = (tournament.name, tournament.place, tournament.language, tournament.expected, tournament.slug)
    assert kept == ("Spring Cup", "Hall 3", "cs", 24, slug)
    assert last_line(tournament) == "changed name, place or language"


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"name": " "}, "bad-name", "name"),
        ({"name": "x" * 81}, "bad-name", "name"),
        ({"place": "x" * 81}, "bad-place", "place"),
        ({"language": "tlh"}, "bad-language", "language"),
        ({"expected": 0}, "bad-expected", "expected"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(tournament, changes, code, field):
    with pytest.raises(Refused) as caught:
        about.change_about(organiser_of(tournament), tournament, About(**{"name": "Cup"} | changes))
    assert (caught.value.code, caught.value.field) == (code, field)
    assert not tournament.history.exists()


def test_what_was_typed_is_kept_when_it_is_refused(tournament, client):
    response = client.post(url("about", tournament), {"name": "", "place": "Hall <3>"})
    assert response.status_code == 422
    assert "Hall &lt;3&gt;" in response.content.decode()


@pytest.mark.parametrize(
    "work",
    [
        lambda actor, t: about.change_about(actor, t, About("Mine")),
        lambda actor, t: rules.change_rules(actor, t, "points", {}),
        lambda actor, t: splitting.choose_tables(actor, t, [4, 4]),
        lambda actor, t: copying.copy_tournament(actor, uuid.uuid4(), t, "Mine", people=True),
        lambda actor, t: deleting.delete_tournament(actor, t, t.name),
    ],
)
def test_only_the_organisers_of_the_club_plan(tournament, work):
    with pytest.raises(NotAllowed):
        work(Actor(UserFactory.create()), tournament)
    assert Tournament.objects.get() == tournament


# -- rules -----------------------------------------------------------------------------------------


def by_classic(**options):
    return tournament_of(
        4, rules_key=classic.key, rules_version=classic.version, options=classic.settle_options(options)
    )


def test_a_number_with_a_meaning_of_its_own_is_told_in_words():
    told = {deals: dict(rules_view(tournament_of(4, options={"deals": deals})).options) for deals in (0, 3)}
    assert [each["Deals in a match"] for each in told.values()] == ["no fixed number, the bell decides", "3"]


def test_the_rules_page_says_what_the_variant_does_and_where_others_differ():
    view = rules_view(by_classic(limit=300))
    points = {point.title: point for point in view.points}
    assert points["Going out"].elsewhere == []
    pool = points["Passing because the pool is empty"]
    assert pool.text == "Costs 10."
    (others,) = pool.elsewhere
    assert others.text == "Costs nothing."
    assert set(others.names.split(", ")) == {
        "Triominos Compact",
        "Goliath international",
        "Goliath Nordic",
        "Piatnik Czech",
    }
    assert "reaches 300" in points["The bell"].text
    assert "reaches 400" in points["The bell"].usually
    assert points["Bridge"].picture == "bridge"


def test_everybody_may_read_the_rules_of_a_public_tournament():
    tournament = by_classic()
    assert Client().get(url("rules", tournament)).status_code == 404
    published_round(tournament)
    page = Client().get(url("rules", tournament)).content.decode()
    assert "Who lays their last tile gets 25" in page
    assert url("change_rules", tournament) not in page


def test_rules_that_are_not_installed_can_still_be_looked_at(client, tournament):
    Tournament.objects.update(rules_key="gone")
    assert "not installed" in client.get(url("rules", tournament)).content.decode()
    assert client.get(url("change_rules", tournament)).status_code == 200
    assert client.get(url("plan", tournament)).status_code == 200
    assert client.get(url("split", tournament)).status_code == 200


def test_rules_are_chosen_then_their_options(client, tournament):
    client.post(url("change_rules", tournament), {"rules_key": classic.key})
    tournament.refresh_from_db()
    assert (tournament.rules_key, tournament.options) == (classic.key, classic.settle_options({}))
    sent = {"limit": "250", "bell": "exceed", "two_sides": "0", "blocked_tie": "each", "match_tie": "shared"}
    client.post(url("change_rules", tournament), sent)
    tournament.refresh_from_db()
    assert tournament.options == classic.settle_options({"limit": 250, "bell": "exceed", "two_sides": 0})
    assert last_line(tournament) == "chose the rules “Tri-Ominos classic” and their options"


def test_an_option_that_cannot_be_is_told_beside_it(client, tournament):
    response = client.post(url("change_rules", tournament), {"limit": "0", "count": "points", "deals": "0"})
    assert response.status_code == 422
    assert response.context["options"].errors.keys() == {"limit"}


def test_rules_stay_once_a_table_has_begun_by_them(client, tournament):
    published_round(tournament)
    with pytest.raises(Refused) as caught:
        rules.change_rules(organiser_of(tournament), tournament, classic.key, {})
    assert caught.value.code == "rules-in-use"
    assert "so they stay" in client.get(url("change_rules", tournament)).content.decode()


def test_rules_that_cannot_seat_the_tables_are_refused(tournament):
    Stage.objects.update(table_size=6)
    with pytest.raises(Refused) as caught:
        rules.change_rules(organiser_of(tournament), tournament, "goliath-nordic", {})
    assert (caught.value.code, caught.value.field) == ("bad-table-size", "rules_key")


# -- table sizes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [7, 10, 13, 14, 22, 48, 101, 700])
def test_every_way_that_is_offered_is_what_pairing_then_does(people, tournament):
    found = compare(stages_of(tournament)[0], people, ALL, 5)
    assert found.splits
    assert [each.recommended for each in found.splits] == [True] + [False] * (len(found.splits) - 1)
    for each in found.splits:
        chosen = each.split.sizes
        assert sizes.split(people, usual_size(chosen), frozenset(chosen)) == chosen
        assert sum(each.split.sizes) + each.split.out == people


def test_choosing_a_way_sets_it_and_the_draft_follows(tournament, client):
    Entrant.objects.create(tournament=tournament, number=9, name="Nine", name_key="nine")
    client.post(url("split", tournament), {"sizes": "3 3 3"})
    draft = draft_round(tournament)
    assert [table.seating.count() for table in draft.tables.all()] == [3, 3, 3]
    tournament.refresh_from_db()
    assert tournament.table_size == 3
    assert tournament.history.filter(code="tables-chosen").get().args == {"sizes": "3 + 3 + 3"}


def test_one_size_alone_is_meant_strictly_and_the_rest_sits_out(tournament):
    Entrant.objects.create(tournament=tournament, number=9, name="Nine", name_key="nine")
    splitting.choose_tables(organiser_of(tournament), tournament, [4, 4])
    draft = draft_round(tournament)
    assert [table.seating.count() for table in draft.tables.all()] == [4, 4]
    assert draft.seating.filter(table__isnull=True).count() == 1


def test_sizes_that_were_chosen_hold_also_when_somebody_then_sits_out():
    stage = Stage(table_size=5, allow=[4, 5])
    assert sizes_allowed(stage, 14, ALL) == {4, 5}
    assert sizes_allowed(stage, 11, ALL) == {4, 5}
    assert sizes_allowed(Stage(table_size=5), 11, ALL) == {4, 5, 6}


def test_another_table_size_in_the_stage_forgets_what_was_chosen(tournament):
    actor = organiser_of(tournament)
    splitting.choose_tables(actor, tournament, [4, 4])
    changed = stages.change_stage(actor, tournament, 1, StagePlan("swiss", 3, 3))
    assert changed.allow == []


@pytest.mark.parametrize("wanted", [[], [7], [1, 4], ["x"]])
def test_tables_that_cannot_be_are_refused(wanted, tournament, client):
    client.post(url("split", tournament), {"sizes": " ".join(map(str, wanted))})
    assert Stage.objects.get().allow == []


@pytest.mark.parametrize("asked", [{"people": "1", "rounds": "3", "allow": ["4"]}])
def test_too_few_for_a_table_is_a_sentence(client, tournament, asked):
    page = client.get(url("split", tournament), asked)
    assert page.status_code == 200
    assert "too few people for a table" in page.content.decode()


def test_nonsense_is_told_beside_its_field(client, tournament):
    page = client.get(url("split", tournament), {"people": "many", "rounds": "0"})
    assert page.status_code == 422
    assert set(page.context["form"].errors) == {"people", "rounds", "allow"}


# -- copying ---------------------------------------------------------------------------------------


def test_a_copy_has_the_settings_the_prizes_and_the_people(tournament):
    actor = organiser_of(tournament)
    Tournament.objects.update(signing=True, tiebreaks=["points"], place="Hall")
    juniors = Category.objects.create(tournament=tournament, name="Juniors", name_key="juniors")
    juniors.entrants.add(tournament.entrants.get(number=2))
    Prize.objects.create(tournament=tournament, number=1, category=juniors, what="Cup")
    planning.withdraw(actor, tournament, tournament.entrants.get(number=1).pk)
    published_round(tournament)
    tournament.refresh_from_db()
    made = copying.copy_tournament(actor, uuid.uuid4(), tournament, "Again", people=True)
    assert (made.signing, made.tiebreaks, made.place, made.club) == (
        True,
        ["points"],
        "Hall",
        tournament.club,
    )
    assert made.slug != tournament.slug
    assert made.lots_seed != tournament.lots_seed
    assert [stage.rounds for stage in made.stages.all()] == [3]
    assert [each.name for each in made.entrants.order_by("number")] == [f"Player {n}" for n in range(2, 9)]
    assert [each.name for each in made.categories.get().entrants.all()] == ["Player 2"]
    assert made.prizes.get().category == made.categories.get()
    assert not made.rounds.exists()
    assert last_line(made) == "made the tournament “Again” as a copy of “Autumn Cup”"


def test_a_copy_without_people_and_sent_twice_is_one(tournament, client):
    sent = {"form_id": uuid.uuid4(), "name": "Again"}
    for _time in range(2):
        response = client.post(url("copy", tournament), sent)
    made = Tournament.objects.exclude(pk=tournament.pk).get()
    assert response.url == url("plan", made)
    assert not made.entrants.exists()


def test_a_copy_without_a_name_is_refused(tournament, client):
    response = client.post(url("copy", tournament), {"form_id": uuid.uuid4(), "name": "\u200b"})
    assert response.status_code == 422
    assert Tournament.objects.count() == 1


# -- deleting --------------------------------------------------------------------------------------


def test_a_draft_goes_with_all_that_hangs_on_it(tournament, client):
    draft_round(tournament)
    juniors = Category.objects.create(tournament=tournament, name="Juniors", name_key="juniors")
    Prize.objects.create(tournament=tournament, number=1, category=juniors)
    assert client.post(url("delete_tournament", tournament), {"name": "Autumn"}).status_code == 422
    assert Tournament.objects.exists()
    assert client.post(url("delete_tournament", tournament), {"name": "Autumn Cup"}).url == reverse("home")
    assert not Tournament.objects.exists()


def test_what_has_been_played_is_never_deleted(tournament, client):
    published_round(tournament)
    page = client.get(url("delete_tournament", tournament)).content.decode()
    assert "results are never lost" in page
    with pytest.raises(Refused) as caught:
        deleting.delete_tournament(organiser_of(tournament), tournament, tournament.name)
    assert caught.value.code == "in-use"
    assert Tournament.objects.exists()
