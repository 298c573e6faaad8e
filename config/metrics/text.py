"""Numbers in the text format that Prometheus reads (version 0.0.4)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from config.metrics.kinds import Family, Labels

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def exposition(families: Iterable[Family]) -> str:
    return "".join(line + "\n" for family in families for line in _lines(family))


def _lines(family: Family) -> Iterator[str]:
    # A counter is told of under its whole name, and one that is none of it has no suffix.
    name = f"{family.name}_total" if family.kind == "counter" else family.name
    yield f"# HELP {name} {family.help}"
    yield f"# TYPE {name} {family.kind}"
    for sample in family.samples:
        yield f"{family.name}{sample.suffix}{_labels(sample.labels)} {_number(sample.value)}"


def _labels(labels: Labels) -> str:
    inside = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items())
    return f"{{{inside}}}" if inside else ""


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    return str(int(value)) if math.isfinite(value) and value == int(value) else repr(value)
