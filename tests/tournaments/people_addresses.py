"""The addresses about people and clubs, for the table of who is answered what (test_endpoints)."""

from django.urls import reverse
from django.utils import timezone

from tests.factories import organiser_of
from tournaments.models import Application, Player, Role, Season, Tournament
from tournaments.services.applications import digest_of
from tournaments.services.checking_in import card_token
from tournaments.services.invitations import invite

ORGANISER_ONLY = (200, "in", "in", 403)
MEMBERS_ONLY = (200, "in", "in", 404)
MEMBERS_UNTOLD = (200, 404, 404, 404)
EVERYBODY = (200, 200, 200, 200)

PEOPLE_TABLE = {
    "import_people": ("get", ORGANISER_ONLY),
    "from_list": ("get", ORGANISER_ONLY),
    "enter_from_list": ("post", (302, "in", "in", 403)),
    "enter": ("get", EVERYBODY),
    "my_entry": ("get", EVERYBODY),
    "door": ("get", ORGANISER_ONLY),
    "applications": ("get", ORGANISER_ONLY),
    "answer_application": ("post", (302, "in", "in", 403)),
    "check_in": ("get", ORGANISER_ONLY),
    "check_one_in": ("post", (302, "in", "in", 403)),
    "clear_check_in": ("post", (302, "in", "in", 403)),
    "check_in_cards": ("get", ORGANISER_ONLY),
    "scan_here": ("get", EVERYBODY),
    "here": ("get", EVERYBODY),
    "judges": ("get", ORGANISER_ONLY),
    "clubs": ("get", (302, "in", "in", 200)),
    "club": ("get", MEMBERS_ONLY),
    "invite": ("post", (422, "in", "in", 404)),
    "take_back_invitation": ("post", (302, "in", "in", 404)),
    "member": ("post", (302, "in", "in", 404)),
    "club_people": ("get", MEMBERS_ONLY),
    "player_new": ("get", MEMBERS_ONLY),
    "doubles": ("get", MEMBERS_ONLY),
    "club_player": ("get", MEMBERS_ONLY),
    "erase_player": ("get", MEMBERS_ONLY),
    "import_tournament": ("get", MEMBERS_ONLY),
    "join": ("get", EVERYBODY),
    "ratings": ("get", MEMBERS_UNTOLD),
    "show_ratings": ("post", (302, "in", "in", 404)),
    "count_in_ratings": ("post", (302, "in", "in", 403)),
    "number_by_rating": ("post", (302, "in", "in", 403)),
    "against": ("get", EVERYBODY),
    "seasons": ("get", MEMBERS_ONLY),
    "season_new": ("get", MEMBERS_ONLY),
    "season_edit": ("get", MEMBERS_ONLY),
    "delete_season": ("post", (302, "in", "in", 404)),
    "season": ("get", MEMBERS_UNTOLD),
}
PEOPLE_PUBLIC = {"my_entry", "scan_here", "clubs", "join", "against"}
"""Of no tournament, or only for who holds a secret."""
OF_A_CLUB = {"club", "invite", "club_people", "player_new", "doubles", "import_tournament"}
OF_A_CLUB |= {"ratings", "show_ratings", "seasons", "season_new"}
TOKEN = "a-secret-that-is-long-enough"


def people_address(name: str, tournament: Tournament) -> str:
    club, entrant = tournament.club, tournament.entrants.order_by("number")[0]
    if name == "clubs":
        return reverse(name)
    if name in OF_A_CLUB:
        return reverse(name, args=[club.slug])
    if name in ("season", "season_edit", "delete_season"):
        return reverse(name, args=[club.slug, _season(tournament).pk])
    if name in ("club_player", "erase_player", "against"):
        return reverse(name, args=[club.slug, _player(tournament).pk])
    if name == "member":
        return reverse(name, args=[club.slug, club.members.get().pk])
    if name == "take_back_invitation":
        return reverse(name, args=[club.slug, 1])
    if name == "join":
        return reverse(name, args=[invite(organiser_of(tournament), club, Role.VIEWER)])
    if name == "scan_here":
        return reverse(name, args=[card_token(entrant)])
    if name == "my_entry":
        return reverse(name, args=[_application(tournament)])
    more = {
        "enter_from_list": [_player(tournament).pk],
        "answer_application": [1],
        "check_one_in": [entrant.pk],
    }
    return reverse(name, args=[tournament.slug, *more.get(name, [])])


def _player(tournament: Tournament) -> Player:
    return Player.objects.get_or_create(club=tournament.club, name="Zoe", name_key="zoe")[0]


def _season(tournament: Tournament) -> Season:
    days = {"first_day": tournament.first_day, "last_day": tournament.last_day, "place_points": [3, 1]}
    return Season.objects.get_or_create(club=tournament.club, name="League", defaults=days)[0]


def _application(tournament: Tournament) -> str:
    Application.objects.get_or_create(
        digest=digest_of(TOKEN),
        defaults={
            "tournament": tournament,
            "state": Application.State.ASKED,
            "name": "Yan",
            "name_key": "yan",
            "asked_at": timezone.now(),
        },
    )
    return TOKEN
