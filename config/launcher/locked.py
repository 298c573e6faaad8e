"""What requirements/*.txt pin: names, versions, hashes, and what asked for each. Knows no network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)\s*(?:;\s*([^\\]+?))?\s*(?:\\)?$")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


@dataclass(frozen=True)
class Pin:
    """One package at one version."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]
    asked_by: tuple[str, ...]
    """The packages that need it; “-r …” where we ask for it ourselves."""


def pins(file: Path) -> list[Pin]:
    return [_pin(block) for block in _blocks(file.read_text())]


def asked_for(file: Path) -> list[str]:
    """The packages that a .in file names, as it names them."""
    lines = (line.split("#")[0].strip() for line in file.read_text().splitlines())
    return [re.split(r"[\[=<>!~; ]", line)[0] for line in lines if line and not line.startswith("-")]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _blocks(text: str) -> Iterator[list[str]]:
    block: list[str] = []
    for line in text.splitlines():
        if line and not line[0].isspace() and not line.startswith("#") and block:
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def _pin(block: list[str]) -> Pin:
    found = PIN.match(block[0])
    if found is None:
        raise ValueError(f"not pinned: {block[0]}")
    name, version, marker = found.groups()
    hashes = tuple(one for line in block for one in HASH.findall(line))
    via = [
        line.strip().removeprefix("#").strip().removeprefix("via").strip() for line in block if "#" in line
    ]
    return Pin(canonical(name), version, marker or "", hashes, tuple(each for each in via if each))
