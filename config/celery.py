"""The Celery application: how tasks travel. What there is to do is a fact in the database (config.due).

Embedded, the queue is in the memory of the one worker process and may be lost with it at any moment;
grown, it is Redis or RabbitMQ. In both a task may run twice, so every task is idempotent.
"""

import os
from typing import Any

from celery import Celery, signals
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

LONGEST_TASK_SECONDS = 300
"""A task that takes longer is stopped: Redis would otherwise hand it to a second worker (below)."""
CLEAN_SECONDS = 3600
CONNECT_SECONDS = 2
MEMORY_POLL_SECONDS = 0.02
"""How often the worker looks into its queue in memory; kombu would look once a second."""


def _broker() -> dict[str, Any]:
    if settings.EMBEDDED:
        return {
            "broker_url": "memory://localhost",
            "broker_transport_options": {"polling_interval": MEMORY_POLL_SECONDS},
            "worker_pool": "threads",
        }
    options: dict[str, Any] = {}
    if settings.BROKER_URL.startswith("redis"):
        # What a killed worker had taken comes back after this long; the sweep has re-sent it by then.
        options = {
            "visibility_timeout": LONGEST_TASK_SECONDS + 60,
            "unacked_restore_interval": 10,
            "unacked_restore_throttle": 1,
            "socket_connect_timeout": CONNECT_SECONDS,
            "socket_keepalive": True,
        }
    return {
        "broker_url": settings.BROKER_URL,
        "broker_transport_options": options,
        "worker_pool": "prefork",
        "task_time_limit": LONGEST_TASK_SECONDS,
    }


def _schedule() -> dict[str, dict[str, Any]]:
    # On every start the clock begins anew, so a laptop that is on for an evening needs short intervals.
    schedule = {"clean": {"task": "config.clean", "schedule": CLEAN_SECONDS}}
    if not settings.EMBEDDED:
        seconds = settings.SWEEP_SECONDS
        # Expires: with no worker for an hour, one sweep is enough when it comes back.
        schedule["sweep"] = {"task": "config.sweep", "schedule": seconds, "options": {"expires": seconds}}
    return schedule


app = Celery("triomphe", set_as_current=True)
app.conf.update(
    **_broker(),
    beat_schedule=_schedule(),
    beat_scheduler="celery.beat:Scheduler",  # keeps no file
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_connection_timeout=CONNECT_SECONDS,
    task_publish_retry_policy={
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0.2,
        "interval_max": 0.2,
    },
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    task_ignore_result=True,
    task_serializer="json",
    accept_content=["json"],
    worker_hijack_root_logger=False,
    worker_redirect_stdouts=False,
    worker_enable_remote_control=not settings.EMBEDDED,
    worker_send_task_events=False,
    enable_utc=True,
    timezone=settings.TIME_ZONE,
)
app.set_default()
app.autodiscover_tasks()

from config import errands  # noqa: E402, F401 - what goes along with a task


@signals.setup_logging.connect
def leave_logging_alone(**kwargs: Any) -> None:
    """Django's settings say how to log; that somebody listens here is what stops Celery's own set-up."""
