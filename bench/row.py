"""One line of the table."""

import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    what: str
    figure: str
    reference: str
    ratio: str
    bar: str
    passed: bool | None = None
    """None where there is no bar: the line is for information."""

    def cells(self) -> tuple[str, ...]:
        verdict = {True: "pass", False: "FAIL", None: "–"}[self.passed]
        return self.what, self.figure, self.reference, self.ratio, self.bar, verdict


def tell(line: str) -> None:
    """Progress, beside the table."""
    print(f"  {line}", file=sys.stderr, flush=True)


def percentile(values: Sequence[float], percent: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]
