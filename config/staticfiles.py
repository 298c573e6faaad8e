"""Static files as they are sent: without comments and indentation, named by their content, compressed.

A phone in a hall pays for every byte; whoever reads our files in the repository pays for none of this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

SHORTEN = {".js": jsmin, ".css": cssmin}
DONE = (".min.js", ".min.css")
IMPORT = re.compile(rb'@import "([\w./-]+)";')


class SmallFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        short = {name: (Shortening(storage), path) for name, (storage, path) in paths.items()}
        yield from super().post_process(short, dry_run, **options)


class Shortening:
    """A storage of sources that hands them out shortened."""

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    def open(self, name: str, mode: str = "rb") -> ContentFile[Any]:
        return ContentFile(shortened(name, self._whole(name, mode)), name)

    def _whole(self, name: str, mode: str) -> bytes:
        """With the style sheets that it imports put in their place: one answer instead of six."""
        with self._storage.open(name, mode) as file:
            content: bytes = file.read()
        if not name.endswith(".css"):
            return content
        folder = name[: name.rfind("/") + 1]
        return IMPORT.sub(lambda found: self._whole(folder + found[1].decode(), mode), content)


def shortened(name: str, content: bytes) -> bytes:
    """A script or a style sheet without what only people read; anything else as it is."""
    suffix = name[name.rfind(".") :]
    if suffix not in SHORTEN or name.endswith(DONE):
        return content
    return str(SHORTEN[suffix](content.decode())).encode()
