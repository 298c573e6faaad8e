"""``manage.py tangram``: list, solve, check; what it cannot use it answers with one sentence."""

import pytest
from django.core.management import CommandError, call_command

from rules.triominos.figures import figures


def run(*arguments, capsys):
    call_command("tangram", *arguments)
    return capsys.readouterr().out


def refused(*arguments) -> str:
    with pytest.raises(CommandError) as raised:
        call_command("tangram", *arguments)
    return str(raised.value)


def test_all_figures_are_listed(capsys):
    said = run("list", capsys=capsys)
    assert all(f"{figure.key}: {figure.title}" in said for figure in figures().values())


def test_a_figure_is_filled_kept_and_checked(tmp_path, capsys):
    out = tmp_path / "star.json"
    assert "filled with 12 tiles and checked" in run("solve", "star", "--out", str(out), capsys=capsys)
    assert run("check", str(out), capsys=capsys) == "Star is covered by 12 tiles.\n"
    assert "(outside-figure)" in refused("check", str(out), "--figure", "hexagon")


@pytest.mark.parametrize(("key", "why"), [("great-hexagon", "twist"), ("honeycomb", "was tried")])
def test_an_impossible_figure_is_said_to_be_so(key, why, capsys):
    said = run("solve", key, capsys=capsys)
    assert "cannot be filled" in said
    assert why in said


def test_a_search_that_ran_out_of_time_says_so(capsys):
    with pytest.raises(SystemExit) as ended:
        run("solve", "great-star", "--seconds", "0.000001", capsys=capsys)
    assert ended.value.code == 3
    assert capsys.readouterr().out.startswith("Not known")


def test_a_drawing_of_ones_own_is_filled(tmp_path, capsys):
    own = tmp_path / "own.txt"
    own.write_text("title: My own\n\n^v^v\n")
    assert "My own: filled with 4 tiles" in run("solve", str(own), capsys=capsys)


@pytest.mark.parametrize("content", [b"", b"^^", b"hello", b"\xff\xfe\x00"])
def test_a_file_that_holds_no_figure_is_refused(tmp_path, content):
    odd = tmp_path / "odd.txt"
    odd.write_bytes(content)
    assert "odd.txt" in refused("solve", str(odd))


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"format": "triominos-tangram/1", "figure": "star", "tiles": {}}']
)
def test_what_is_no_filling_is_refused(tmp_path, text):
    odd = tmp_path / "odd.json"
    odd.write_text(text)
    assert "(bad-record)" in refused("check", str(odd))


def test_unknown_names_are_refused(tmp_path):
    assert "no figure" in refused("solve", "elephant")
    assert "cannot be read" in refused("solve", str(tmp_path / "none.txt"))
    assert "cannot be read" in refused("check", str(tmp_path / "none.json"))
    refused("dance")
    refused()
