"""What is of no use any more, thrown away now and then."""

from config.api import deliveries, once


def sweep() -> None:
    once.sweep()
    deliveries.sweep()
