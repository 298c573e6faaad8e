"""What pages say: bad input told beside its field with what was typed kept, fragments, live tokens."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games import services as games
from games.models import Event, Match
from rules.registry import registry
from tests.factories import UserFactory, draft_round, enter, organiser_of, published_round, tournament_of
from tournaments.models import Entrant, JudgeCard, Tournament
from tournaments.services import rounds
from tournaments.views.common import find_round

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def tournament():
    tournament = tournament_of(4)
    published_round(tournament)
    return tournament


@pytest.fixture
def organiser(tournament):
    client = Client()
    client.force_login(tournament.organiser)
    return client


def table_url(tournament, name="table"):
    return reverse(name, args=[tournament.slug, 1, 1])


def deal(points, version=0, **more):
    named = {f"points_{seat}": each for seat, each in enumerate(points, start=1)}
    return {"entry_id": uuid.uuid4(), "version": version} | named | more


# -- making a tournament ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": ""}, "This field is required"),
        ({"name": " \t "}, "This field is required"),
        ({"name": "\u202e"}, "nothing to read in this name"),
        ({"name": "\u0958" * 80}, "is too long"),
        ({"name": "x" * 81}, "at most 80 characters"),
        ({"rounds": "0"}, "greater than or equal to 1"),
        ({"rounds": "31"}, "less than or equal to 30"),
        ({"rounds": "many"}, "whole number"),
        ({"table_size": "7"}, "not one of the available choices"),
        ({"rules_key": "ghost"}, "not one of the available choices"),
        ({"rounds": "1.000"}, "whole number"),
        ({"day": "9999-12-31"}, "Give a day of the years 2000 to 2100."),
        ({"day": "0001-01-01"}, "Give a day of the years 2000 to 2100."),
        ({"system": "double-elimination"}, "Double elimination is for tables of 2"),
    ],
)
def test_a_wrong_plan_is_told_and_what_was_typed_is_kept(changes, sentence):
    client = Client()
    client.force_login(UserFactory.create())
    typed = {"form_id": uuid.uuid4(), "name": "Cup", "rules_key": "points", "table_size": "4", "rounds": "3"}
    response = client.post(reverse("tournament_new"), typed | changes)
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert 'aria-invalid="true"' in page
    if "name" not in changes:
        assert 'value="Cup"' in page
    assert not Tournament.objects.exists()


def test_the_same_form_twice_makes_one_tournament():
    client = Client()
    client.force_login(UserFactory.create())
    typed = {"form_id": uuid.uuid4(), "name": "Cup", "rules_key": "points", "table_size": "4", "rounds": "3"}
    first, second = (client.post(reverse("tournament_new"), typed) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert Tournament.objects.count() == 1


# -- people ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ("", "at least one name"),
        ("Zoe\nzoe", "stands in line 1 already"),
        ("Player 1", "already entered"),
        ("\n".join(f"P{n}" for n in range(10_000)), "room for 2000 people"),
        ("x" * 400_001, "at most 400000 characters"),
    ],
)
def test_a_wrong_list_is_told_and_kept_whole(tournament, organiser, names, sentence):
    response = organiser.post(
        reverse("people", args=[tournament.slug]), {"names": names, "form_id": uuid.uuid4()}
    )
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert names[:1000] in page
    assert tournament.entrants.count() == 4


def test_html_in_a_name_is_shown_not_run(tournament, organiser):
    url = reverse("people", args=[tournament.slug])
    organiser.post(url, {"names": "<script>alert(1)</script>", "form_id": uuid.uuid4()})
    page = organiser.get(url).content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page


def test_a_form_too_large_to_be_meant_is_refused(tournament, organiser):
    url = reverse("people", args=[tournament.slug])
    response = organiser.post(url, {"names": "x" * 7_000_000, "form_id": uuid.uuid4()})
    assert response.status_code == 413
    assert Entrant.objects.count() == 4


# -- the table -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (["", "1", "2", "3"], "Enter this player’s points"),
        (["ten", "1", "2", "3"], "Enter a whole number"),
        (["1.5", "1", "2", "3"], "Enter a whole number"),
        (["1.000", "1", "2", "3"], "Enter a whole number"),
        (["9999", "1", "2", "3"], "between −2000 and 2000"),
        (["-9999", "1", "2", "3"], "between −2000 and 2000"),
        (["9" * 5000, "1", "2", "3"], "Enter a whole number"),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_impossible_points_are_told_beside_the_field(tournament, organiser, points, sentence, headers):
    response = organiser.post(table_url(tournament, "enter_deal"), deal(points), **headers)
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert f'value="{points[0]}"' in page or not points[0]
    assert not Event.objects.exists()


def test_a_true_minus_sign_is_a_minus(tournament, organiser):
    organiser.post(table_url(tournament, "enter_deal"), deal(["\N{MINUS SIGN}25", "1", "2", "3"]))
    assert Event.objects.get().body["points"]["1"] == -25


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_bell_far_from_the_limit_is_shown_once_more_and_then_entered(tournament, organiser, headers):
    typed = deal([81, 9, 18, 30], bell="on")
    asked = organiser.post(table_url(tournament, "enter_deal"), typed, **headers)
    page = asked.content.decode()
    assert asked.status_code == 422
    assert "The bell rang, yet the highest total is 81 of 400." in page
    assert "Enter it all the same" in page
    assert 'value="81"' in page
    assert not Event.objects.exists()

    weighed = re.search(r'name="weighed" value="([^"]+)"', page).group(1)
    other = organiser.post(table_url(tournament, "enter_deal"), typed | {"points_2": 10, "weighed": weighed})
    assert other.status_code == 422  # that was about other numbers
    for _sent_again in range(2):
        entered = organiser.post(table_url(tournament, "enter_deal"), typed | {"weighed": weighed})
        assert entered.status_code == 302
    assert Event.objects.get().body["bell"] is True


def test_an_entry_that_was_taken_is_not_doubted_when_it_comes_again(tournament, organiser):
    typed = deal([81, 9, 18, 30], bell="on")
    organiser.post(table_url(tournament, "enter_deal"), typed | {"weighed": "81 9 18 30 bell"})
    assert organiser.post(table_url(tournament, "enter_deal"), typed).status_code == 302
    assert Event.objects.count() == 1


def test_a_bell_near_the_limit_needs_no_second_look(tournament, organiser):
    typed = deal([310, 9, 18, 30], bell="on")
    assert organiser.post(table_url(tournament, "enter_deal"), typed).status_code == 302


@pytest.mark.parametrize("missing", ["entry_id", "version"])
def test_a_page_that_sends_too_little_is_told_to_be_reloaded(tournament, organiser, missing):
    sent = deal([1, 2, 3, 4])
    del sent[missing]
    for name in ("enter_deal", "take_back"):
        response = organiser.post(table_url(tournament, name), sent)
        assert response.status_code == 422
        assert "Reload it" in response.content.decode()


def test_the_same_entry_twice_is_one_deal(tournament, organiser):
    sent = deal([10, 20, 30, 40])
    for _ in range(2):
        assert organiser.post(table_url(tournament, "enter_deal"), sent).status_code == 302
    assert Event.objects.count() == 1


def test_a_stale_page_is_shown_both_sides_and_can_be_sent_again(tournament, organiser):
    organiser.post(table_url(tournament, "enter_deal"), deal([10, 20, 30, 40]))
    response = organiser.post(table_url(tournament, "enter_deal"), deal([11, 21, 31, 41]), **HTMX)
    page = response.content.decode()
    assert response.status_code == 409
    assert "in the meantime" in page
    assert "10" in page
    assert 'value="11"' in page
    hidden = dict(re.findall(r'name="(entry_id|version)" value="([^"]+)"', page.split("<form")[1]))
    again = deal([11, 21, 31, 41]) | hidden
    assert organiser.post(table_url(tournament, "enter_deal"), again, **HTMX).status_code == 200
    assert Event.objects.count() == 2


def test_taking_back_on_a_stale_page_takes_nothing_back(tournament, organiser):
    organiser.post(table_url(tournament, "enter_deal"), deal([10, 20, 30, 40]))
    response = organiser.post(table_url(tournament, "take_back"), {"entry_id": uuid.uuid4(), "version": 0})
    assert response.status_code == 409
    assert Event.objects.count() == 1


def test_a_page_that_has_seen_all_there_is_gets_nothing(tournament):
    client = Client()
    for url in (
        reverse("standings", args=[tournament.slug]),
        reverse("round", args=[tournament.slug, 1]),
        table_url(tournament),
    ):
        page = client.get(url).content.decode()
        address = re.search(r'hx-get="([^"]+seen=[^"]+)"', page).group(1).replace("&amp;", "&")
        assert client.get(address, **HTMX).status_code == 204
        enter(tournament.rounds.get().tables.get(), [1, 2, 3, 4])
        fresh = client.get(address, **HTMX)
        assert fresh.status_code == 200
        assert "<html" not in fresh.content.decode()


def test_the_final_result_is_shown_by_itself(tournament):
    client = Client()
    enter(tournament.rounds.get().tables.get(), [400, 2, 3, 4])
    before = client.get(table_url(tournament)).content.decode()
    games.finalize(Match.objects.get().pk)
    address = re.search(r'hx-get="([^"]+seen=[^"]+)"', before).group(1).replace("&amp;", "&")
    assert "Final" in client.get(address, **HTMX).content.decode()


def test_who_watches_is_told_that_they_do_while_there_is_something_to_enter(tournament):
    watching, led_on = "You are watching", "All tables of this round"
    page = Client().get(table_url(tournament)).content.decode()
    assert (watching in page, led_on in page) == (True, False)
    enter(tournament.rounds.get().tables.get(), [400, 2, 3, 4])
    games.finalize(Match.objects.get().pk)
    page = Client().get(table_url(tournament)).content.decode()
    assert (watching in page, led_on in page) == (False, True)


def test_places_are_entered_once():
    tournament = tournament_of(4, options={"count": "places", "limit": 400, "deals": 0})
    published_round(tournament)
    client = Client()
    client.force_login(tournament.organiser)
    assert "Enter places" in client.get(table_url(tournament)).content.decode()
    refused = client.post(table_url(tournament, "enter_deal"), deal([2, 2, 3, 4]))
    assert "Somebody must be first" in refused.content.decode()
    assert client.post(table_url(tournament, "enter_deal"), deal([2, 1, 3, 4])).status_code == 302
    games.finalize(Match.objects.get().pk)
    assert Match.objects.get().result["places"] == {"1": 2, "2": 1, "3": 3, "4": 4}


def test_a_deal_sent_to_a_match_that_is_over_is_told_with_what_was_typed(tournament, organiser):
    enter(tournament.rounds.get().tables.get(), [400, 1, 2, 3])
    for headers in ({}, HTMX):
        response = organiser.post(table_url(tournament, "enter_deal"), deal([11, 22, 33, 44]), **headers)
        page = response.content.decode()
        assert response.status_code == 422
        assert "This match is over" in page
        assert re.search(r"You typed: .* 11, .* 22, .* 33, .* 44", page)


def test_the_judge_is_led_to_the_tables_next_match(tournament):
    judge = Client()
    judge.get(reverse("scan_card", args=[JudgeCard.objects.get().token]))
    enter(tournament.rounds.get().tables.get(), [400, 1, 2, 3])
    games.finalize(Match.objects.get().pk)
    page = judge.get(table_url(tournament)).content.decode()
    assert "appears by itself" in page
    published_round(tournament)
    address = re.search(r'hx-get="([^"]+seen=[^"]+)"', page).group(1).replace("&amp;", "&")
    assert "to its next match" in judge.get(address, **HTMX).content.decode()


def test_a_new_round_gets_its_tab_by_itself(tournament):
    spectator = Client()
    page = spectator.get(reverse("standings", args=[tournament.slug])).content.decode()
    enter(tournament.rounds.get().tables.get(), [400, 1, 2, 3])
    games.finalize(Match.objects.get().pk)
    published_round(tournament)
    address = re.search(r'hx-get="([^"]+seen=[^"]+)"', page).group(1).replace("&amp;", "&")
    fragment = spectator.get(address, **HTMX).content.decode()
    assert 'hx-swap-oob="true"' in fragment
    assert reverse("round", args=[tournament.slug, 2]) in fragment


def test_the_seed_of_a_draft_stands_in_nobody_elses_page(tournament):
    enter(tournament.rounds.get().tables.get(), [400, 1, 2, 3])
    games.finalize(Match.objects.get().pk)
    seed = str(draft_round(tournament).seed)
    for url in (reverse("standings", args=[tournament.slug]), reverse("round", args=[tournament.slug, 1])):
        assert seed not in Client().get(url).content.decode()


def test_where_the_limit_must_be_exceeded_one_more_point_is_missing():
    engine = registry().get("goliath-international")
    options = engine.settle_options({})
    tournament = tournament_of(4, rules_key=engine.key, rules_version=engine.version, options=options)
    published_round(tournament)
    enter(tournament.rounds.get().tables.get(), [400, 1, 2, 3])
    page = Client().get(table_url(tournament)).content.decode()
    assert "1 to go" in page


# -- forms sent before -------------------------------------------------------------------------------


def test_a_form_gone_back_to_and_changed_is_told_and_can_be_sent():
    client = Client()
    client.force_login(UserFactory.create())
    typed = {
        "form_id": uuid.uuid4(),
        "name": "First",
        "rules_key": "points",
        "table_size": "4",
        "rounds": "3",
    }
    client.post(reverse("tournament_new"), typed)
    response = client.post(reverse("tournament_new"), typed | {"name": "Second"})
    page = response.content.decode()
    assert response.status_code == 422
    assert "sent before with other contents" in page
    fresh = re.search(r'name="form_id" value="([^"]+)"', page).group(1)
    client.post(reverse("tournament_new"), typed | {"name": "Second", "form_id": fresh})
    assert set(Tournament.objects.values_list("name", flat=True)) == {"First", "Second"}


def test_the_id_of_one_form_does_not_carry_out_another(tournament, organiser):
    form_id = uuid.uuid4()
    url = reverse("people", args=[tournament.slug])
    organiser.post(url, {"names": "Zoe", "form_id": form_id})
    response = organiser.post(url, {"names": "Yan", "form_id": form_id})
    assert "sent before with other contents" in response.content.decode()
    plan = {"form_id": form_id, "name": "Cup", "rules_key": "points", "table_size": "4", "rounds": "3"}
    assert organiser.post(reverse("tournament_new"), plan).status_code == 422
    assert tournament.entrants.count() == 5


def test_a_form_without_its_id_is_told_to_be_reloaded(tournament, organiser):
    for url in (reverse("people", args=[tournament.slug]), reverse("tournament_new")):
        response = organiser.post(url, {"names": "Zoe", "name": "Cup"})
        assert response.status_code == 422
        assert "Reload it" in response.content.decode()


@pytest.mark.parametrize("charset", ["utf-7", "rot13", "idna", "utf-16"])
def test_what_is_not_utf8_is_refused(tournament, organiser, charset):
    url = reverse("people", args=[tournament.slug])
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    response = organiser.generic("POST", url, b"names=a", content_type=kind)
    assert response.status_code == 400


# -- cards and the rest ----------------------------------------------------------------------------


def test_the_picture_on_a_card_holds_the_link_below_it(tournament, organiser):
    import segno

    from tournaments.qr import MASK

    page = organiser.get(reverse("cards", args=[tournament.slug])).content.decode()
    link = f"http://testserver/j/{JudgeCard.objects.get().token}/"
    assert link in page
    code = segno.make(link, error="m", micro=False, mask=MASK)
    assert code.svg_inline(scale=4, border=2, dark="#000", light="#fff") in page


def test_the_content_security_policy_allows_our_own_files_only(tournament):
    response = Client().get(reverse("standings", args=[tournament.slug]))
    policy = response.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'self'" in policy
    assert not re.search(r"<script(?![^>]* src=)|\sstyle=|\son[a-z]+=", response.content.decode())


def test_signing_in_goes_to_our_own_pages_only():
    user = UserFactory.create()
    user.set_password("a long triangle 555")
    user.save()
    response = Client().post(
        f"{reverse('sign_in')}?next=https://evil.example/",
        {"username": user.username, "password": "a long triangle 555", "next": "https://evil.example/"},
    )
    assert response.headers["Location"] == reverse("home")


def test_a_wrong_password_is_told():
    response = Client().post(reverse("sign_in"), {"username": "nobody", "password": "wrong"})
    assert "This name and this password do not belong together." in response.content.decode()


@pytest.mark.parametrize("people", [8, 40])
def test_pages_ask_the_database_no_more_for_more_people(people, django_assert_max_num_queries):
    tournament = tournament_of(people)
    round_ = published_round(tournament)
    for table in round_.tables.all():
        enter(table, [400, 1, 2, 3])
        games.finalize(table.match_id)
    client = Client()
    client.force_login(tournament.organiser)
    for name, args in (("standings", []), ("round", [1]), ("people", []), ("cards", []), ("table", [1, 1])):
        with django_assert_max_num_queries(13 if name == "round" else 16):
            assert client.get(reverse(name, args=[tournament.slug, *args])).status_code == 200
    with django_assert_max_num_queries(7):
        assert client.get(reverse("home")).status_code == 200


def test_a_draft_that_comes_while_its_page_is_made_is_not_missed(monkeypatch):
    """The worker may finish between two looks at the database: the page then asks again and finds it."""
    tournament = tournament_of(4)
    round_ = rounds.ask_for_pairings(organiser_of(tournament), tournament)
    client = Client()
    client.force_login(tournament.organiser)

    def look_then_let_the_worker_finish(*args, **kwargs):
        found = find_round(*args, **kwargs)
        rounds.compute_pairings(round_.pk)
        return found

    monkeypatch.setattr("tournaments.views.rounds.find_round", look_then_let_the_worker_finish)
    page = client.get(reverse("round", args=[tournament.slug, 1])).content.decode()
    monkeypatch.undo()
    address = re.search(r'hx-get="([^"]+seen=[^"]+)"', page).group(1).replace("&amp;", "&")
    assert "Publish round 1" in client.get(address, **HTMX).content.decode()
