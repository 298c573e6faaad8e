"""``make audit``: the locked requirements held against the published list of known faults (pip-audit).

Needs the network, so it is no part of ``make test``. What could not be looked up counts as not checked: nobody shall
take “nothing found” for “nothing is there”.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

CLEAN, FAULTS, UNCHECKED = 0, 1, 2
UNREACHED = "The list of known faults cannot be reached, so nothing was checked. Go online and try again."


def main(command: list[str]) -> int:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        found = json.loads(done.stdout)["dependencies"]
    except (json.JSONDecodeError, KeyError, TypeError):
        print(UNREACHED, file=sys.stderr)
        return UNCHECKED
    return verdict(found)


def verdict(found: list[dict[str, Any]]) -> int:
    """Says what was found, and gives the exit code."""
    faults = [(each, fault) for each in found for fault in each.get("vulns", [])]
    for each, fault in faults:
        mended = ", ".join(fault.get("fix_versions", [])) or "nothing yet"
        print(f"{each['name']} {each['version']}: {fault['id']}, mended in {mended}")
    skipped = [each["name"] for each in found if "skip_reason" in each]
    if skipped and len(skipped) == len(found):
        print(UNREACHED, file=sys.stderr)
        return FAULTS if faults else UNCHECKED
    if skipped:
        print(f"{len(skipped)} packages could not be looked up: {', '.join(skipped)}.", file=sys.stderr)
    print(f"{len(found) - len(skipped)} packages looked up, {len(faults)} known faults.")
    return FAULTS if faults else UNCHECKED if skipped else CLEAN


def command(folder: Path) -> list[str]:
    files = [part for name in ("run", "dev") for part in ("-r", f"requirements/{name}.txt")]
    tool = [str(folder / "pip-audit"), "--require-hashes", "--disable-pip", "--format", "json"]
    return [*tool, "--progress-spinner", "off", *files]


if __name__ == "__main__":
    sys.exit(main(command(Path(sys.executable).parent)))
