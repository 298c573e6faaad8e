"""The backup at a round's end. Run twice, the second finds nothing to do."""

from celery import shared_task
from django.utils import timezone

from config.backups.due import BACK_UP
from config.backups.models import Backup
from config.backups.taking import take_and_note
from tournaments.models import Round


@shared_task(name=BACK_UP)
def after_round(round_id: int) -> None:
    if not Round.objects.filter(pk=round_id, state=Round.State.CLOSED, backed_up_at=None).exists():
        return
    ended = Round.objects.filter(state=Round.State.CLOSED, backed_up_at=None).values_list("pk", flat=True)
    in_it = list(ended)
    take_and_note(Backup.Why.ROUND)
    Round.objects.filter(pk__in=in_it, state=Round.State.CLOSED).update(backed_up_at=timezone.now())
