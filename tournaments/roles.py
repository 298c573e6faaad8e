"""Who may do what in a club: one row a permission. Services ask through tournaments.access.Actor."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Role

OWNER, ORGANISER, JUDGE, DESK, VIEWER = Role.OWNER, Role.ORGANISER, Role.JUDGE, Role.DESK, Role.VIEWER


class Permission(StrEnum):
    SEE_DRAFTS = "see-drafts"
    SEE_CONTACTS = "see-contacts"
    CHECK_IN = "check-in"
    TAKE_ENTRIES = "take-entries"
    KEEP_LIST = "keep-list"
    SCORE = "score"
    WATCH_HALL = "watch-hall"
    RUN = "run"
    MANAGE_CLUB = "manage-club"


MAY: Mapping[Permission, frozenset[Role]] = {
    Permission.SEE_DRAFTS: frozenset({OWNER, ORGANISER, JUDGE, DESK, VIEWER}),
    Permission.SEE_CONTACTS: frozenset({OWNER, ORGANISER, DESK}),
    Permission.CHECK_IN: frozenset({OWNER, ORGANISER, DESK}),
    Permission.TAKE_ENTRIES: frozenset({OWNER, ORGANISER, DESK}),
    Permission.KEEP_LIST: frozenset({OWNER, ORGANISER}),
    Permission.SCORE: frozenset({OWNER, ORGANISER, JUDGE}),
    Permission.WATCH_HALL: frozenset({OWNER, ORGANISER, JUDGE, DESK, VIEWER}),
    Permission.RUN: frozenset({OWNER, ORGANISER}),
    Permission.MANAGE_CLUB: frozenset({OWNER}),
}
"""A judge scores only at the tables given to them (tournaments.models.Duty)."""

IN_WORDS: Mapping[Permission, str | Promise] = {
    Permission.SEE_DRAFTS: _("see tournaments before they are public"),
    Permission.SEE_CONTACTS: _("see people’s addresses and telephone numbers"),
    Permission.CHECK_IN: _("check people in"),
    Permission.TAKE_ENTRIES: _("answer those who ask to be entered"),
    Permission.KEEP_LIST: _("keep the club’s list of people, and erase a person’s data"),
    Permission.SCORE: _("enter scores (a judge: at the tables given to them)"),
    Permission.WATCH_HALL: _("see the control room"),
    Permission.RUN: _("plan, pair, publish, correct and close tournaments"),
    Permission.MANAGE_CLUB: _("invite members and change their roles"),
}


class Scope(StrEnum):
    """How far a program may go that acts for a member (config.api); each goes as far as the one before, and further."""

    READ = "read"
    SCORE = "score"
    ORGANISE = "organise"


def as_program(role: Role | str | None, scope: Scope) -> Role | None:
    """What a program is in a club where it acts for somebody of this role: never more than they are, never an owner."""
    if role is None:
        return None
    if scope == Scope.ORGANISE:
        return ORGANISER if may(role, Permission.RUN) else Role(role)
    return JUDGE if scope == Scope.SCORE and may(role, Permission.SCORE) else VIEWER


def may(role: Role | str | None, permission: Permission) -> bool:
    """Whether a role has a permission; whoever has no role has none."""
    return role in MAY[permission]
