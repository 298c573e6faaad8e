"""What a club's own pages show: its tournaments, members, invitations, and who judges where."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from tournaments.access import Actor
from tournaments.history_words import in_words
from tournaments.models import (
    PUBLIC_STATES,
    Club,
    ClubHistoryLine,
    Duty,
    Invitation,
    Member,
    Round,
    Tournament,
)
from tournaments.roles import IN_WORDS, MAY, Permission

MOST_TOURNAMENTS = 30
MOST_LINES = 20


@dataclass(frozen=True, slots=True)
class ClubView:
    """A club as one of its members sees it."""

    club: Club
    role: str
    tournaments: list[Tournament]
    members: list[Member]
    invitations: list[Invitation]
    history: list[tuple[ClubHistoryLine, str]]
    people: int
    manages: bool
    sees_people: bool
    runs: bool
    checks_in: bool


def club_view(actor: Actor, club: Club) -> ClubView:
    manages = actor.may(Permission.MANAGE_CLUB, club)
    members = Member.objects.filter(club=club).select_related("user").order_by("pk")
    lines = ClubHistoryLine.objects.filter(club=club).order_by("-at", "-pk")[:MOST_LINES] if manages else ()
    return ClubView(
        club=club,
        role=actor.role_in(club.pk) or "",
        tournaments=list(_tournaments(club)[:MOST_TOURNAMENTS]),
        members=list(members),
        invitations=list(open_invitations(club).order_by("expires_at")) if manages else [],
        history=[(line, in_words(line.code, line.args)) for line in lines],
        people=club.players.filter(erased_at__isnull=True).count(),
        manages=manages,
        sees_people=actor.may(Permission.SEE_CONTACTS, club),
        runs=actor.may(Permission.RUN, club),
        checks_in=actor.may(Permission.CHECK_IN, club),
    )


def clubs_of(actor: Actor) -> list[tuple[Club, str]]:
    """Those this account works for, with what it is there."""
    memberships = Member.objects.filter(user=actor.user).select_related("club").order_by("club__name", "pk")
    return [(member.club, member.get_role_display()) for member in memberships] if actor.user else []


def open_invitations(club: Club) -> QuerySet[Invitation]:
    return Invitation.objects.filter(club=club, used_at__isnull=True, expires_at__gt=timezone.now())


def permissions_in_words() -> list[tuple[str, list[str]]]:
    """For each permission which roles have it: the table of roles, as a page shows it."""
    return [(str(IN_WORDS[each]), [str(role) for role in MAY[each]]) for each in Permission]


def judges_of(tournament: Tournament) -> list[tuple[Member, list[int]]]:
    """Everybody who may judge, with the tables that were given to them."""
    tables: dict[int, list[int]] = {}
    for user, number in (
        Duty.objects.filter(tournament=tournament).order_by("number").values_list("user", "number")
    ):
        tables.setdefault(user, []).append(number)
    members = Member.objects.filter(club=tournament.club_id, role__in=MAY[Permission.SCORE])
    return [
        (each, tables.get(each.user_id, [])) for each in members.select_related("user").order_by("role", "pk")
    ]


def _tournaments(club: Club) -> QuerySet[Tournament]:
    return (
        Tournament.objects.filter(club=club)
        .annotate(
            entered=Count("entrants", distinct=True),
            rounds_public=Count("rounds", filter=Q(rounds__state__in=PUBLIC_STATES), distinct=True),
            rounds_closed=Count("rounds", filter=Q(rounds__state=Round.State.CLOSED), distinct=True),
        )
        .order_by("-created_at")
    )
