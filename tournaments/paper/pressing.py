"""Typst in a process of its own: the files of a project come in as JSON, a PDF goes out.

What it takes to set a long list is given back when it ends, and nothing in it can take the web process along. Knows
neither Django nor any document. Called with the folder beyond which no file is found.
"""

from __future__ import annotations

import json
import sys

import typst

THE_DAY = 0
"""When every PDF says that it was made: the same files give the same bytes."""


def main() -> None:
    files = {name: text.encode() for name, text in json.load(sys.stdin.buffer).items()}
    made: bytes = typst.compile(files, root=sys.argv[1], timestamp=THE_DAY)  # type: ignore[call-overload]
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    main()
