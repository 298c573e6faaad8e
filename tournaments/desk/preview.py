"""What a turn would bring, before it is entered: points, reasons, totals, the bell, the end of the deal."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import say
from games.services import Trial, try_actions
from rules.triominos.explain import signed
from rules.triominos.state import Match as State
from tournaments.desk.forms import DeskForm, TurnForm, digits_of
from tournaments.desk.game import Game
from tournaments.desk.racks import CloseForm
from tournaments.desk.words import place_of, sentence_of

TAP_THE_TILE = gettext_lazy("Tap the tile’s three numbers.")
CHOOSE_THE_PLACE = gettext_lazy("Now choose where it lies.")
HINTS = (
    TAP_THE_TILE,
    gettext_lazy("Two more numbers."),
    gettext_lazy("One more number."),
    CHOOSE_THE_PLACE,
)
"""By how many numbers of the tile are there; all three are not enough where it is laid on a board."""
NOT_ENTERED = gettext_lazy("Nothing has been entered yet. Change it and try again.")
COUNT_THE_RACKS = gettext_lazy("Count the tiles left in each rack.")


@dataclass(frozen=True, slots=True)
class Change:
    """A total before and after."""

    name: str
    before: int
    after: int

    @property
    def points(self) -> str:
        return signed(self.after - self.before)


@dataclass(frozen=True, slots=True)
class Preview:
    """Points and reasons, or why not."""

    ready: bool = False
    """Whether it could be entered as it stands."""
    refusal: str = ""
    place: str = ""
    """The field the refusal belongs to."""
    hint: str | Promise = ""
    """What is still missing."""
    changes: list[Change] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    news: list[str] = field(default_factory=list)
    """What else happens: the bell, the end of the deal, the end of the match."""
    doubts: list[str] = field(default_factory=list)

    @property
    def sum(self) -> str:
        """The points, where they are one player's."""
        return self.changes[0].points if self.ready and len(self.changes) == 1 else ""


def preview_turn(game: Game, form: TurnForm) -> Preview:
    if form.is_valid():
        return _preview(game, form, ready=True)
    if not form.waits:
        return _wrong(form)
    form.cleaned_data.setdefault("tile", "")
    numbers = len(digits_of(str(form["tile"].value() or "")))
    if form.cleaned_data.get("draws"):
        return _preview(game, form, hint=str(HINTS[3]) if numbers == 3 else _("Now the tile, or pass."))
    return Preview(hint=HINTS[numbers])


def preview_close(game: Game, form: CloseForm) -> Preview:
    if form.is_valid():
        return _preview(game, form, ready=True, doubts=form.doubts())
    if form.waits:
        return Preview(hint=COUNT_THE_RACKS, doubts=form.doubts())
    return _wrong(form)


# -- in detail -----------------------------------------------------------------------------------


def _preview(
    game: Game, form: DeskForm, *, ready: bool = False, hint: str = "", doubts: list[str] | None = None
) -> Preview:
    trial = try_actions(game.match, form.actions())
    if trial.refusal:
        place = place_of(trial.refusal)
        return Preview(refusal=sentence_of(trial.refusal, game), place=place, doubts=doubts or [])
    return Preview(
        ready=ready,
        hint=hint,
        changes=_changes(game, trial),
        reasons=_reasons(game, trial),
        news=_news(game, trial),
        doubts=doubts or [],
    )


def _wrong(form: DeskForm) -> Preview:
    place, errors = next(iter(form.errors.items()))
    return Preview(refusal=str(errors[0]), place=place)


def _changes(game: Game, trial: Trial) -> list[Change]:
    """Of those to whom something happens, in seat order."""
    concerned = {line.player for line in trial.lines}
    return [
        Change(name, trial.before[key], trial.after[key])
        for key, name in game.names.items()
        if key in concerned
    ]


def _reasons(game: Game, trial: Trial) -> list[str]:
    several = len({line.player for line in trial.lines}) > 1
    said = [(game.names[line.player], say(game.engine.explain(line))) for line in trial.lines]
    return [f"{name}: {sentence}" if several else sentence for name, sentence in said]


def _news(game: Game, trial: Trial) -> list[str]:
    found = []
    if trial.rings:
        found.append(_("The bell rings: this is the last deal."))
    if isinstance(trial.state, State) and trial.state.deal and trial.state.deal.end == "out":
        found.append(_("%s goes out. Then count the other racks.") % game.names[game.player])
    if isinstance(trial.state, State) and trial.state.deal and trial.state.deal.end == "blocked":
        found.append(_("Nobody can play: the deal is blocked. Then count the racks."))
    if trial.outcome:
        winners = ", ".join(game.names[key] for key in trial.outcome.winners)
        found.append(_("The match is over. It is won by %s.") % winners)
    return found
