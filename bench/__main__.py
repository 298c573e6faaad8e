"""``make bench``: prints one table. ``python launch.py bench scores jobs`` measures only those."""

import importlib
import pkgutil
import sys
import time

import bench
from bench.row import Row, tell

HEAD = ("what", "figure", "reference beside it", "ratio", "bar", "")


def modules(wanted: list[str]) -> list[str]:
    """Every module here that gives rows."""
    names = [module.name for module in pkgutil.iter_modules(bench.__path__)]
    having = [n for n in names if n != "__main__" and hasattr(importlib.import_module(f"bench.{n}"), "rows")]
    return [name for name in having if not wanted or name in wanted]


def table(rows: list[Row]) -> str:
    cells = [HEAD, *(row.cells() for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(HEAD))]
    lines = ["  ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True)) for line in cells]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def main(wanted: list[str]) -> int:
    rows: list[Row] = []
    for name in modules(wanted):
        started = time.monotonic()
        tell(f"{name} …")
        rows += importlib.import_module(f"bench.{name}").rows()
        tell(f"{name}: {time.monotonic() - started:.0f} s")
    print(table(rows))
    return 0 if all(row.passed is not False for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
