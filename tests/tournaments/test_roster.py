"""The club's list: searching, keeping, doubles, how people are shown, and erasing a person."""

import uuid
from decimal import Decimal

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from games import services as games
from games.errors import Refused
from games.models import Event, Signature
from games.services import Hand
from games.verifying import broken_links, check_tables
from tests.factories import (
    ClubFactory,
    UserFactory,
    enter,
    member_of,
    organiser_of,
    published_round,
    tournament_of,
)
from tests.tournaments.test_people import play
from tournaments.access import Actor, NotAllowed
from tournaments.models import ClubHistoryLine, Entrant, HistoryLine, Player, Role, Table
from tournaments.selectors.pages import overview_of, round_view
from tournaments.selectors.roster import doubles_of, find_players
from tournaments.selectors.shown import public_name, seat_names, short_name
from tournaments.selectors.tables import table_token
from tournaments.selectors.versions import live_token
from tournaments.services import (
    closing,
    entering_from_list,
    erasing,
    penalties,
    people,
    pins,
    planning,
    rehearsals,
    roster,
)
from tournaments.services.history import without_names
from tournaments.services.roster import Card

pytestmark = pytest.mark.django_db
STRANGER = Actor()


@pytest.fixture
def tournament():
    """Four people who came by the list of names, and so stand in the club's list."""
    tournament = tournament_of(0)
    names = "Ana Ávila\nBo Berg\nCy Cohen\nDi Dahl"
    planning.enter_names(organiser_of(tournament), uuid.uuid4(), tournament, names)
    return tournament


def wish(tournament, name, shown, **more):
    player = Player.objects.get(club=tournament.club, name=name)
    card = Card(player.name, shown=shown, **more)
    return roster.change_player(organiser_of(tournament), tournament.club, player.pk, card)


def seats(tournament, number=1):
    return sorted(
        seat.name
        for table in tournament.rounds.get(number=number).tables.all()
        for seat in table.match.seats.all()
    )


# -- the list --------------------------------------------------------------------------------------


def test_whoever_is_entered_stands_in_the_list_once(tournament):
    other = tournament_of(0, club=tournament.club)
    planning.enter_names(organiser_of(other), uuid.uuid4(), other, "ana ávila\nEd")
    assert Player.objects.filter(club=tournament.club).count() == 5
    assert Player.objects.get(name="Ana Ávila").entries.count() == 2


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("ana", {"Ana Ávila"}),
        ("ÁVILA ANA", {"Ana Ávila"}),
        ("  b ", {"Bo Berg"}),
        ("", {"Ana Ávila", "Bo Berg", "Cy Cohen", "Di Dahl"}),
        ("lyon", {"Cy Cohen"}),
        ("nobody", set()),
        ("%", set()),
    ],
)
def test_the_list_is_searched_by_any_part_of_a_name(tournament, asked, found):
    wish(tournament, "Cy Cohen", "", home="Lyon")
    assert {player.name for player in find_players(tournament.club, asked)} == found


@pytest.mark.parametrize(
    ("card", "field"),
    [
        (Card(""), "name"),
        (Card("x" * 81), "name"),
        (Card("Ana", email="nowhere"), "email"),
        (Card("Ana", phone="call me"), "phone"),
        (Card("Ana", home="x" * 81), "home"),
        (Card("Ana", shown="loud"), "shown"),
    ],
)
def test_what_cannot_be_kept_is_told_beside_its_field(tournament, card, field):
    with pytest.raises(Refused) as refusal:
        roster.add_player(organiser_of(tournament), tournament.club, card)
    assert refusal.value.field == field


def test_minors_are_short_unless_somebody_chooses_otherwise(tournament):
    add = lambda card: roster.add_player(organiser_of(tournament), tournament.club, card)  # noqa: E731
    assert add(Card("Kim", minor=True)).shown == "short"
    assert add(Card("Lou", minor=True, shown="full")).shown == "full"
    assert add(Card("Max")).shown == "full"


@pytest.mark.parametrize("role", [*Role.values, None])
def test_who_may_keep_the_list(tournament, role):
    actor = member_of(tournament.club, role) if role else member_of(ClubFactory.create(), Role.OWNER)
    if role in (Role.OWNER, Role.ORGANISER):
        assert roster.add_player(actor, tournament.club, Card("Zoe")).pk
        assert ClubHistoryLine.objects.filter(club=tournament.club, code="player-added").count() == 1
    else:
        with pytest.raises(NotAllowed):
            roster.add_player(actor, tournament.club, Card("Zoe"))


def test_a_player_of_another_club_cannot_be_changed_through_ones_own(tournament):
    theirs = Player.objects.create(club=ClubFactory.create(), name="Zoe", name_key="zoe")
    with pytest.raises(Refused) as refusal:
        roster.change_player(organiser_of(tournament), tournament.club, theirs.pk, Card("Mine"))
    assert refusal.value.code == "no-such-player"
    with pytest.raises(Refused):
        erasing.erase_player(organiser_of(tournament), tournament.club, theirs.pk)


def test_entering_from_the_list_with_a_tap_twice_enters_once(tournament):
    other = tournament_of(0, club=tournament.club)
    actor = organiser_of(other)
    ana = Player.objects.get(name="Ana Ávila")
    one, two = (entering_from_list.enter_player(actor, other, ana.pk) for _ in range(2))
    assert one == two
    assert (one.number, one.name, one.player) == (1, "Ana Ávila", ana)
    assert HistoryLine.objects.filter(tournament=other).count() == 1


def test_entering_somebody_whose_name_is_taken_says_what_to_do(tournament):
    twin = roster.add_player(organiser_of(tournament), tournament.club, Card("Ana Ávila", home="Oslo"))
    with pytest.raises(Refused, match="tells the two apart"):
        entering_from_list.enter_player(organiser_of(tournament), tournament, twin.pk)


# -- doubles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("Ana Ávila", "Ana Avila", True),
        ("Ana Ávila", "Ávila, Ana", True),
        ("Ana Ávila", "Anna Ávila", True),
        ("Ana Ávila", "ANA ÁVILA", True),
        ("Ana Meyer", "Ana Meier", True),
        ("Ana Meyer", "Ana Meeyr", True),
        ("Ana Ávila", "Eva Ávila", False),
        ("Ana Silva", "Jan Silva", False),
        ("Ana Silva", "Ada Silva", False),
        ("Player 1", "Player 2", False),
        ("Bo", "Jo", False),
    ],
)
def test_doubles_are_found_by_their_spelling(one, other, found):
    club = ClubFactory.create()
    actor = member_of(club, Role.OWNER)
    for name in (one, other):
        roster.add_player(actor, club, Card(name))
    assert bool(doubles_of(club)) is found


def test_what_tells_two_apart_makes_them_no_doubles():
    club = ClubFactory.create()
    actor = member_of(club, Role.OWNER)
    roster.add_player(actor, club, Card("Ana", home="Lyon"))
    roster.add_player(actor, club, Card("Ana", home="Oslo"))
    assert doubles_of(club) == []


def test_merged_the_entries_follow_and_the_stricter_wish_holds(tournament):
    actor = organiser_of(tournament)
    published_round(tournament)
    other = tournament_of(0, club=tournament.club)
    planning.enter_names(actor, uuid.uuid4(), other, "Anna Ávila")
    keep, gone = Player.objects.get(name="Ana Ávila"), Player.objects.get(name="Anna Ávila")
    roster.change_player(actor, tournament.club, gone.pk, Card("Anna Ávila", email="a@b.org", shown="number"))
    merged = roster.merge_players(actor, tournament.club, keep.pk, gone.pk)
    assert {entry.tournament for entry in merged.entries.all()} == {tournament, other}
    assert (merged.email, merged.shown) == ("a@b.org", "number")
    assert not Player.objects.filter(pk=gone.pk).exists()
    assert "No. 1" in seats(tournament)


def test_two_who_play_in_one_tournament_are_two(tournament):
    ana, bo = (Player.objects.get(name=name) for name in ("Ana Ávila", "Bo Berg"))
    with pytest.raises(Refused, match="Both are entered"):
        roster.merge_players(organiser_of(tournament), tournament.club, ana.pk, bo.pk)


# -- how people are shown ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Ana Ávila", "Ana Á."),
        ("Ana María Ávila López", "Ana L."),
        ("Ávila, Ana", "Ana Á."),
        ("Ana", "Ana"),
        ("Bo (Lyon)", "Bo"),
        ("Jan van der Berg 2", "Jan B."),
        ("דנה כהן", "דנה כ."),
        ("山田太郎", "山…"),
        ("123", "123"),
        (",", ","),
    ],
)
def test_short_names(name, short):
    assert short_name(name) == short


def test_in_public_everybody_is_shown_as_they_wish(tournament):
    wish(tournament, "Ana Ávila", "short")
    wish(tournament, "Bo Berg", "number")
    play(tournament)
    named = {"Ana Á.", "No. 2", "Cy Cohen", "Di Dahl"}
    whole = {"Ana Ávila", "Bo Berg", "Cy Cohen", "Di Dahl"}
    round_ = tournament.rounds.get()
    for actor, names in [
        (STRANGER, named),
        (member_of(tournament.club, Role.VIEWER), named),
        (member_of(ClubFactory.create(), Role.OWNER), named),
        (member_of(tournament.club, Role.DESK), whole),
        (organiser_of(tournament), whole),
    ]:
        assert {line.entrant.name for line in overview_of(actor, tournament).lines} == names
        assert {who.name for table in round_view(round_, actor).tables for who, _ in table.people} == names
    assert set(seats(tournament)) == named


@pytest.mark.parametrize("name", ["standings", "round", "table"])
def test_no_public_page_has_a_name_that_is_not_to_be_shown(tournament, name):
    wish(tournament, "Ana Ávila", "short")
    wish(tournament, "Bo Berg", "number")
    play(tournament)
    args = {"standings": [], "round": [1], "table": [1, 1]}[name]
    url = reverse(name, args=[tournament.slug, *args])
    for headers in ({}, {"HTTP_HX_REQUEST": "true"}):
        page = Client().get(url, **headers).content.decode()
        assert "Cy Cohen" in page
        assert "Ana Á." in page
        assert "No. 2" in page
        assert "Ávila" not in page
        assert "Bo Berg" not in page


def test_a_wish_made_later_holds_at_tables_that_are_played(tournament):
    play(tournament)
    table = Table.objects.select_related("match", "round__tournament").get(round__tournament=tournament)
    before = live_token(tournament), table_token(table, STRANGER)
    wish(tournament, "Ana Ávila", "number")
    assert seats(tournament) == ["Bo Berg", "Cy Cohen", "Di Dahl", "No. 1"]
    table = Table.objects.select_related("match", "round__tournament").get(pk=table.pk)
    tournament.refresh_from_db()
    after = live_token(tournament), table_token(table, STRANGER)
    assert before[0] != after[0]
    assert before[1] != after[1]
    assert not list(broken_links(table.match_id))


def test_two_who_are_called_the_same_are_told_apart_at_a_table():
    tournament = tournament_of(0)
    planning.enter_names(organiser_of(tournament), uuid.uuid4(), tournament, "Ana Ávila\nAna Álvarez")
    for name in ("Ana Ávila", "Ana Álvarez"):
        wish(tournament, name, "short")
    entrants = list(tournament.entrants.select_related("player").order_by("number"))
    assert [public_name(each) for each in entrants] == ["Ana Á.", "Ana Á."]
    assert seat_names(entrants) == ["Ana Á. (No. 1)", "Ana Á. (No. 2)"]


def test_a_substitute_is_shown_by_their_own_wish_and_the_one_before_by_theirs(tournament):
    wish(tournament, "Ana Ávila", "number")
    play(tournament)
    ana = tournament.entrants.get(number=1)
    people.substitute(organiser_of(tournament), tournament, ana.pk, "Eva Ek")
    assert Entrant.objects.get(pk=ana.pk).player.name == "Eva Ek"
    published_round(tournament)
    assert "No. 1" in seats(tournament, 1)
    assert "Eva Ek" in seats(tournament, 2)
    wish(tournament, "Eva Ek", "short")
    assert "No. 1" in seats(tournament, 1)
    assert "Eva E." in seats(tournament, 2)


# -- erasing ---------------------------------------------------------------------------------------


def signed_table(tournament):
    """Everybody at the table has signed by typing their name."""
    tournament.signing = True
    tournament.save()
    table = published_round(tournament).tables.get()
    enter(table, [400, 300, 200, 100])
    table = Table.objects.select_related("match", "round__tournament").get(pk=table.pk)
    sheet = games.sheet_of_record(table.match)
    actor = organiser_of(tournament)
    for place in table.seating.select_related("entrant"):
        hand = Hand(name=place.entrant.name)
        games.sign(actor.seat_permit(table, str(place.position)), uuid.uuid4(), sheet, hand)
    games.finalize(table.match_id)
    return table


def test_erased_nothing_is_left_of_a_person_but_their_results(tournament):
    actor = organiser_of(tournament)
    ana = tournament.entrants.get(name="Ana Ávila")
    roster.change_player(
        actor, tournament.club, ana.player_id, Card("Ana Ávila", "Lyon", "ana@example.org", "0123")
    )
    people.change_person(actor, tournament, ana.pk, people.PersonPlan("Lyon", None, Decimal(0), [], []))
    pins.set_pin(actor, tournament, ana.pk, "4711")
    table = signed_table(tournament)
    ranks = {line.entrant.pk: line.standing.rank for line in overview_of(STRANGER, tournament).lines}
    events = list(Event.objects.order_by("pk").values_list("hash", flat=True))

    erasing.erase_player(actor, tournament.club, ana.player_id)

    assert {line.entrant.pk: line.standing.rank for line in overview_of(STRANGER, tournament).lines} == ranks
    assert list(Event.objects.order_by("pk").values_list("hash", flat=True)) == events
    assert not list(broken_links(table.match_id))
    assert not list(check_tables())
    assert Signature.objects.count() == 3
    ana.refresh_from_db()
    assert (ana.name, ana.pin, ana.club) == ("No. 1", "", "")
    player = Player.objects.get(pk=ana.player_id)
    assert (player.home, player.email, player.phone) == ("", "", "")
    assert player.erased_at
    assert not find_players(tournament.club, player.name).exists()
    told = str(list(HistoryLine.objects.values_list("args", "reason"))) + str(
        list(ClubHistoryLine.objects.values_list("args", flat=True))
    )
    assert "Ana" not in told
    client = Client()
    client.force_login(tournament.organiser)
    for url in (
        reverse("standings", args=[tournament.slug]),
        reverse("round", args=[tournament.slug, 1]),
        reverse("table", args=[tournament.slug, 1, 1]),
        reverse("people", args=[tournament.slug]),
        reverse("person", args=[tournament.slug, ana.pk]),
        reverse("club_people", args=[tournament.club.slug]),
        reverse("club", args=[tournament.club.slug]),
    ):
        page = client.get(url).content.decode()
        assert "Ana" not in page, url
        assert "ana@" not in page, url


def everything_kept():
    """Each table of the program with each of its rows, as text."""
    kept = [each for app in ("games", "tournaments") for each in apps.get_app_config(app).get_models()]
    return [(model.__name__, str(row)) for model in kept for row in model._default_manager.values()]


def test_erased_the_name_is_nowhere_in_the_database(tournament):
    """A penalty, a change that waits for a second person, a reason, a rehearsal: all of them had it."""
    actor = organiser_of(tournament)
    ana = tournament.entrants.get(name="Ana Ávila")
    signed_table(tournament)
    warned = penalties.PenaltyPlan(ana.pk, "warning", "Ana Ávila came late")
    penalties.give_penalty(actor, uuid.uuid4(), tournament, warned)
    rehearsals.make_rehearsal(actor, uuid.uuid4(), tournament, "calm")
    closing.close(actor, tournament)
    fined = penalties.PenaltyPlan(ana.pk, "points", "Ana Ávila looked", Decimal(5))
    penalties.give_penalty(actor, uuid.uuid4(), tournament, fined)
    assert any("Ana Ávila" in row for _model, row in everything_kept())

    erasing.erase_player(actor, tournament.club, ana.player_id)

    found = {model for model, row in everything_kept() if "Ana Ávila" in row or "ana ávila" in row}
    assert found == set()


def test_a_name_is_taken_out_where_it_stands_alone():
    assert without_names("Ana, Anatol and “Ana”", {"Ana": "No. 1"}) == "No. 1, Anatol and “No. 1”"
    assert without_names(r"\1 (Bo) Bob", {"(Bo)": r"\1"}) == r"\1 \1 Bob"


def test_who_was_replaced_can_be_erased_and_who_took_over_stays(tournament):
    actor = organiser_of(tournament)
    play(tournament)
    entrant = tournament.entrants.get(name="Ana Ávila")
    ana = entrant.player
    people.substitute(actor, tournament, entrant.pk, "Eva Ek")
    published_round(tournament)
    erasing.erase_player(actor, tournament.club, ana.pk)
    entrant.refresh_from_db()
    assert entrant.name == "Eva Ek"
    assert entrant.name_in(1) == "No. 1"
    assert "No. 1" in seats(tournament, 1)
    assert "Eva Ek" in seats(tournament, 2)


def test_who_took_over_can_be_erased_and_who_played_before_stays(tournament):
    actor = organiser_of(tournament)
    play(tournament)
    entrant = tournament.entrants.get(name="Ana Ávila")
    people.substitute(actor, tournament, entrant.pk, "Eva Ek")
    published_round(tournament)
    erasing.erase_player(actor, tournament.club, Player.objects.get(name="Eva Ek").pk)
    entrant.refresh_from_db()
    assert entrant.name == "No. 1"
    assert entrant.name_in(1) == "Ana Ávila"
    assert entrant.substitutions.get().after == "No. 1"
    assert "Ana Ávila" in seats(tournament, 1)
    assert "No. 1" in seats(tournament, 2)


def test_who_never_played_leaves_no_row_behind(tournament):
    zoe = roster.add_player(organiser_of(tournament), tournament.club, Card("Zoe"))
    assert erasing.erase_player(organiser_of(tournament), tournament.club, zoe.pk) is None
    assert not Player.objects.filter(pk=zoe.pk).exists()


def test_a_number_that_is_somebodys_name_is_not_taken_twice(tournament):
    planning.enter_names(organiser_of(tournament), uuid.uuid4(), tournament, "No. 1")
    erasing.erase_player(organiser_of(tournament), tournament.club, Player.objects.get(name="Ana Ávila").pk)
    assert tournament.entrants.get(number=1).name == "No. 1*"


def test_erased_twice_says_that_they_are_gone(tournament):
    ana = Player.objects.get(name="Ana Ávila")
    erasing.erase_player(organiser_of(tournament), tournament.club, ana.pk)
    with pytest.raises(Refused) as refusal:
        erasing.erase_player(organiser_of(tournament), tournament.club, ana.pk)
    assert refusal.value.code == "no-such-player"


# -- the pages -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "list_", "edit"),
    [
        (Role.OWNER, 200, 200),
        (Role.ORGANISER, 200, 200),
        (Role.DESK, 200, 403),
        (Role.JUDGE, 403, 403),
        (Role.VIEWER, 403, 403),
    ],
)
def test_addresses_are_for_the_desk_and_changes_for_who_keeps_the_list(tournament, role, list_, edit):
    client = Client()
    client.force_login(member_of(tournament.club, role).user)
    ana = Player.objects.get(name="Ana Ávila")
    slug = tournament.club.slug
    assert client.get(reverse("club_people", args=[slug])).status_code == list_
    for name, args in (
        ("club_player", [ana.pk]),
        ("erase_player", [ana.pk]),
        ("doubles", []),
        ("player_new", []),
    ):
        assert client.get(reverse(name, args=[slug, *args])).status_code == edit


def test_no_other_club_sees_the_list(tournament):
    ana = Player.objects.get(name="Ana Ávila")
    theirs = tournament_of(0)
    client = Client()
    client.force_login(theirs.organiser)
    slug = tournament.club.slug
    for name, args in (("club_people", []), ("player", [ana.pk]), ("club", []), ("doubles", [])):
        assert client.get(reverse(name, args=[slug, *args])).status_code == 404
    assert client.get(reverse("club_player", args=[theirs.club.slug, ana.pk])).status_code == 404
    page = client.get(reverse("from_list", args=[theirs.slug])).content.decode()
    assert "Ana" not in page
    response = client.post(reverse("enter_from_list", args=[theirs.slug, ana.pk]), HTTP_HX_REQUEST="true")
    assert response.status_code == 404
    assert not theirs.entrants.exists()


def test_a_person_is_added_changed_and_erased_by_the_pages(tournament):
    client = Client()
    client.force_login(tournament.organiser)
    slug = tournament.club.slug
    assert client.post(reverse("player_new", args=[slug]), {"name": ""}).status_code == 422
    client.post(reverse("player_new", args=[slug]), {"name": "Zoe Zed", "minor": "on"})
    zoe = Player.objects.get(name="Zoe Zed")
    assert zoe.shown == "short"
    wrong = client.post(reverse("club_player", args=[slug, zoe.pk]), {"name": "Zoe Zed", "phone": "call me"})
    assert wrong.status_code == 422
    assert "call me" in wrong.content.decode()
    client.post(reverse("club_player", args=[slug, zoe.pk]), {"name": "Zoe Zed", "email": "z@example.org"})
    assert "z@example.org" in client.get(reverse("club_people", args=[slug])).content.decode()
    assert "cannot be taken back" in client.get(reverse("erase_player", args=[slug, zoe.pk])).content.decode()
    client.post(reverse("erase_player", args=[slug, zoe.pk]))
    assert not Player.objects.filter(pk=zoe.pk).exists()


def test_doubles_are_merged_by_the_page(tournament):
    client = Client()
    client.force_login(tournament.organiser)
    slug = tournament.club.slug
    twin = roster.add_player(organiser_of(tournament), tournament.club, Card("Ana Avila"))
    ana = Player.objects.get(name="Ana Ávila")
    assert "Ana Avila" in client.get(reverse("doubles", args=[slug])).content.decode()
    client.post(reverse("doubles", args=[slug]), {"keep": ana.pk, "other": twin.pk})
    assert not Player.objects.filter(pk=twin.pk).exists()
    client.post(reverse("doubles", args=[slug]), {"keep": "x", "other": "99999999999999999999"})


def test_a_tap_enters_from_the_list(tournament):
    other = tournament_of(0, club=tournament.club)
    client = Client()
    client.force_login(other.organiser)
    ana = Player.objects.get(name="Ana Ávila")
    url = reverse("from_list", args=[other.slug])
    assert "Ana Ávila" in client.get(url, {"q": "ana"}, HTTP_HX_REQUEST="true").content.decode()
    row = client.post(reverse("enter_from_list", args=[other.slug, ana.pk]), HTTP_HX_REQUEST="true")
    assert "No. 1" in row.content.decode()
    assert client.post(reverse("enter_from_list", args=[other.slug, ana.pk])).status_code == 302
    assert other.entrants.count() == 1


def test_the_list_costs_no_more_for_more_people(tournament, django_assert_max_num_queries):
    Player.objects.bulk_create(
        Player(club=tournament.club, name=f"Person {n}", name_key=f"person {n}") for n in range(700)
    )
    client = Client()
    client.force_login(tournament.organiser)
    for url in (
        reverse("club_people", args=[tournament.club.slug]),
        reverse("doubles", args=[tournament.club.slug]),
        reverse("club", args=[tournament.club.slug]),
        reverse("from_list", args=[tournament.slug]),
    ):
        with django_assert_max_num_queries(12):
            assert client.get(url).status_code == 200


def test_an_outsider_is_not_told_of_a_club(tournament):
    client = Client()
    client.force_login(UserFactory.create())
    assert client.get(reverse("club", args=[tournament.club.slug])).status_code == 404
