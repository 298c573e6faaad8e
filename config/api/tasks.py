"""Telling a hook. Run twice, the second finds nothing to do."""

from celery import shared_task

from config.api import deliveries


@shared_task(name=deliveries.DELIVER)
def deliver(delivery_id: int) -> None:
    deliveries.deliver(delivery_id)
