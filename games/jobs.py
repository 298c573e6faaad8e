"""Telling the queue that something is due. The database remembers it in any case.

Embedded, the worker's relay looks there by itself; grown, it is sent on commit, and a broker
that is down costs nothing but the time until the next sweep.
"""

from __future__ import annotations

import logging

from celery import current_app
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def send_on_commit(task: str, pk: int) -> None:
    """Queue a task for a row once the row is really there."""
    if not settings.EMBEDDED:
        transaction.on_commit(lambda: _send(task, pk))


def _send(task: str, pk: int) -> None:
    try:
        current_app.send_task(task, args=[pk])
    except OperationalError:
        logger.warning("the queue did not take %s(%s); the sweep will send it again", task, pk)
