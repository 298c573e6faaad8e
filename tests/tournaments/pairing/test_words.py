"""Every code that a system can give has its sentence, and every sentence its code."""

import ast
import re

from tests.hall import ROOT
from tournaments.pairing.system_words import REFUSED, WHY

SWISS = {"swiss", "api", "sizes"}
OURS = [
    "berger",
    "brackets",
    "by_hand",
    "double_elimination",
    "groups",
    "knockout",
    "mending",
    "planner",
    "random_draw",
    "round_robin",
    "schedule",
    "seating",
    "stages",
]


def codes(name):
    """The texts given first to ``name(…)`` anywhere in our systems, both of them where there is an ``if``."""
    for module in OURS:
        tree = ast.parse((ROOT / f"tournaments/pairing/{module}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name and node.args:
                first = node.args[0]
                for each in (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,):
                    if isinstance(each, ast.Constant):
                        yield each.value


def test_every_reason_has_its_sentence():
    given = {*codes("Reason"), "group-finished", "group-too-small"}
    assert given == set(WHY)


def test_every_refusal_has_its_sentence():
    assert set(codes("CannotPair")) == set(REFUSED)


def test_sentences_are_whole():
    for text in (*WHY.values(), *REFUSED.values()):
        assert re.fullmatch(r"[A-Z%].*\.", text)
