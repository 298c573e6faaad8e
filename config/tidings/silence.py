"""Switching messages off for a tournament, and on again. What waits then is not sent."""

from __future__ import annotations

from django.db import transaction

from config.tidings.models import Silence
from tournaments.access import Actor
from tournaments.models import Tournament
from tournaments.services.history import record


def set_silence(actor: Actor, tournament: Tournament, *, silent: bool) -> None:
    actor.require_organiser(tournament)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        there = Silence.objects.filter(tournament=tournament)
        if there.exists() == silent:
            return
        if silent:
            Silence.objects.create(tournament=tournament)
        else:
            there.delete()
        record(actor, tournament, "messages-off" if silent else "messages-on")
