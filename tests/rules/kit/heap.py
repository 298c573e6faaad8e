"""The skeleton's game, loaded as ``start_plugin`` would write it, and a suite for it."""

import sys
from string import Template
from types import ModuleType

from games.management.commands.start_plugin import SKELETON
from rules.testing import EngineConformance

NAMES = {"key": "heap", "module": "heap", "kind": "Heap", "title": "Heap"}


def skeleton():
    """The engine as ``start_plugin`` writes it, loaded."""
    heap = sys.modules["heap"] = ModuleType("heap")
    text = Template((SKELETON / "engine.py-tpl").read_text()).substitute(NAMES)
    exec(compile(text, "heap.py", "exec"), vars(heap))  # noqa: S102  (our own file)
    return heap


heap = skeleton()
Heap, State = heap.Heap, heap.State


class Suite(EngineConformance):
    seeds = (1,)

    def conserved(self, state):
        return state.heap + sum(state.taken)

    def hidden(self, state):
        return ["secret"]


def suite(engine_class, tmp_path, **hooks):
    """A suite of which the transcripts, if it needs any, are recorded by the engine without the fault."""
    made = type("TestFault", (Suite,), {"engine": engine_class(), "transcripts": tmp_path, **hooks})
    return made()
