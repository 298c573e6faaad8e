"""Hooks: which addresses a club has told what happens, and what is to be told to them.

What is told says that something happened and where to read more, never a result or a name: whoever is told reads it with
what they may see. Knows nothing of how it is sent (config.api.deliveries).
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.api.deliveries import DELIVER
from config.api.models import Delivery, Hook
from config.api.sending import why_not
from games.errors import Refused
from games.jobs import send_on_commit
from tournaments.access import Actor
from tournaments.models import Club, Tournament
from tournaments.roles import Permission
from tournaments.services.history import record_in_club
from tournaments.services.holding import hold_club

EVENTS = {
    "round.published": gettext_lazy("a round is published"),
    "match.final": gettext_lazy("a match is final"),
    "standings.changed": gettext_lazy("the standings change"),
    "tournament.closed": gettext_lazy("a tournament is closed"),
}
MOST_HOOKS = 10
MOST_URL = 500


def add(actor: Actor, club: Club, url: str, events: Collection[str]) -> Hook:
    actor.require(Permission.RUN, club)
    url = url.strip()
    if len(url) > MOST_URL or (sentence := why_not(url)):
        raise Refused(
            "bad-url", sentence if len(url) <= MOST_URL else _("This address is too long."), field="url"
        )
    if not events or not set(events) <= set(EVENTS):
        raise Refused("bad-events", _("Choose what is to be told."), field="events")
    with transaction.atomic():
        hold_club(club.pk)
        if Hook.objects.filter(club=club).count() >= MOST_HOOKS:
            raise Refused("too-many", _("Ten addresses are told already. Remove one first."))
        hook = Hook.objects.create(
            club=club,
            url=url,
            events=[each for each in EVENTS if each in events],
            salt=secrets.token_hex(16),
            made_at=timezone.now(),
        )
        record_in_club(actor, club, "hook-made", url=url)
    return hook


def remove(actor: Actor, club: Club, hook_id: int) -> None:
    actor.require(Permission.RUN, club)
    with transaction.atomic():
        hook = Hook.objects.filter(club=club, pk=hook_id).first()
        if hook is None:
            raise Refused("no-such-hook", _("This address is not told anything any more."))
        record_in_club(actor, club, "hook-removed", url=hook.url)
        hook.delete()


def send_again(actor: Actor, club: Club, hook_id: int, delivery_id: int) -> None:
    """Under the same id, so that whoever got it before knows it."""
    actor.require(Permission.RUN, club)
    with transaction.atomic():
        hook = Hook.objects.filter(club=club, pk=hook_id).first()
        found = Delivery.objects.filter(hook=hook, pk=delivery_id)
        fresh = {"due_at": timezone.now(), "done_at": None, "outcome": "", "tries": 0, "claimed_until": None}
        if not found.update(**fresh):
            raise Refused("no-such-delivery", _("This is not in the log any more."))
        send_on_commit(DELIVER, delivery_id)


def tell(tournament: Tournament, event: str, data: Mapping[str, Any], *, once: bool = False) -> None:
    """Have it told to whoever of the club wants to hear it, in the caller's transaction; of a rehearsal, nothing.

    ``once``: not while the same waits to be told for the first time.
    """
    if tournament.rehearsal:
        return
    for hook in Hook.objects.filter(club=tournament.club_id):
        if event in hook.events and not (once and _waits(hook, event, tournament)):
            _ask(hook, event, tournament, data)


def _waits(hook: Hook, event: str, tournament: Tournament) -> bool:
    waiting = hook.deliveries.filter(done_at__isnull=True, tries=0, claimed_until__isnull=True)
    return waiting.filter(event=event, subject=tournament.slug).exists()


def _ask(hook: Hook, event: str, tournament: Tournament, data: Mapping[str, Any]) -> None:
    now = timezone.now()
    told = {"type": event, "timestamp": now.isoformat(), "data": {"tournament": tournament.slug, **data}}
    delivery = Delivery.objects.create(
        hook=hook, event=event, subject=tournament.slug, body=json.dumps(told), at=now, due_at=now
    )
    send_on_commit(DELIVER, delivery.pk)
