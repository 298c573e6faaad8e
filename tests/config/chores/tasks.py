import time

from celery import shared_task
from django.db.models import F

from tests.config.chores.models import Chore


@shared_task(name="chores.do")
def do(pk: int) -> None:
    chore = Chore.objects.filter(pk=pk, done_at=None)
    if chore.update(runs=F("runs") + 1):
        time.sleep(chore.get().seconds)
        chore.update(done_at=time.time())
