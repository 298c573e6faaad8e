"""What the author of an engine tells the kit about it. Every hook has a default that suits a plain game.

Knows the random matches that all checks look at, and no check.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from rules.api import Action, Engine
from rules.testing.complaints import demand
from rules.testing.listed import Listed
from rules.testing.playing import Play, play_match


class Hooks:
    """Override what your engine needs; ``engine`` is the only one without a default."""

    engine: ClassVar[Engine[Any]]
    transcripts: ClassVar[Path | None] = None
    """The folder of recorded matches; otherwise ``transcripts`` beside the test file."""
    seeds: ClassVar[Iterable[int]] = (1, 2)
    """With each of them one match is played for every number of players."""
    most_actions: ClassVar[int] = 5_000
    """A match that is longer is taken for one that never ends."""
    free_actions: ClassVar[Collection[str]] = ()
    """Each ``do`` of which `legal` cannot list all fields, such as points typed in by a judge."""

    def random_options(self, rng: Random) -> dict[str, Any]:
        """Options for a random match: any choice and any flag; numbers keep their defaults."""
        chosen: dict[str, Any] = {}
        for option in self.engine.options:
            if option.kind == "choice":
                chosen[option.key] = rng.choice(option.choices)[0]
            elif option.kind == "flag":
                chosen[option.key] = rng.choice((True, False))
        return chosen

    def random_action(self, state: Any, rng: Random) -> Action:
        """Something to do now: here, any action that is listed."""
        listed = self.engine.legal(state)
        demand(listed, "`legal` lists nothing although `outcome` says that the match goes on")
        return rng.choice(listed)

    def allows(self, state: Any, action: Action) -> bool:
        """Whether `legal` lists this action: as it stands, or as one whose free fields are filled."""
        return Listed(self.engine.legal(state), self.free_actions).covers(action)

    def conserved(self, state: Any) -> object:
        """What never changes in a match, such as the number of all tiles; nothing where it cannot be told."""
        return None

    def hidden(self, state: Any) -> Iterable[str]:
        """Texts that no spectator may see now, such as the names of the tiles in the racks."""
        return ()

    # -- for the checks --------------------------------------------------------------------------

    def plays(self) -> tuple[Play, ...]:
        """The random matches, played once for the class."""
        kind = type(self)
        if "_plays" not in vars(kind):
            kind._plays = tuple(self._play_all())
        return kind._plays

    def play(self, seats: int, seed: int, options: dict[str, Any]) -> Play:
        """One random match."""
        return play_match(self.engine, self.random_action, seats, seed, options, self.most_actions)

    def transcript_folder(self) -> Path:
        """Where the recorded matches of this engine are."""
        if self.transcripts is not None:
            return self.transcripts / self.engine.key
        beside = Path(sys.modules[type(self).__module__].__file__ or "").parent
        return beside / "transcripts" / self.engine.key

    _plays: ClassVar[tuple[Play, ...]]

    def _play_all(self) -> Iterator[Play]:
        for seed in self.seeds:
            rng = Random(seed)  # noqa: S311  (a game, not a secret)
            for seats in self.engine.seats:
                yield self.play(seats, seed, self.random_options(rng))
