"""``python -m rules.testing MODULE:CLASS``: record the transcripts of a conformance class.

Knows where the class says that they belong, and overwrites what is there: that is how a change of the
rules that was meant is written down.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib import import_module

from rules.testing import EngineConformance


def main(arguments: Sequence[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m rules.testing", description="Record transcripts.")
    parser.add_argument("suite", metavar="MODULE:CLASS", help="where your conformance class is")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives another match")
    given = parser.parse_args(arguments)
    suite = _suite(given.suite)
    if suite is None:
        sys.stderr.write(f"{given.suite} is not the MODULE:CLASS of an EngineConformance.\n")
        return 2
    for path in suite().record_transcripts(given.seed):
        sys.stdout.write(f"{path}\n")
    return 0


def _suite(name: str) -> type[EngineConformance] | None:
    module, _, kind = name.partition(":")
    try:
        found = getattr(import_module(module), kind)
    except (ImportError, AttributeError, ValueError):
        return None
    return found if isinstance(found, type) and issubclass(found, EngineConformance) else None


if __name__ == "__main__":
    sys.exit(main())
