"""A club with all that can be pointed at by a number, once or twice over."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from config.api import urls as api
from config.signin import urls as signin
from config.tidings import urls as tidings
from games.models import Event
from games.services import NewAction, Permit, append_actions
from rules.triominos.variants.classic import engine as classic
from tests.factories import enter, member_of, organiser_of, published_round, tournament_of
from tests.tournaments.api_addresses import of_a_club
from tests.tournaments.signin_addresses import SIGNIN_TABLE
from tests.tournaments.test_endpoints import TABLE, address
from tournaments.models import (
    Application,
    Call,
    Category,
    Invitation,
    JudgeCard,
    Penalty,
    PendingChange,
    Player,
    Role,
    Season,
    Tournament,
)
from tournaments.services.applications import digest_of
from tournaments.services.invitations import invite
from tournaments.services.penalties import TAKE_BACK
from tournaments.urls import urlpatterns

RELATIVE = {"slug", "number", "round_number", "seat", "token", "stay_id", "document"}
"""What is a number only within something else, a secret, a word of ours, or a session of one's own account (tests/signin)."""


@dataclass
class Stage:
    """A tournament in its first round, a deal at table 1, and one of everything else."""

    tournament: Tournament

    @cached_property
    def ids(self) -> dict[str, Any]:
        """What each name in an address stands for here."""
        tournament, club = self.tournament, self.tournament.club
        token, hook, delivery = of_a_club(tournament)
        return {
            "token_id": token.pk,
            "hook_id": hook.pk,
            "delivery_id": delivery.pk,
            "entrant_id": tournament.entrants.order_by("number")[0].pk,
            "player_id": club.players.order_by("pk")[0].pk,
            "application_id": tournament.applications.get(name="Xan").pk,
            "invitation_id": Invitation.objects.filter(club=club).order_by("pk")[0].pk,
            "member_id": club.members.filter(role=Role.VIEWER).get().pk,
            "category_id": tournament.categories.get().pk,
            "penalty_id": tournament.penalties.get().pk,
            "change_id": tournament.pending.get().pk,
            "season_id": club.seasons.get().pk,
            "call_id": Call.objects.get(table__round__tournament=tournament).pk,
            "event": Event.objects.filter(match__table__round__tournament=tournament).order_by("seq")[0].pk,
        }

    def client(self, role: str) -> Client:
        client = Client()
        if role == "organiser":
            client.force_login(self.tournament.organiser)
        elif role == "judge":
            client.get(
                reverse("scan_card", args=[JudgeCard.objects.get(tournament=self.tournament, number=1).token])
            )
        elif role != "spectator":
            client.force_login(self.tournament.club.members.get(role=role).user)
        return client


def stage(*, board: bool = False, names: Sequence[str] = ()) -> Stage:
    kind = {"rules_key": classic.key, "rules_version": classic.version, "options": classic.settle_options({})}
    tournament = tournament_of(len(names) or 8, **(kind if board else {}))
    for number, name in enumerate(names, start=1):
        tournament.entrants.filter(number=number).update(name=name, name_key=str(number))
    club = tournament.club
    first = tournament.entrants.order_by("number")[0]
    for role in (Role.VIEWER, Role.DESK, Role.JUDGE):
        member_of(club, role)
    first.player = Player.objects.create(
        club=club, name=first.name, name_key=first.name_key, email="a@example.org"
    )
    first.save()
    table = published_round(tournament).tables.get(number=1)
    if board:
        start = {"do": "start", "depth": "sheet", "starter": "1"}
        append_actions(Permit(table.match_id or 0, "judge"), 0, [NewAction(uuid.uuid4(), start)])
    else:
        enter(table, [10, 20, 30, 40])
    now = timezone.now()
    Call.objects.create(id=uuid.uuid4(), table=table, reason="Rules", called_at=now)
    Category.objects.create(tournament=tournament, name="Juniors")
    given = {"kind": "warning", "reason": "Late", "given_at": now, "given_by": "organiser"}
    penalty = Penalty.objects.create(tournament=tournament, entrant=first, **given)
    PendingChange.objects.create(
        tournament=tournament,
        form_id=uuid.uuid4(),
        kind=TAKE_BACK,
        body={"penalty": penalty.pk, "reason": "Why"},
        reason="Why",
        asker="x",
        asked_at=now,
    )
    asked = {"state": Application.State.ASKED, "name": "Xan", "name_key": "xan", "asked_at": now}
    Application.objects.create(tournament=tournament, digest=digest_of(f"xan of {tournament.pk}"), **asked)
    invite(organiser_of(tournament), club, Role.VIEWER)
    Season.objects.create(
        club=club,
        name="League",
        first_day=tournament.first_day,
        last_day=tournament.last_day,
        place_points=[3, 1],
    )
    of_a_club(tournament)
    return Stage(tournament)


def patterns() -> list[URLPattern]:
    """Those of tournaments, of the door and about the API; what is left is for machines (health, static files), and the
    API's own routes, which are walked by their own description (tests/api)."""
    return [
        each
        for each in (*urlpatterns, *signin.urlpatterns, *api.pages, *tidings.urlpatterns)
        if isinstance(each, URLPattern)
    ]


def names_in(pattern: URLPattern) -> list[str]:
    return list(pattern.pattern.converters)


def place(pattern: URLPattern, here: Stage, ids: dict[str, Any]) -> str:
    """The address of a pattern in one tournament, with ids that may be another's."""
    club = not str(pattern.pattern).startswith("t/")
    values = {
        "slug": here.tournament.club.slug if club else here.tournament.slug,
        "number": 1,
        "round_number": 1,
        "seat": 1,
        "document": "pairings-by-name",
    }
    return reverse(pattern.name or "", kwargs={name: (values | ids)[name] for name in names_in(pattern)})


def addresses(here: Stage) -> dict[str, str]:
    """Of every name in the table of addresses, with what is really there."""
    found, ids = {}, here.ids
    for pattern in patterns():
        name = pattern.name or ""
        found[name] = (
            address(name, here.tournament)
            if name in SIGNIN_TABLE or "token" in names_in(pattern)
            else place(pattern, here, ids)
        )
    assert set(found) == set(TABLE)
    return found
