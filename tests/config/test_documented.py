"""Every setting and every command is in docs/operating.md, and nothing there that is not."""

import re

import pytest

from tests.hall import ROOT

OPERATING = (ROOT / "docs/operating.md").read_text()
READ = set(re.findall(r'env\.\w+\(\s*"(\w+)"', (ROOT / "config/settings.py").read_text()))
DOCUMENTED = set(re.findall(r"^\| `([A-Z_]+)` \|", OPERATING, re.MULTILINE))
COMMANDS = {
    path.stem
    for room in ("config", "tournaments", "games")
    for path in (ROOT / room).glob("**/management/commands/[a-z]*.py")
}


def test_something_is_read() -> None:
    assert {"DATABASE_URL", "TRIOMPHE_DATA"} <= READ


@pytest.mark.parametrize("name", sorted(READ | DOCUMENTED))
def test_each_setting_is_both_read_and_documented(name: str) -> None:
    assert name in READ, f"docs/operating.md describes {name}, which config/settings.py does not read"
    assert name in DOCUMENTED, f"config/settings.py reads {name}: describe it in docs/operating.md"


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_each_command_is_documented(name: str) -> None:
    assert f"`manage.py {name}" in OPERATING
