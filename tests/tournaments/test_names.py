"""Lists of names as people really paste them."""

import pytest

from tournaments.models import MOST_ENTRANTS
from tournaments.names import MOST_PROBLEMS, clean_name, name_key, read_names, sort_key


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ana   Silva ", "Ana Silva"),
        ("Ana\tSilva", "Ana Silva"),
        ("Jose\u0301", "José"),
        ("\u202eevil\u202c", "evil"),
        ("\ufeffDora\u200b", "Dora"),
        ("a\x00b", "a b"),
        ("דנה לוי", "דנה לוי"),
        ("👩‍👩‍👧 Team", "👩‍👩‍👧 Team"),
        ("<b>Bo</b>", "<b>Bo</b>"),
        ("Z" + "\u0300" * 50 + "oe", "Z" + "\u0300" * 4 + "oe"),
        ("שָׁלוֹם", "שָׁלוֹם"),
    ],
)
def test_a_name_is_cleaned_but_stays_the_name(typed, kept):
    assert clean_name(typed) == kept


def test_case_and_width_make_no_second_person():
    assert name_key("ANA") == name_key("ana") == name_key("Ana")


def test_empty_lines_are_skipped():
    read = read_names("\n Ana \n\n\r\n\tBo\n", set())
    assert (read.names, read.problems) == (("Ana", "Bo"), ())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "at least one name"),
        ("  \n \n", "at least one name"),
        ("Ana\nBo\nana", "Line 3: “ana” stands in line 1 already"),
        ("Zoe", "“Zoe” is already entered"),
        ("x" * 81, "at most 80 characters"),
        ("\u200b", "at least one name"),
        ("\u200d", "nothing to read"),
        ("Ann X\tRed\ta@b.c", "Line 1: This looks like a row of a table"),
        ("Ana\nAnn a@b.c", "Line 2: This looks like a row of a table"),
        ("Smith;Ann;Club", "Line 1: This looks like a row of a table"),
        ("Ann\tSmith\tRed Club", "Line 1: This looks like a row of a table"),
        ("\n".join(f"P{n}" for n in range(10_000)), "room for 2000 people"),
    ],
)
def test_what_is_wrong_is_said_and_where(text, sentence):
    assert any(sentence in problem for problem in read_names(text, {"zoe"}).problems)


def test_many_problems_are_counted_rather_than_listed():
    read = read_names("\n".join(["Ana"] * 50), set())
    assert len(read.problems) == MOST_PROBLEMS + 1
    assert "41 more" in read.problems[-1]


def test_the_room_left_counts_those_who_are_in():
    taken = {f"p{n}" for n in range(MOST_ENTRANTS)}
    assert "room for" in read_names("One more", taken).problems[0]


def test_people_look_for_an_accented_name_among_the_plain_ones():
    assert sorted(["Zoë", "Émile", "ana", "Eva", "Bo"], key=sort_key) == ["ana", "Bo", "Émile", "Eva", "Zoë"]


def test_first_and_last_name_in_two_columns_are_a_name():
    read = read_names("Ann\tSmith\nMiller, Bo\n\tCleo Roy\t\n", set())
    assert (read.names, read.problems) == (("Ann Smith", "Miller, Bo", "Cleo Roy"), ())
