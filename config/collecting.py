"""Static files are collected when the program starts, unless what was collected is of these very sources.

Who runs the parts by themselves calls ``manage.py collectstatic``, which always collects.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from django import get_version
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from config import staticfiles

MANIFEST = "staticfiles.json"
MAKERS = ("rcssmin", "rjsmin", "whitenoise")
"""What makes the collected files of the others, beside Django and ourselves."""
NOTE = "static.collected"
"""Beside the collected files, not among them: those can be asked for."""


def collect_if_needed() -> None:
    manifest = Path(settings.STATIC_ROOT) / MANIFEST
    note, sources = manifest.parent.parent / NOTE, _fingerprint()
    if manifest.exists() and note.exists() and note.read_text() == sources + _digest(manifest):
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    note.write_text(sources + _digest(manifest))


def _digest(manifest: Path) -> str:
    """Somebody may have collected another version's files since."""
    return hashlib.sha256(manifest.read_bytes()).hexdigest()


def _fingerprint() -> str:
    """Another one as soon as a file, or what is made of it, may be another."""
    digest = hashlib.sha256("\0".join([get_version(), *map(version, MAKERS)]).encode())
    for path in (Path(staticfiles.__file__), *_sources()):
        status = path.stat()
        digest.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    for finder in get_finders():
        for name, storage in finder.list([]):
            yield Path(storage.path(name))
