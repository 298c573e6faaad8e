"""Bringing a backup back into an empty place, and proving that what is there is what was kept."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from config.backups import databases
from config.backups.manifest import FORMAT, facts
from config.backups.problems import BackupProblem
from config.backups.taking import MANIFEST, SECRET
from games.rebuilding import rebuild
from games.verifying import broken_links, check_tables, match_ids

LONGEST_MANIFEST = 1024 * 1024
Progress = Callable[[float], None]


def restore(path: Path, progress: Progress = lambda _share: None) -> dict[str, Any]:
    """Gives what the backup says of itself. Refused where there is data, or what is in the file is not whole."""
    with _opened(path) as pack:
        manifest = _read_manifest(pack)
        _check_fits(manifest)
        if databases.holds_data():
            raise BackupProblem(
                _(
                    "There is data here already. Name an empty folder in TRIOMPHE_DATA, or an empty database in DATABASE_URL."
                )
            )
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".being-restored-") as workplace:
            copied = _unpacked(pack, manifest, Path(workplace))
            databases.bring_back(copied, progress)
        _restore_secret(pack)
    _check_same(manifest)
    return manifest


def upgrade() -> None:
    """To the tables of this version. There is no need for a backup of what was just restored from one."""
    call_command("migrate", interactive=False, verbosity=0, backup=False)


def findings(progress: Progress) -> list[str]:
    """What is not as it was written, in every log and in everything that is kept of it."""
    found = [str(each) for each in check_tables()]
    ids = list(match_ids())
    for number, each in enumerate(ids, start=1):
        found += [str(broken) for broken in broken_links(each)]
        found += [
            f"match {each}: {name} is not what its log amounts to" for name in rebuild(each, write=False)
        ]
        progress(number / len(ids))
    return found


# -- in detail -----------------------------------------------------------------------------------


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except FileNotFoundError as error:
        raise BackupProblem(_("There is no file %(path)s.") % {"path": path}) from error
    except (zipfile.BadZipFile, OSError) as error:
        raise BackupProblem(
            _("%(path)s cannot be read as a backup: it is cut short, or something else.") % {"path": path}
        ) from error


def _read_manifest(pack: zipfile.ZipFile) -> dict[str, Any]:
    try:
        if pack.getinfo(MANIFEST).file_size > LONGEST_MANIFEST:
            raise ValueError
        manifest = json.loads(pack.read(MANIFEST))
        if manifest["format"] != FORMAT:
            raise ValueError
    except (KeyError, ValueError, TypeError, zipfile.BadZipFile) as error:
        raise BackupProblem(_("This file is no backup of Triomphe’s.")) from error
    return dict(manifest)


def _check_fits(manifest: dict[str, Any]) -> None:
    if manifest["database"] != connection.vendor:
        raise BackupProblem(
            _(
                "This backup is of a %(theirs)s database, and this installation uses %(ours)s. Set DATABASE_URL as it was there."
            )
            % {"theirs": manifest["database"], "ours": connection.vendor}
        )
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if unknown := sorted(set(manifest["migrations"]) - known):
        raise BackupProblem(
            _(
                "This backup was made by a newer Triomphe (it knows %(what)s). Install that version, then restore."
            )
            % {"what": unknown[-1]}
        )


def _unpacked(pack: zipfile.ZipFile, manifest: dict[str, Any], workplace: Path) -> Path:
    copied = workplace / databases.member()
    try:
        with pack.open(databases.member()) as source, copied.open("wb") as target:
            shutil.copyfileobj(source, target)
    except (KeyError, zipfile.BadZipFile, EOFError) as error:
        raise BackupProblem(_("This backup is damaged: its database cannot be read.")) from error
    with copied.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != manifest["sha256"]:
            raise BackupProblem(_("This backup is damaged: its database is not the one that was kept."))
    return copied


def _restore_secret(pack: zipfile.ZipFile) -> None:
    """With it everybody stays signed in, and PINs and cards go on working."""
    if SECRET not in pack.namelist():
        return
    beside = settings.DATA_DIR / f".{SECRET}.restored"
    with open(os.open(beside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
        file.write(pack.read(SECRET))
    os.replace(beside, settings.DATA_DIR / SECRET)


def _check_same(manifest: dict[str, Any]) -> None:
    if (now := facts(databases.query)) != manifest["facts"]:
        raise BackupProblem(
            _("What was restored is not what was kept: %(now)s instead of %(then)s.")
            % {"now": now, "then": manifest["facts"]}
        )
