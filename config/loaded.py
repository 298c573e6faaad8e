"""Loads what the children of the supervisor need, so that each of them is forked with everything in it (config.forking).

Only modules are loaded: no connection is opened, no thread is started, nothing is read from the database.
"""

import gc
from importlib import import_module

from config import forking

MODULES = (
    "config.asgi",
    "config.server",
    "config.urls",
    "config.relay",
    "uvloop",
    "celery.apps.worker",
    "celery.apps.beat",
    "celery.worker.consumer",
    "celery.concurrency.prefork",
    "celery.concurrency.thread",
)


def load_everything() -> None:
    """To be called when static files have been collected: the list of them is made while loading."""
    if not forking.POSSIBLE:
        return  # children load for themselves
    gc.disable()  # nothing of what is loaded is garbage: to look for some takes a fifth of the time
    for name in MODULES:
        import_module(name)
    from config.celery import app

    app.loader.import_default_modules()
    app.finalize()
    gc.enable()
