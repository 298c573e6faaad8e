"""Celery tasks about tournaments: each takes an id and calls one service."""

from celery import shared_task

from tournaments.due import COMPUTE_PAIRINGS, COMPUTE_RATINGS, MAKE_AGAIN, REHEARSE
from tournaments.services import again, bot_play, ratings, rounds


@shared_task(name=COMPUTE_PAIRINGS)
def compute_pairings(round_id: int) -> None:
    rounds.compute_pairings(round_id)


@shared_task(name=MAKE_AGAIN)
def make_again(round_id: int) -> None:
    again.work_out(round_id)


@shared_task(name=REHEARSE)
def rehearse(rehearsal_id: int) -> None:
    bot_play.play_on(rehearsal_id)


@shared_task(name=COMPUTE_RATINGS)
def compute_ratings(club_id: int) -> None:
    ratings.compute_ratings(club_id)
