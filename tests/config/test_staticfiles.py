"""Static files are sent short, and mean the same."""

from pathlib import Path

import pytest
from django.core.management import call_command

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
