"""The pages about the API, for the table of who is answered what (test_endpoints); its own routes are in tests/api."""

from typing import Any

from django.urls import reverse
from django.utils import timezone

from config.api.hooks import add
from config.api.models import Delivery, Hook, Token
from config.api.tokens import TokenPlan, make
from tests.factories import organiser_of
from tournaments.models import Tournament

MEMBERS_ONLY = (200, "in", "in", 404)
API_TABLE: dict[str, Any] = {
    "api": ("get", (200, 200, 200, 200)),
    "club_api": ("get", MEMBERS_ONLY),
    "make_token": ("post", (422, "in", "in", 404)),
    "revoke_token": ("post", (302, "in", "in", 404)),
    "add_hook": ("post", (422, "in", "in", 404)),
    "hook": ("get", MEMBERS_ONLY),
    "remove_hook": ("post", (302, "in", "in", 404)),
    "send_again": ("post", (302, "in", "in", 404)),
}


def api_address(name: str, tournament: Tournament) -> str:
    if name == "api":
        return reverse(name)
    club = tournament.club
    token, hook, delivery = of_a_club(tournament)
    more = {
        "revoke_token": [token.pk],
        "hook": [hook.pk],
        "remove_hook": [hook.pk],
        "send_again": [hook.pk, delivery.pk],
    }
    return reverse(name, args=[club.slug, *more.get(name, [])])


def of_a_club(tournament: Tournament) -> tuple[Token, Hook, Delivery]:
    """A token, an address that is told, and something that was told to it."""
    actor, club = organiser_of(tournament), tournament.club
    if not Token.objects.filter(club=club).exists():
        make(actor, club, TokenPlan("a program", "read"))
        hook = add(actor, club, "https://club.example/told", ["match.final"])
        now = timezone.now()
        told = {"event": "match.final", "subject": tournament.slug, "body": "{}", "at": now, "due_at": now}
        Delivery.objects.create(hook=hook, done_at=now, outcome=Delivery.Outcome.SENT, **told)
    hook = Hook.objects.get(club=club)
    return Token.objects.get(club=club), hook, hook.deliveries.order_by("pk")[0]
