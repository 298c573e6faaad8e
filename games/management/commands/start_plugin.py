"""``manage.py start_plugin NAME``: write the skeleton of a rule engine that passes the conformance kit.

The skeleton is a whole small game (``games/skeleton``), because a kit that passes is the best place to
start from. Knows nothing of what an author makes of it.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from string import Template
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from rules.registry import registry

SKELETON = Path(__file__).resolve().parent.parent.parent / "skeleton"

FILES = {
    "pyproject.toml-tpl": "pyproject.toml",
    "README.md-tpl": "README.md",
    "engine.py-tpl": "$module.py",
    "test_engine.py-tpl": "test_$module.py",
    "transcript.jsonl-tpl": "transcripts/$key/2-players.jsonl",
}

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 50
REFUSED = 2


class Command(BaseCommand):
    help = "Write the skeleton of a rule engine as a package that can be installed."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the key of the engine: my-rules")
        parser.add_argument("--dir", default=".", help="the folder in which the package's own is made")

    def handle(self, *args: Any, **options: Any) -> None:
        names = _names(options["name"])
        folder = Path(options["dir"]) / names["key"]
        try:
            folder.mkdir(parents=True)
            _write(folder, names)
        except FileExistsError:
            raise _refused(_("“%(folder)s” is already there.") % {"folder": folder}) from None
        except OSError as error:
            sentence = _("“%(folder)s” cannot be written: %(error)s.")
            raise _refused(sentence % {"folder": folder, "error": error.strerror}) from None
        self.stdout.write(_("Written: %(folder)s. Its README says how to go on.") % {"folder": folder})


def _names(key: str) -> dict[str, str]:
    """What the templates call it, if it can be called so."""
    module = key.replace("-", "_")
    if not NAME.fullmatch(key) or len(key) > LONGEST or iskeyword(module):
        raise _refused(_("“%(name)s” is not a name: use small letters, digits and hyphens.") % {"name": key})
    if key in registry().engines or module in sys.stdlib_module_names or find_spec(module):
        raise _refused(_("“%(name)s” is already the name of something else.") % {"name": key})
    words = key.split("-")
    kind = "".join(word.capitalize() for word in words)
    return {"key": key, "module": module, "kind": kind, "title": " ".join(words).capitalize()}


def _write(folder: Path, names: dict[str, str]) -> None:
    for source, target in FILES.items():
        path = folder / Template(target).substitute(names)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = (SKELETON / source).read_text(encoding="utf-8")
        path.write_text(Template(text).substitute(names), encoding="utf-8")


def _refused(sentence: str) -> CommandError:
    return CommandError(sentence, returncode=REFUSED)
