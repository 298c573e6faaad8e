"""Every string that is marked in the sources, read by xgettext. Needs GNU gettext; knows no language.

Templates are turned into what xgettext can read in a folder of their own, so that nothing is written beside the sources.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polib
from django.utils.translation.template import templatize

ROOMS = ("config", "games", "rules", "tournaments")
KEYWORDS = (
    "gettext_noop",
    "gettext_lazy",
    "ngettext_lazy:1,2",
    "pgettext:1c,2",
    "npgettext:1c,2,3",
    "pgettext_lazy:1c,2",
    "npgettext_lazy:1c,2,3",
)
"""Beside those that xgettext knows of itself."""
READ_AS = ".py"
"""What a template is called once it can be read."""
DATA = (f".html{READ_AS}", f".txt{READ_AS}")


def there_is_gettext() -> bool:
    return shutil.which("xgettext") is not None


def extracted(root: Path) -> polib.POFile:
    """What is to be translated, each with the files that it stands in."""
    with tempfile.TemporaryDirectory(prefix="triomphe-messages-") as folder:
        names = [*_python(root), *_templates(root, Path(folder)), *_figures(root, Path(folder))]
        (Path(folder) / "names").write_text("\n".join(names), encoding="utf-8")
        keywords = [f"--keyword={each}" for each in KEYWORDS]
        command = ["xgettext", "--language=Python", "--from-code=UTF-8", "--add-comments=Translators"]
        command += ["--directory", str(root), "--directory", folder, "--files-from=names", "--output=all.pot"]
        subprocess.run([*command, *keywords], cwd=folder, check=True)  # noqa: S603 - our own words
        found = polib.pofile(f"{folder}/all.pot", encoding="utf-8")
    for entry in found:
        places = {
            place.removesuffix(READ_AS) if place.endswith(DATA) else place
            for place, _line in entry.occurrences
        }
        entry.occurrences = [(place, "") for place in sorted(places)]
    return found


def _python(root: Path) -> Iterator[str]:
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(root).as_posix()


def _templates(root: Path, folder: Path) -> Iterator[str]:
    for path in sorted((root / "templates").rglob("*.html")):
        name = path.relative_to(root).as_posix()
        yield _readable(folder, name, templatize(path.read_text(encoding="utf-8"), origin=name))


def _figures(root: Path, folder: Path) -> Iterator[str]:
    """The titles of drawings, which are data and yet are shown."""
    for path in sorted((root / "rules/triominos/figures").glob("*.txt")):
        lines = path.read_text(encoding="utf-8").splitlines()
        titles = [line.removeprefix("title:").strip() for line in lines if line.startswith("title:")]
        content = "".join(f"gettext_noop({title!r})\n" for title in titles)
        yield _readable(folder, path.relative_to(root).as_posix(), content)


def _readable(folder: Path, name: str, content: str) -> str:
    path = folder / f"{name}{READ_AS}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return f"{name}{READ_AS}"
