"""``python -m rules.testing FILE``: record the transcripts of the conformance classes in a test file.

Knows where a class says that they belong, and overwrites what is there: that is how a change of the
rules that was meant is written down.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from rules.testing import EngineConformance


def main(arguments: Sequence[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m rules.testing", description="Record transcripts.")
    parser.add_argument("file", metavar="FILE", type=Path, help="the test file with your conformance class")
    parser.add_argument("classes", metavar="CLASS", nargs="*", help="only these of its classes")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives another match")
    given = parser.parse_args(arguments)
    suites = [suite for suite in _suites(given.file) if suite.__name__ in (given.classes or [suite.__name__])]
    if not suites:
        sys.stderr.write(f"There is no such conformance class in “{given.file}”.\n")
        return 2
    for suite in suites:
        for path in suite().record_transcripts(given.seed):
            sys.stdout.write(f"{path}\n")
    return 0


def _suites(file: Path) -> list[type[EngineConformance]]:
    """The classes that pytest would collect from that file."""
    spec = spec_from_file_location(file.stem, file) if file.is_file() else None
    if spec is None or spec.loader is None:
        return []
    module = sys.modules[file.stem] = module_from_spec(spec)
    sys.path.insert(0, str(file.resolve().parent))
    spec.loader.exec_module(module)
    found = [each for name, each in vars(module).items() if name.startswith("Test")]
    return [each for each in found if isinstance(each, type) and issubclass(each, EngineConformance)]


if __name__ == "__main__":
    sys.exit(main())
