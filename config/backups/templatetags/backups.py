"""How old the last backup is, and whether the last try failed: for whoever runs a tournament."""

from __future__ import annotations

from dataclasses import dataclass

from django import template

from config.backups.models import Backup

register = template.Library()


@dataclass(frozen=True, slots=True)
class State:
    last: Backup | None = None
    """The last that succeeded."""
    problem: str = ""
    """Why the last try did not."""


@register.simple_tag
def backup_state() -> State:
    newest = Backup.objects.first()
    if newest is None or not newest.problem:
        return State(newest)
    return State(Backup.objects.filter(problem="").first(), newest.problem)
