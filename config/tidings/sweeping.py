"""What is of no use any more, thrown away now and then."""

from datetime import timedelta

from django.utils import timezone

from config.tidings import following
from config.tidings.models import Message

KEPT = timedelta(days=30)


def sweep() -> None:
    following.sweep()
    Message.objects.filter(done_at__lt=timezone.now() - KEPT).delete()
