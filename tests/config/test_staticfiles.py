"""Static files are sent short, and mean the same."""

import json
import shutil
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import get_finder
from django.core.management import call_command

from config.collecting import collect_if_needed
from config.staticfiles import shortened


def test_what_only_people_read_is_left_out():
    assert shortened("a.js", b"// why\nconst a  =  1;\n") == b"const a=1;"
    assert shortened("a.css", b"/* why */\na {\n  color: red;\n}\n") == b"a{color:red}"


@pytest.mark.parametrize("name", ["a.min.js", "a.svg", "a"])
def test_anything_else_is_sent_as_it_is(name):
    assert shortened(name, b"a  b // c\n") == b"a  b // c\n"


def test_texts_and_patterns_keep_their_blanks():
    script = b"const a = `two  words ${ b }`, c = /a  b/, d = 'x  //  y';"
    short = shortened("a.js", script).decode()
    assert "two  words" in short
    assert "/a  b/" in short
    assert "'x  //  y'" in short


def test_what_is_collected_is_short_named_by_its_content_and_compressed(tmp_path, settings):
    small = {"BACKEND": "config.staticfiles.SmallFilesStorage"}
    settings.STATIC_ROOT, settings.STORAGES = tmp_path, settings.STORAGES | {"staticfiles": small}
    call_command("collectstatic", interactive=False, verbosity=0)
    (made,) = tmp_path.glob("js/desk.*.js")
    assert made.stat().st_size < Path(settings.ROOT / "static/js/desk.js").stat().st_size
    assert made.with_name(f"{made.name}.gz").exists()
    (dressed,) = tmp_path.glob("css/all.*.css")
    assert b"@import" not in dressed.read_bytes()
    assert b".skip-link" in dressed.read_bytes()


def test_they_are_collected_again_only_when_something_is_otherwise(tmp_path, settings):
    small = {"BACKEND": "config.staticfiles.SmallFilesStorage"}
    sources, root = tmp_path / "sources", tmp_path / "data" / "static"
    settings.STATIC_ROOT, settings.STORAGES = root, settings.STORAGES | {"staticfiles": small}
    settings.STATICFILES_DIRS = [sources]
    sources.mkdir()
    (sources / "a.css").write_text("a {color: red}")

    def collected():
        """Whether it was collected this time, and what the file is called now."""
        get_finder.cache_clear()  # the folders of sources are read once, in life
        before = manifest.stat() if manifest.exists() else None
        collect_if_needed()
        now = manifest.stat()
        same = before is not None and (before.st_ino, before.st_mtime_ns) == (now.st_ino, now.st_mtime_ns)
        return not same, json.loads(manifest.read_text())["paths"]["a.css"]

    manifest = root / "staticfiles.json"
    done, first = collected()
    assert done
    assert collected() == (False, first)
    manifest.write_text(manifest.read_text().replace(first, "of another version"))
    assert collected() == (True, first)
    (sources / "a.css").write_text("a {color: darkred}")
    done, second = collected()
    assert done
    assert second != first
    shutil.rmtree(root)
    assert collected() == (True, second)
    get_finder.cache_clear()
