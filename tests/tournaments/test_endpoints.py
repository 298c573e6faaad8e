"""Every address, tried by organiser, judge, spectator and outsider."""

import uuid

import pytest
from django.core import signing
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone

from config.api.urls import pages as api_patterns
from config.signin.urls import urlpatterns as signin_patterns
from config.tidings.urls import urlpatterns as message_patterns
from games.models import Event
from games.services import NewAction, Permit, append_actions
from rules.triominos.variants.classic import engine as classic
from tests.factories import UserFactory, draft_round, enter, published_round, tournament_of
from tests.security import counts
from tests.standing import standing_for_all
from tests.tournaments.api_addresses import API_TABLE, api_address
from tests.tournaments.file_addresses import FILE_TABLE, file_address
from tests.tournaments.message_addresses import MESSAGE_PUBLIC, MESSAGE_TABLE, message_address
from tests.tournaments.people_addresses import PEOPLE_PUBLIC, PEOPLE_TABLE, people_address
from tests.tournaments.signin_addresses import SIGNIN_TABLE, signin_address
from tournaments.models import Call, Category, JudgeCard, Penalty, Player, Tournament
from tournaments.services.signing import SALT
from tournaments.urls import urlpatterns

pytestmark = pytest.mark.django_db

ROLES = ("organiser", "judge", "spectator", "outsider")

# What each role is answered: organiser, judge, spectator (nobody signed in), outsider (signed in, not theirs).
# 302s to the sign-in page are written "in"; forbidden is 403; not to be known of is 404.
TABLE = {
    # name: (method, (organiser, judge, spectator, outsider))
    "home": ("get", (200, 200, 200, 200)),
    "help": ("get", (200, 200, 200, 200)),
    "begin_tour": ("post", (302, "in", "in", 302)),
    "tour": ("get", (302, "in", "in", 403)),
    "tournament_new": ("get", (200, "in", "in", 200)),
    "standings": ("get", (200, 200, 200, 200)),
    "final_standings": ("get", (200, 200, 200, 200)),
    "people": ("get", (200, "in", "in", 403)),
    "person": ("get", (200, "in", "in", 403)),
    "substitute": ("post", (422, "in", "in", 403)),
    "tie_breaks": ("get", (200, "in", "in", 403)),
    "plan": ("get", (200, "in", "in", 403)),
    "about": ("get", (200, "in", "in", 403)),
    "change_rules": ("get", (200, "in", "in", 403)),
    "split": ("get", (200, "in", "in", 403)),
    "copy": ("get", (200, "in", "in", 403)),
    "delete_tournament": ("get", (200, "in", "in", 403)),
    "rules": ("get", (200, 200, 200, 200)),
    "prizes": ("get", (200, "in", "in", 403)),
    "add_category": ("post", (422, "in", "in", 403)),
    "category": ("get", (200, "in", "in", 403)),
    "remove_category": ("post", (302, "in", "in", 403)),
    "person_categories": ("post", (302, "in", "in", 403)),
    "end": ("get", (200, "in", "in", 403)),
    "close_tournament": ("post", (302, "in", "in", 403)),
    "reopen_tournament": ("post", (422, "in", "in", 403)),
    "podium": ("get", (200, 404, 404, 404)),
    "certificates": ("get", (200, "in", "in", 403)),
    "certificates_csv": ("get", (200, "in", "in", 403)),
    "where": ("get", (200, 200, 200, 200)),
    "player": ("get", (200, 200, 200, 200)),
    "player_record": ("get", (200, 200, 200, 200)),
    "stages": ("get", (200, "in", "in", 403)),
    "stage": ("post", (422, "in", "in", 403)),
    "remove_stage": ("post", (302, "in", "in", 403)),
    "withdraw": ("post", (302, "in", "in", 403)),
    "play_again": ("post", (302, "in", "in", 403)),
    "pair": ("post", (302, 403, 403, 403)),
    "round": ("get", (200, 200, 200, 200)),
    "publish": ("post", (302, 403, 403, 403)),
    "take_best": ("post", (302, 403, 403, 403)),
    "change_seats": ("get", (422, "in", "in", 403)),
    "undo_seats": ("post", (302, 403, 403, 403)),
    "unpublish": ("post", (302, 403, 403, 403)),
    "again": ("get", (200, "in", "in", 403)),
    "round_names": ("get", (200, 200, 200, 200)),
    "print": ("get", (200, 200, 200, 200)),
    "paper": ("get", (200, 200, 200, 200)),
    "rehearsal": ("get", (200, "in", "in", 403)),
    "spots": ("get", (200, "in", "in", 403)),
    "table": ("get", (200, 200, 200, 200)),
    "enter_deal": ("post", (302, 302, 403, 403)),
    "take_back": ("post", (302, 302, 403, 403)),
    "desk_preview": ("get", (200, 200, 403, 403)),
    "start_deal": ("post", (422, 422, 403, 403)),
    "enter_turn": ("post", (302, 302, 403, 403)),
    "close_deal": ("post", (422, 422, 403, 403)),
    "desk_entry": ("get", (200, 200, 403, 403)),
    "record": ("get", (200, 200, 200, 200)),
    "import_record": ("get", (200, 200, 403, 403)),
    "service_worker": ("get", (200, 200, 200, 200)),
    "cards": ("get", (200, "in", "in", 403)),
    "renew_card": ("post", (302, "in", "in", 403)),
    "desk": ("get", (302, 302, 302, 302)),
    "scan_card": ("get", (302, 302, 302, 302)),
    "revoke_card": ("post", (302, "in", "in", 403)),
    "scan_seat": ("get", (302, 302, 302, 302)),
    "settings": ("get", (200, "in", "in", 403)),
    "pictures": ("get", (200, 200, 200, 200)),
    "archive": ("get", (200, "in", "in", 403)),
    "export_tournament": ("get", (200, "in", "in", 403)),
    "embed": ("get", (200, 200, 200, 200)),
    "standings_json": ("get", (200, 200, 200, 200)),
    "wall": ("get", (200, 200, 200, 200)),
    "wall_settings": ("get", (200, "in", "in", 403)),
    "overlay": ("get", (200, 200, 200, 200)),
    "pins": ("get", (200, "in", "in", 403)),
    "pin": ("get", (200, "in", "in", 403)),
    "calls": ("get", (200, 403, 403, 403)),
    "answer_call": ("post", (302, 302, 403, 403)),
    "round_clock": ("post", (302, 403, 403, 403)),
    "story": ("get", (200, 200, 200, 200)),
    "hall": ("get", (200, 200, 200, 200)),
    "call": ("post", (302, 302, 403, 403)),
    "sign": ("get", (200, 200, 403, 403)),
    "check_sheet": ("get", (200, "in", "in", 403)),
    "decide": ("get", (200, "in", "in", 403)),
    "end_match": ("get", (200, "in", "in", 403)),
    "take_back_ruling": ("get", (200, "in", "in", 403)),
    "control": ("get", (200, "in", "in", 403)),
    "hold": ("get", (200, "in", "in", 403)),
    "begin_hold": ("post", (302, "in", "in", 403)),
    "begin_reveal": ("post", (422, "in", "in", 403)),
    "reveal_place": ("post", (302, "in", "in", 403)),
    "lift_hold": ("post", (302, "in", "in", 403)),
    "history": ("get", (200, "in", "in", 403)),
    "penalties": ("get", (200, 200, 200, 200)),
    "take_back_penalty": ("get", (200, "in", "in", 403)),
    "changes": ("get", (200, "in", "in", 403)),
    "decide_change": ("post", (302, "in", "in", 403)),
}
TABLE |= PEOPLE_TABLE | SIGNIN_TABLE | API_TABLE | FILE_TABLE | MESSAGE_TABLE
AT_THE_DESK = {
    "desk_preview",
    "start_deal",
    "enter_turn",
    "close_deal",
    "desk_entry",
    "record",
    "import_record",
}
"""Tried at a table where a deal has been started by the classic rules."""
AROUND_THE_TABLE = {"story", "hall", "call", "check_sheet", "decide", "end_match", "take_back_ruling"}
PUBLIC = {
    "home",
    "help",
    "begin_tour",
    "tournament_new",
    "scan_card",
    "scan_seat",
    "service_worker",
    "player_record",
}
PUBLIC |= PEOPLE_PUBLIC | MESSAGE_PUBLIC | set(SIGNIN_TABLE) | {"api"}


@pytest.fixture
def running():
    return in_play()


@pytest.fixture
def desk():
    return at_the_desk()


@pytest.fixture(scope="module", params=["in_play"])
def standing(request, django_db_setup, django_db_blocker):
    """Made once, and there for all tests of this module that begin with the same: each takes back only what it did."""
    with standing_for_all(STAGES[request.param], django_db_blocker) as tournament:
        yield tournament.pk


@pytest.fixture
def there(standing):
    """What stands, as nobody has touched it yet."""
    return Tournament.objects.get(pk=standing)


def in_play():
    """A tournament with a first round in play, one deal at table 1."""
    tournament = tournament_of(8)
    round_ = published_round(tournament)
    table = round_.tables.get(number=1)
    enter(table, [10, 20, 30, 40])
    Call.objects.create(id=uuid.uuid4(), table=table, reason="Rules", called_at=timezone.now())
    return tournament


def at_the_desk():
    """The same by the classic rules, a deal started at table 1."""
    tournament = tournament_of(
        8, rules_key=classic.key, rules_version=classic.version, options=classic.settle_options({})
    )
    table = published_round(tournament).tables.get(number=1)
    start = {"do": "start", "depth": "sheet", "starter": "1"}
    append_actions(Permit(table.match_id, "judge"), 0, [NewAction(uuid.uuid4(), start)])
    return tournament


def in_draft():
    """Nobody has been shown anything yet."""
    tournament = tournament_of(8)
    draft_round(tournament)
    return tournament


STAGES = {"in_play": in_play, "at_the_desk": at_the_desk, "in_draft": in_draft}


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
    if name in ("home", "help", "begin_tour", "tournament_new", "service_worker"):
        return reverse(name)
    if name in SIGNIN_TABLE:
        return signin_address(name)
    if name in API_TABLE:
        return api_address(name, tournament)
    if name in PEOPLE_TABLE:
        return people_address(name, tournament)
    if name in FILE_TABLE:
        return file_address(name, tournament)
    if name in MESSAGE_TABLE:
        return message_address(name, tournament)
    if name == "scan_card":
        return reverse(name, args=[JudgeCard.objects.get(tournament=tournament, number=1).token])
    if name == "scan_seat":
        return reverse(
            name, args=[signing.dumps([tournament.rounds.get().tables.get(number=1).pk, "1"], salt=SALT)]
        )
    if name == "answer_call":
        call = Call.objects.first()
        return reverse(name, args=[tournament.slug, call.pk if call else uuid.uuid4()])
    if name == "take_back_penalty":
        return reverse(name, args=[tournament.slug, _penalty(tournament).pk])
    if name == "pin":
        return reverse(name, args=[tournament.slug, tournament.entrants.all()[0].pk])
    if name == "paper":
        return reverse(name, args=[tournament.slug, "pairings-by-name"])
    if name == "sign":
        return reverse(name, args=[tournament.slug, 1, 1, 1])
    numbers = {
        "round": [1],
        "publish": [1],
        "take_best": [1],
        "change_seats": [1],
        "undo_seats": [1],
        "unpublish": [1],
        "again": [1],
        "round_names": [1],
        "table": [1, 1],
        "enter_deal": [1, 1],
        "take_back": [1, 1],
    }
    numbers |= {each: [1, 1] for each in AT_THE_DESK | AROUND_THE_TABLE}
    if name == "desk_entry":
        event = Event.objects.first()
        return reverse(name, args=[tournament.slug, 1, 1, event.pk if event else uuid.uuid4()])
    if name == "player_record":
        player = Player.objects.create(club=tournament.club, name="Ana", name_key="ana")
        return reverse(name, args=[tournament.club.slug, player.pk])
    if name in ("category", "remove_category"):
        category, _made = Category.objects.get_or_create(tournament=tournament, name="Juniors")
        return reverse(name, args=[tournament.slug, category.pk])
    if name in ("person", "substitute", "person_categories", "player"):
        return reverse(name, args=[tournament.slug, tournament.entrants.get(number=1).pk])
    one = {
        "withdraw",
        "play_again",
        "renew_card",
        "desk",
        "stage",
        "remove_stage",
        "revoke_card",
        "round_clock",
        "decide_change",
    }
    return reverse(name, args=[tournament.slug, *numbers.get(name, [1] if name in one else [])])


def _penalty(tournament: Tournament) -> Penalty:
    made = {"kind": "warning", "reason": "Late", "given_at": timezone.now(), "given_by": "organiser"}
    return Penalty.objects.create(tournament=tournament, entrant=tournament.entrants.all()[0], **made)


def body(name: str) -> dict[str, object]:
    entry = {"entry_id": uuid.uuid4(), "version": 1}
    if name == "enter_deal":
        return entry | {f"points_{seat}": 10 for seat in range(1, 5)}
    if name in AT_THE_DESK:
        return entry | {"player": "1", "tile": "555", "starter": "1"}
    return entry if name == "take_back" else {}


def answered(client: Client, name: str, tournament: Tournament) -> int | str:
    response = getattr(client, TABLE[name][0])(address(name, tournament), body(name))
    response.getvalue()  # read to its end, which closes a file behind it
    goes_to = response.headers.get("Location", "")
    return "in" if goes_to.startswith(reverse("sign_in")) else response.status_code


def test_every_address_stands_in_the_table():
    assert {
        pattern.name for pattern in urlpatterns + signin_patterns + api_patterns + message_patterns
    } == set(TABLE)


def test_the_rest_of_the_site_is_known_too():
    others = [entry for entry in get_resolver().url_patterns if isinstance(entry, URLPattern)]
    assert {entry.name for entry in others} == {"healthz", "readyz"}


@pytest.mark.parametrize("name", [name for name in TABLE if name not in AT_THE_DESK])
@pytest.mark.parametrize("role", ROLES)
def test_each_role_gets_what_it_may(name, role, there):
    assert answered(client_for(role, there), name, there) == TABLE[name][1][ROLES.index(role)]
    counts.tried("addresses × roles tried", 1)


# Not one list with the above: pytest would make everything anew for each row of it.
@pytest.mark.parametrize("name", sorted(AT_THE_DESK))
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("standing", ["at_the_desk"], indirect=True)
def test_each_role_gets_what_it_may_where_a_deal_is_played(name, role, there):
    test_each_role_gets_what_it_may(name, role, there)


@pytest.mark.parametrize("name", sorted(set(TABLE) - PUBLIC))
@pytest.mark.parametrize("role", ["judge", "spectator", "outsider"])
@pytest.mark.parametrize("standing", ["in_draft"], indirect=True)
def test_nothing_of_an_unpublished_tournament_can_be_known(name, role, there):
    client = client_for(role, there)
    answer = answered(client, name, there)
    assert answer == (
        "in" if TABLE[name][1][ROLES.index("spectator")] == "in" and role != "outsider" else 404
    )
    assert there.name not in client.get(reverse("home")).content.decode()
    counts.tried("addresses × roles of what is not public yet", 1)


@pytest.mark.parametrize("role", ["judge", "spectator", "outsider"])
def test_a_draft_of_a_later_round_is_not_shown(role, there):
    for table in there.rounds.get().tables.all():
        enter(table, [400, 1, 2, 3])
    from games.services import finalize

    for table in there.rounds.get().tables.all():
        finalize(table.match_id)
    draft_round(there)
    client = client_for(role, there)
    assert client.get(reverse("round", args=[there.slug, 2])).status_code == 404
    page = client.get(reverse("standings", args=[there.slug])).content.decode()
    assert reverse("round", args=[there.slug, 2]) not in page


@pytest.mark.parametrize("name", [name for name, (method, _) in TABLE.items() if method == "post"])
def test_no_change_without_the_csrf_token(name, there):
    client = Client(enforce_csrf_checks=True)
    client.force_login(there.organiser)
    before = Event.objects.count()
    assert client.post(address(name, there), body(name)).status_code == 403
    assert Event.objects.count() == before


@pytest.mark.parametrize("name", [name for name, (method, _) in TABLE.items() if method == "post"])
def test_nothing_is_changed_by_looking(name, there):
    client = client_for("organiser", there)
    assert client.get(address(name, there)).status_code == 405


def test_the_judge_of_one_table_is_a_spectator_at_another(there):
    client = client_for("judge", there)
    url = reverse("enter_deal", args=[there.slug, 1, 2])
    assert client.post(url, body("enter_deal") | {"version": 0}).status_code == 403


def test_a_renewed_card_shuts_the_old_one_out(there):
    judge, organiser = client_for("judge", there), client_for("organiser", there)
    old = address("scan_card", there)
    organiser.post(reverse("renew_card", args=[there.slug, 1]))
    assert judge.post(address("enter_deal", there), body("enter_deal")).status_code == 403
    assert Client().get(old).status_code == 410


@pytest.mark.parametrize("token", ["guessed", "x" * 500, "%00", "../../etc"])
def test_a_guessed_card_or_link_is_refused(token, there):
    assert Client().get(f"/j/{token}/").status_code in (404, 410)
    assert Client().post(f"/sign-in/{token}/").status_code in (404, 410)


def test_scanning_leaves_the_link_behind(there):
    client = Client()
    response = client.get(address("scan_card", there), follow=True)
    assert response.redirect_chain[-1][0] == reverse("table", args=[there.slug, 1, 1])
    assert response.status_code == 200
