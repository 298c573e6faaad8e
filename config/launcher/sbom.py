"""``make sbom``: what Triomphe is made of, as CycloneDX 1.6 in JSON, read from the locked requirements.

Licences are those that the installed packages state; a package that is not installed here has none written.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
import uuid
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from config.launcher.locked import Pin, canonical, pins

ROOT = Path(__file__).resolve().parent.parent.parent
HTMX = re.compile(r'version:"([0-9.]+)"')
SPDX = re.compile(r"[A-Za-z0-9.+ ()-]{2,80}")


def bill(root: Path = ROOT) -> dict[str, Any]:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    packages = pins(root / "requirements/run.txt")
    name, version = project["name"], project["version"]
    parts = [_component(each) for each in packages] + _htmx()
    us = f"pkg:pypi/{name}@{version}"
    # The same contents are the same bill, whenever it is printed.
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([us, parts], sort_keys=True))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{number}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.now(UTC).isoformat(timespec="seconds"),
            "component": {
                "type": "application",
                "bom-ref": us,
                "name": name,
                "version": version,
                "purl": us,
                "licenses": [{"expression": project["license"]}],
            },
        },
        "components": parts,
        "dependencies": _dependencies(us, packages),
    }


def _component(pin: Pin) -> dict[str, Any]:
    found: dict[str, Any] = {
        "type": "library",
        "bom-ref": _purl(pin),
        "name": pin.name,
        "version": pin.version,
        "purl": _purl(pin),
        "hashes": [{"alg": "SHA-256", "content": each} for each in pin.hashes],
    }
    if licence := _licence(pin.name):
        found["licenses"] = [licence]
    return found


def _licence(name: str) -> dict[str, Any] | None:
    try:
        stated = metadata(name)
    except PackageNotFoundError:
        return None
    if "License-Expression" in stated:
        return {"expression": stated["License-Expression"]}
    classified = [
        each.split("::")[-1].strip() for each in stated.get_all("Classifier") or [] if "License ::" in each
    ]
    short = stated["License"].strip() if "License" in stated else ""
    words = short if SPDX.fullmatch(short) else ", ".join(classified)
    return {"license": {"name": words}} if words else None


def _htmx() -> list[dict[str, Any]]:
    """The one library that runs in browsers; it comes inside django-htmx."""
    try:
        import django_htmx
    except ImportError:
        return []
    script = Path(django_htmx.__file__).parent / "static/django_htmx/htmx-2.min.js"
    found = HTMX.search(script.read_text()) if script.exists() else None
    if found is None:
        return []
    ref = f"pkg:npm/htmx.org@{found[1]}"
    licence = [{"license": {"id": "0BSD"}}]
    return [
        {
            "type": "library",
            "bom-ref": ref,
            "name": "htmx.org",
            "version": found[1],
            "purl": ref,
            "licenses": licence,
        }
    ]


def _dependencies(us: str, packages: list[Pin]) -> list[dict[str, Any]]:
    refs = {each.name: _purl(each) for each in packages}
    needs: dict[str, list[str]] = {ref: [] for ref in (us, *refs.values())}
    for pin in packages:
        for asker in pin.asked_by:
            needs[us if asker.startswith("-r") else refs[canonical(asker)]].append(_purl(pin))
    return [{"ref": ref, "dependsOn": sorted(needed)} for ref, needed in needs.items()]


def _purl(pin: Pin) -> str:
    return f"pkg:pypi/{pin.name}@{pin.version}"


if __name__ == "__main__":
    json.dump(bill(), sys.stdout, indent=1)
    print()
