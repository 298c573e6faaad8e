"""What may stand in the environment, and what is said when something else does."""

import pytest

from config import env


@pytest.mark.parametrize(
    ("written", "understood"),
    [
        ("1", True),
        ("true", True),
        ("YES", True),
        ("on", True),
        ("0", False),
        ("False", False),
        ("off", False),
    ],
)
def test_a_switch(monkeypatch: pytest.MonkeyPatch, written: str, understood: bool) -> None:
    monkeypatch.setenv("SETTING", written)
    assert env.switch("SETTING", not understood) is understood


def test_what_is_unset_is_what_was_said_instead() -> None:
    assert env.text("UNSET", "text") == "text"
    assert env.switch("UNSET", True) is True
    assert env.whole("UNSET", 3) == 3
    assert env.number("UNSET", 0.5) == 0.5
    assert env.several("UNSET") == []


def test_what_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SETTING", "12")
    assert (env.text("SETTING", ""), env.whole("SETTING", 3), env.number("SETTING", 0.5)) == ("12", 12, 12.0)
    monkeypatch.setenv("SETTING", "one, two")
    assert env.several("SETTING") == ["one", "two"]


@pytest.mark.parametrize("written", ["", "some", "1,5", "nan"])
def test_what_cannot_be_understood_is_named(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("SETTING", written)
    for read in (
        lambda: env.switch("SETTING", True),
        lambda: env.whole("SETTING", 3),
        lambda: env.number("SETTING", 0.5),
        lambda: env.text("SETTING", "json", among=("text", "json")),
    ):
        with pytest.raises(SystemExit, match="SETTING cannot be understood"):
            read()
