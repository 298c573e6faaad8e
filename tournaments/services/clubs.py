"""Clubs: making one, and who works for it."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.access import Actor
from tournaments.models import MOST_TABLES, Club, Duty, Member, Role, Tournament, make_club_slug
from tournaments.names import clean_name, name_problem
from tournaments.roles import MAY, Permission, may
from tournaments.services.history import record, record_in_club
from tournaments.services.holding import hold_club


def make_club(actor: Actor, name: str) -> Club:
    """A new club, owned by whoever makes it."""
    user = actor.require_account()
    with transaction.atomic():
        club = Club.objects.create(name=name, slug=make_club_slug(name))
        Member.objects.create(club=club, user=user, role=Role.OWNER)
        record_in_club(actor, club, "club-made")
    return club


def club_to_plan_in(actor: Actor) -> Club:
    """The club a new tournament belongs to when nobody said which; the first is made when there is none."""
    user = actor.require_account()
    runs = Member.objects.filter(user=user, role__in=MAY[Permission.RUN]).select_related("club")
    member = runs.order_by("since", "pk").first()
    return member.club if member else make_club(actor, _("Our club"))


def rename_club(actor: Actor, club: Club, name: str) -> Club:
    actor.require(Permission.MANAGE_CLUB, club)
    name = clean_name(name)
    if not name:
        raise Refused("bad-name", _("Type a name."), field="name")
    if problem := name_problem(name):
        raise Refused("bad-name", problem, field="name")
    with transaction.atomic():
        club.name = name
        club.save(update_fields=["name"])
        record_in_club(actor, club, "club-renamed", name=name)
    return club


def change_role(actor: Actor, club: Club, member_id: int, role: str) -> Member:
    """A club keeps at least one owner, whatever is asked."""
    actor.require(Permission.MANAGE_CLUB, club)
    if role not in Role.values:
        raise Refused("bad-role", _("Choose one of these."), field="role")
    with transaction.atomic():
        member = _member(club, member_id)
        if member.role != role:
            if role != Role.OWNER:
                _refuse_if_last_owner(club, member)
            member.role = role
            member.save()
            record_in_club(actor, club, "role-changed", name=str(member.user), role=role)
    return member


def remove_member(actor: Actor, club: Club, member_id: int) -> Member:
    """Owners remove anybody, and everybody may leave. The tables they were given go back."""
    with transaction.atomic():
        member = _member(club, member_id)
        if member.user_id != (actor.user.pk if actor.user else None):
            actor.require(Permission.MANAGE_CLUB, club)
        _refuse_if_last_owner(club, member)
        Duty.objects.filter(user=member.user, tournament__club=club).delete()
        record_in_club(actor, club, "member-removed", name=str(member.user))
        member.delete()
    return member


def give_tables(actor: Actor, tournament: Tournament, user_id: int, numbers: Collection[int]) -> None:
    """Which tables a judge scores at; none takes them all back."""
    actor.require_organiser(tournament)
    if any(not 1 <= number <= MOST_TABLES for number in numbers):
        raise Refused(
            "bad-table", _("Tables have numbers from 1 to %(most)s.") % {"most": MOST_TABLES}, field="tables"
        )
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        member = Member.objects.filter(club=tournament.club_id, user=user_id).select_related("user").first()
        if member is None or not may(member.role, Permission.SCORE):
            raise Refused("no-judge", _("This person is no judge of the club any more."))
        duties = Duty.objects.filter(tournament=tournament, user=member.user)
        had = set(duties.values_list("number", flat=True))
        if had == set(numbers):
            return
        duties.exclude(number__in=numbers).delete()
        Duty.objects.bulk_create(
            Duty(tournament=tournament, user=member.user, number=number)
            for number in sorted(set(numbers) - had)
        )
        code = "duties-changed" if numbers else "duties-ended"
        tables = ", ".join(str(number) for number in sorted(set(numbers)))
        record(actor, tournament, code, name=str(member.user), tables=tables)


# -- in detail -----------------------------------------------------------------------------------


def _member(club: Club, member_id: int) -> Member:
    hold_club(club.pk)
    member = Member.objects.filter(club=club, pk=member_id).select_related("user").first()
    if member is None:
        raise Refused("no-such-member", _("This person is no member any more."))
    return member


def _refuse_if_last_owner(club: Club, member: Member) -> None:
    others = Member.objects.filter(club=club, role=Role.OWNER).exclude(pk=member.pk)
    if member.role == Role.OWNER and not others.exists():
        raise Refused("last-owner", _("A club needs an owner. Make somebody else owner first."))
