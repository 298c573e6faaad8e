"""Every state change writes its line: no service can be added that forgets it."""

import ast
from pathlib import Path

import pytest

from tournaments import services

HERE = Path(services.__file__).parent
RECORDS = {"record", "record_at", "record_in_club"}

WITHOUT_A_LINE = {
    # The match's own log is their history: who entered what and when stands there, chained.
    "scoring.enter_deal": "an event of the match",
    "scoring.enter_turn": "an event of the match",
    "signing.sign": "an event of the match",
    "signing.object_to": "an event of the match",
    # They change nothing.
    "scoring.preview_change": "reads",
    "signing.seat_link_token": "reads",
    "phones.hear_from": "a phone's report, which is no decision of anybody",
    "clubs.club_to_plan_in": "makes a club at most, which leaves its own line",
}
"""Services that may do without a line, each with why."""


def functions():
    """Every function of every service module, by module and name."""
    found = {}
    for path in sorted(HERE.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                found[path.stem, node.name] = node
    return found


FUNCTIONS = functions()


def imported(module):
    """Names in a module that stand for functions or modules of other services."""
    found = {}
    for node in ast.walk(ast.parse((HERE / f"{module}.py").read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tournaments.services"):
            source = (node.module or "").removeprefix("tournaments.services").lstrip(".")
            for alias in node.names:
                found[alias.asname or alias.name] = (source, alias.name)
    return found


def called(module, node):
    """The functions of services that this one calls, where they are."""
    names = imported(module)
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
            source, name = names.get(each.id, (module, each.id))
            yield source or name, name
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
            source, name = names.get(each.value.id, ("", ""))
            if name:
                yield source or name, each.attr


def records(module, name, seen=frozenset()):
    if name in RECORDS:
        return True
    node = FUNCTIONS.get((module, name))
    if node is None or (module, name) in seen:
        return False
    seen = seen | {(module, name)}
    return any(records(*each, seen) for each in called(module, node))


def acting():
    """Public services that somebody calls: their first parameter is who."""
    for (module, name), node in FUNCTIONS.items():
        first = node.args.args[0].arg if node.args.args else ""
        inner = node.col_offset > 0
        if first == "actor" and not name.startswith("_") and not inner and module != "history":
            yield f"{module}.{name}"


@pytest.mark.parametrize("service", sorted(acting()))
def test_whoever_does_something_leaves_a_line(service):
    if service in WITHOUT_A_LINE:
        return
    assert records(*service.split(".")), f"{service} changes something and writes no line of history"


def test_the_list_of_exceptions_names_only_what_there_is():
    assert set(WITHOUT_A_LINE) <= set(acting())


def test_the_check_notices_a_service_that_forgets():
    assert not records("scoring", "enter_deal")
    assert not records("once", "once")
