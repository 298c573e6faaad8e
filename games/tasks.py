"""Celery tasks about matches: each takes an id and calls one service."""

from celery import shared_task

from games import services
from games.due import FINALIZE


@shared_task(name=FINALIZE)
def finalize_match(match_id: int) -> None:
    services.finalize(match_id)
