"""Every address, tried by organiser, judge, spectator and outsider."""

import uuid

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from games.models import Event
from games.services import NewAction, Permit, append_actions
from rules.triominos.variants.classic import engine as classic
from tests.factories import UserFactory, draft_round, enter, published_round, tournament_of
from tournaments.models import JudgeCard, Tournament
from tournaments.services.accounts import make_sign_in_link
from tournaments.urls import urlpatterns

pytestmark = pytest.mark.django_db

ROLES = ("organiser", "judge", "spectator", "outsider")

# What each role is answered: organiser, judge, spectator (nobody signed in), outsider (signed in, not theirs).
# 302s to the sign-in page are written "in"; forbidden is 403; not to be known of is 404.
TABLE = {
    # name: (method, (organiser, judge, spectator, outsider))
    "home": ("get", (200, 200, 200, 200)),
    "sign_in": ("get", (200, 200, 200, 200)),
    "sign_in_by_link": ("get", (200, 200, 200, 200)),
    "sign_out": ("post", (302, 302, 302, 302)),
    "account": ("get", (200, "in", "in", 200)),
    "tournament_new": ("get", (200, "in", "in", 200)),
    "standings": ("get", (200, 200, 200, 200)),
    "people": ("get", (200, "in", "in", 403)),
    "withdraw": ("post", (302, "in", "in", 403)),
    "play_again": ("post", (302, "in", "in", 403)),
    "pair": ("post", (302, 403, 403, 403)),
    "round": ("get", (200, 200, 200, 200)),
    "publish": ("post", (302, 403, 403, 403)),
    "table": ("get", (200, 200, 200, 200)),
    "enter_deal": ("post", (302, 302, 403, 403)),
    "take_back": ("post", (302, 302, 403, 403)),
    "desk_preview": ("get", (200, 200, 403, 403)),
    "start_deal": ("post", (422, 422, 403, 403)),
    "enter_turn": ("post", (302, 302, 403, 403)),
    "close_deal": ("post", (422, 422, 403, 403)),
    "desk_entry": ("get", (200, 200, 403, 403)),
    "cards": ("get", (200, "in", "in", 403)),
    "renew_card": ("post", (302, "in", "in", 403)),
    "desk": ("get", (302, 302, 302, 302)),
    "scan_card": ("get", (302, 302, 302, 302)),
}
AT_THE_DESK = {"desk_preview", "start_deal", "enter_turn", "close_deal", "desk_entry"}
"""Tried at a table where a deal has been started by the classic rules."""
PUBLIC = {"home", "sign_in", "sign_in_by_link", "sign_out", "account", "tournament_new", "scan_card"}


@pytest.fixture
def running():
    """A tournament with a first round in play, one deal at table 1."""
    tournament = tournament_of(8)
    round_ = published_round(tournament)
    enter(round_.tables.get(number=1), [10, 20, 30, 40])
    return tournament


@pytest.fixture
def desk():
    """The same by the classic rules, a deal started at table 1."""
    tournament = tournament_of(
        8, rules_key=classic.key, rules_version=classic.version, options=classic.settle_options({})
    )
    table = published_round(tournament).tables.get(number=1)
    start = {"do": "start", "depth": "sheet", "starter": "1"}
    append_actions(Permit(table.match_id, "judge"), 0, [NewAction(uuid.uuid4(), start)])
    return tournament


def client_for(role: str, tournament: Tournament) -> Client:
    client = Client()
    if role == "organiser":
        client.force_login(tournament.organiser)
    if role == "outsider":
        client.force_login(UserFactory.create())
    if role == "judge":
        card = JudgeCard.objects.filter(tournament=tournament, number=1).first()
        if card:
            client.get(reverse("scan_card", args=[card.token]))
    return client


def address(name: str, tournament: Tournament) -> str:
    if name in ("home", "sign_in", "sign_out", "account", "tournament_new"):
        return reverse(name)
    if name == "scan_card":
        return reverse(name, args=[JudgeCard.objects.get(tournament=tournament, number=1).token])
    if name == "sign_in_by_link":
        return make_sign_in_link(UserFactory.create())
    numbers = {"round": [1], "publish": [1], "table": [1, 1], "enter_deal": [1, 1], "take_back": [1, 1]}
    numbers |= {each: [1, 1] for each in AT_THE_DESK}
    if name == "desk_entry":
        event = Event.objects.first()
        return reverse(name, args=[tournament.slug, 1, 1, event.pk if event else uuid.uuid4()])
    one = {"withdraw", "play_again", "renew_card", "desk"}
    return reverse(name, args=[tournament.slug, *numbers.get(name, [1] if name in one else [])])


def body(name: str) -> dict[str, object]:
    entry = {"entry_id": uuid.uuid4(), "version": 1}
    if name == "enter_deal":
        return entry | {f"points_{seat}": 10 for seat in range(1, 5)}
    if name in AT_THE_DESK:
        return entry | {"player": "1", "tile": "555", "starter": "1"}
    return entry if name == "take_back" else {}


def answered(client: Client, name: str, tournament: Tournament) -> int | str:
    response = getattr(client, TABLE[name][0])(address(name, tournament), body(name))
    goes_to = response.headers.get("Location", "")
    return "in" if goes_to.startswith(reverse("sign_in")) else response.status_code


def test_every_address_stands_in_the_table():
    assert {pattern.name for pattern in urlpatterns} == set(TABLE)


def test_the_rest_of_the_site_is_known_too():
    others = [entry for entry in get_resolver().url_patterns if isinstance(entry, URLPattern)]
    assert {entry.name for entry in others} == {"healthz"}


@pytest.mark.parametrize("name", TABLE)
@pytest.mark.parametrize("role", ROLES)
def test_each_role_gets_what_it_may(name, role, request):
    running = request.getfixturevalue("desk" if name in AT_THE_DESK else "running")
    assert answered(client_for(role, running), name, running) == TABLE[name][1][ROLES.index(role)]


@pytest.mark.parametrize("name", sorted(set(TABLE) - PUBLIC))
@pytest.mark.parametrize("role", ["judge", "spectator", "outsider"])
def test_nothing_of_an_unpublished_tournament_can_be_known(name, role):
    tournament = tournament_of(8)
    draft_round(tournament)
    client = client_for(role, tournament)
    answer = answered(client, name, tournament)
    assert answer == (
        "in" if TABLE[name][1][ROLES.index("spectator")] == "in" and role != "outsider" else 404
    )
    assert tournament.name not in client.get(reverse("home")).content.decode()


@pytest.mark.parametrize("role", ["judge", "spectator", "outsider"])
def test_a_draft_of_a_later_round_is_not_shown(role, running):
    for table in running.rounds.get().tables.all():
        enter(table, [400, 1, 2, 3])
    from games.services import finalize

    for table in running.rounds.get().tables.all():
        finalize(table.match_id)
    draft_round(running)
    client = client_for(role, running)
    assert client.get(reverse("round", args=[running.slug, 2])).status_code == 404
    page = client.get(reverse("standings", args=[running.slug])).content.decode()
    assert reverse("round", args=[running.slug, 2]) not in page


@pytest.mark.parametrize("name", [name for name, (method, _) in TABLE.items() if method == "post"])
def test_no_change_without_the_csrf_token(name, running):
    client = Client(enforce_csrf_checks=True)
    client.force_login(running.organiser)
    before = Event.objects.count()
    assert client.post(address(name, running), body(name)).status_code == 403
    assert Event.objects.count() == before


@pytest.mark.parametrize("name", [name for name, (method, _) in TABLE.items() if method == "post"])
def test_nothing_is_changed_by_looking(name, running):
    if name == "sign_in_by_link":
        return
    client = client_for("organiser", running)
    assert client.get(address(name, running)).status_code == 405


def test_the_judge_of_one_table_is_a_spectator_at_another(running):
    client = client_for("judge", running)
    url = reverse("enter_deal", args=[running.slug, 1, 2])
    assert client.post(url, body("enter_deal") | {"version": 0}).status_code == 403


def test_a_renewed_card_shuts_the_old_one_out(running):
    judge, organiser = client_for("judge", running), client_for("organiser", running)
    old = address("scan_card", running)
    organiser.post(reverse("renew_card", args=[running.slug, 1]))
    assert judge.post(address("enter_deal", running), body("enter_deal")).status_code == 403
    assert Client().get(old).status_code == 410


@pytest.mark.parametrize("token", ["guessed", "x" * 500, "%00", "../../etc"])
def test_a_guessed_card_or_link_is_refused(token, running):
    assert Client().get(f"/j/{token}/").status_code in (404, 410)
    assert Client().post(f"/sign-in/{token}/").status_code in (404, 410)


def test_scanning_leaves_the_link_behind(running):
    client = Client()
    response = client.get(address("scan_card", running), follow=True)
    assert response.redirect_chain[-1][0] == reverse("table", args=[running.slug, 1, 1])
    assert response.status_code == 200
