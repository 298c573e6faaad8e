"""Listens to what happens, inside its transaction."""

from typing import Any

from django.dispatch import receiver

from config.tidings import following, telling
from games.signals import match_to_sign
from tournaments.models import Round
from tournaments.signals import clock_started, person_gone, round_published, tables_changed


@receiver(round_published)
def tell_of_round(round: Round, **_: Any) -> None:
    telling.tell_of_publication(round)


@receiver(tables_changed)
def tell_of_tables(round: Round, **_: Any) -> None:
    telling.tell_of_tables(round)


@receiver(clock_started)
def tell_of_clock(round: Round, **_: Any) -> None:
    telling.tell_of_clock(round)


@receiver(match_to_sign)
def tell_of_sheet(match_id: int, sheet: str, **_: Any) -> None:
    telling.tell_of_sheet(match_id, sheet)


@receiver(person_gone)
def forget(entrant_id: int, **_: Any) -> None:
    following.forget_person(entrant_id)
