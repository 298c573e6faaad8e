"""Checks that matches were recorded, and that every line of them still holds."""

from __future__ import annotations

import sys
from pathlib import Path

from rules.testing.complaints import demand
from rules.testing.hooks import Hooks
from rules.testing.transcripts import record, replay


class Told(Hooks):
    """Transcripts."""

    def test_a_transcript_exists_and_replays_line_by_line(self) -> None:
        paths = sorted(self.transcript_folder().glob("*.jsonl"))
        whole = [replay(self.engine, path, self._advice()) for path in paths]
        complaint = f"no transcript of a whole match in {self.transcript_folder()}. {self._advice()}"
        demand(any(whole), complaint)

    def record_transcripts(self, seed: int = 1) -> list[Path]:
        """Record a random match of the fewest and one of the most players, by the default options."""
        folder = self.transcript_folder()
        folder.mkdir(parents=True, exist_ok=True)
        written: list[Path] = []
        for seats in dict.fromkeys((min(self.engine.seats), max(self.engine.seats))):
            path = folder / f"{seats}-players.jsonl"
            path.write_text(record(self.engine, self.play(seats, seed, {})), encoding="utf-8")
            written.append(path)
        return written

    def _advice(self) -> str:
        kind = type(self)
        file = sys.modules[kind.__module__].__file__
        return f"Record one, read it through, and commit it: python -m rules.testing {file} {kind.__name__}"
