"""Celery tasks about tournaments: each takes an id and calls one service."""

from celery import shared_task

from tournaments.due import COMPUTE_PAIRINGS
from tournaments.services import rounds


@shared_task(name=COMPUTE_PAIRINGS)
def compute_pairings(round_id: int) -> None:
    rounds.compute_pairings(round_id)
