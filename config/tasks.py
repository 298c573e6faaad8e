"""The house's own periodic tasks."""

from celery import current_app, shared_task
from django.conf import settings
from django.core.management import call_command

from config import due
from config.api.sweeping import sweep as sweep_api
from config.signin.sweeping import sweep as sweep_signin
from config.tidings.sweeping import sweep as sweep_tidings


@shared_task(name="config.sweep")
def sweep() -> None:
    """Send again what is due: a message may have been lost with its broker, or never sent."""
    for job in due.jobs():
        # Expires with the next sweep, so that a queue nobody empties does not grow.
        current_app.send_task(job.task, args=[job.id], expires=settings.SWEEP_SECONDS)


@shared_task(name="config.clean")
def clean() -> None:
    call_command("clearsessions")
    sweep_signin()
    sweep_api()
    sweep_tidings()
