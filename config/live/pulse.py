"""Which version of a thing the database holds: each application's ``pulse`` module knows its own kinds.

A key is a kind and a number, such as ``match:12``. ``PULSE`` in such a module maps a kind to a function that gives,
for many numbers at once, a short text that changes whenever the thing does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from importlib import import_module

from django.apps import apps
from django.db import connection
from django.utils.module_loading import module_has_submodule

Versions = Callable[[Collection[int]], Mapping[int, str]]


@cache
def kinds() -> dict[str, Versions]:
    found: dict[str, Versions] = {}
    for application in apps.get_app_configs():
        if application.module and module_has_submodule(application.module, "pulse"):
            found |= import_module(f"{application.name}.pulse").PULSE
    return found


def versions(keys: Iterable[str]) -> dict[str, str]:
    """The version of each of these; nothing for what is not there. To be called in a thread."""
    wanted: dict[str, list[int]] = {}
    for key in keys:
        kind, _colon, number = key.partition(":")
        wanted.setdefault(kind, []).append(int(number))
    try:
        return {
            f"{kind}:{number}": version
            for kind, numbers in wanted.items()
            for number, version in kinds()[kind](numbers).items()
        }
    finally:
        connection.close()  # this thread may never come back
