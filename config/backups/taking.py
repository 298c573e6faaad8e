"""Taking a backup: one file, whole or not there, readable by its owner alone."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from config.backups import databases
from config.backups.keeping import name_for, superfluous
from config.backups.manifest import FORMAT, facts, migrations
from config.backups.models import Backup
from config.backups.problems import BackupProblem

SECRET, MANIFEST = "secret-key", "manifest.json"
CHUNK = 1024 * 1024
Progress = Callable[[float], None]


def take(why: str, progress: Progress = lambda _share: None, folder: Path | None = None) -> Backup:
    """Copy everything to a new file, and remove the files that no rule keeps any more. Not yet written down."""
    folder = folder or settings.BACKUP_DIR
    at = datetime.now(UTC)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".being-made-") as workplace:
            made = _packed(Path(workplace), at, why, progress)
            target = folder / name_for(at, why)
            os.replace(made, target)
        for name in superfluous([each.name for each in folder.iterdir()], at):
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise BackupProblem(
            _(
                "The backup could not be written to %(folder)s: %(why)s. Make room, or name another folder in TRIOMPHE_BACKUPS."
            )
            % {"folder": folder, "why": error.strerror or error}
        ) from error
    return Backup(at=at, why=why, name=target.name, size=target.stat().st_size)


def take_and_note(why: str, progress: Progress = lambda _share: None) -> Backup:
    """Written down in any case: that it is there, or why it is not. A problem is raised after that."""
    try:
        backup = take(why, progress)
    except BackupProblem as problem:
        Backup.objects.create(at=datetime.now(UTC), why=why, problem=str(problem)[:300])
        raise
    backup.save()
    return backup


def _packed(workplace: Path, at: datetime, why: str, progress: Progress) -> Path:
    copied = workplace / databases.member()
    told = databases.copy(copied, lambda query: (facts(query), migrations(query)), progress)
    manifest = _manifest(at, why, *told) | {"sha256": _sha256(copied)}
    made = workplace / "backup.zip"
    with open(os.open(made, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, allowZip64=True) as pack:
            pack.writestr(MANIFEST, json.dumps(manifest, indent=2))
            if (settings.DATA_DIR / SECRET).exists():
                pack.write(settings.DATA_DIR / SECRET, SECRET)
            pack.write(copied, copied.name)
        file.flush()
        os.fsync(file.fileno())
    return made


def _manifest(at: datetime, why: str, told: dict[str, Any], applied: list[str]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "made": at.isoformat(),
        "why": why,
        "triomphe": version("triomphe"),
        "database": connection.vendor,
        "facts": told,
        "migrations": applied,
    }


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
