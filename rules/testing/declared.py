"""Checks of what an engine says about itself, and of whom and what it lets into a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.api import API_VERSION, MAX_PLAYERS, Engine, Option, RuleError
from rules.testing.complaints import demand, demand_code, demand_equal, demand_refusal, through_text
from rules.testing.hooks import Hooks
from rules.testing.playing import NAMES

NO_VALUES: tuple[Any, ...] = (None, [], {}, 0.5, "no-such-value")


class Declared(Hooks):
    """Metadata, players, options."""

    def test_it_is_an_engine_of_this_contract(self) -> None:
        engine = self.engine
        demand(isinstance(engine, Engine), f"{engine!r} is not an instance of rules.api.Engine")
        demand_equal(engine.api, API_VERSION, "`api` names a contract that this program does not have")
        demand(
            _says_its_contract(engine),
            f"write `api = {API_VERSION}` into {type(engine).__name__}: inherited, it would claim to fit"
            " every later contract too",
        )

    def test_it_says_what_it_is(self) -> None:
        engine = self.engine
        demand_code(engine.key, "`key`")
        for name in ("version", "name", "summary"):
            value = getattr(engine, name, None)
            demand(isinstance(value, str) and value.strip(), f"`{name}` is {value!r}: it must be a text")
        modes = engine.entry_modes
        demand(
            isinstance(modes, tuple) and modes, f"`entry_modes` is {modes!r}: name at least one way to enter"
        )
        for mode in modes:
            demand_code(mode, "an entry mode")

    def test_it_seats_one_to_six(self) -> None:
        seats = self.engine.seats
        demand(
            isinstance(seats, range) and len(seats), f"`seats` is {seats!r}: it must be a range, not empty"
        )
        fits = min(seats) >= 1 and max(seats) <= MAX_PLAYERS
        demand(fits, f"`seats` is {seats!r}: it must lie between 1 and {MAX_PLAYERS}")

    def test_its_options_can_be_offered(self) -> None:
        options = self.engine.options
        demand(
            isinstance(options, tuple), f"`options` is {options!r}: it must be a tuple of rules.api.Option"
        )
        for option in options:
            _demand_option(option)
        keys = [option.key for option in options]
        demand_equal(len(set(keys)), len(keys), f"an option key stands twice in {keys!r}")

    def test_it_refuses_a_wrong_number_of_players(self) -> None:
        for count in set(range(len(NAMES) + 2)) - set(self.engine.seats):
            self._demand_start_refused([*NAMES, "gil"][:count], {}, "bad-players")

    def test_it_refuses_a_player_who_sits_twice(self) -> None:
        for count in self.engine.seats:
            if count > 1:
                self._demand_start_refused([*NAMES[: count - 1], NAMES[0]], {}, "bad-players")

    def test_it_refuses_options_that_it_does_not_have(self) -> None:
        players = NAMES[: min(self.engine.seats)]
        self._demand_start_refused(players, {"no-such-option": 1}, "bad-option")
        for option in self.engine.options:
            for value in NO_VALUES:
                self._demand_start_refused(players, {option.key: value}, "bad-option")

    def _demand_start_refused(self, players: Sequence[str], options: Mapping[str, Any], code: str) -> None:
        what = f"start({list(players)!r}, {dict(options)!r})"
        try:
            self.engine.start(players, options)
        except RuleError as error:
            demand_refusal(error, what)
            demand_equal(error.code, code, f"{what} is refused with another code")
        else:
            advice = "`check_players`" if code == "bad-players" else "`settle_options`"
            raise AssertionError(f"{what} must raise {code}: call {advice} in `start`")


def _says_its_contract(engine: Engine[Any]) -> bool:
    """Our own engines are changed together with the contract; all others must say which one they mean."""
    kinds = [kind for kind in type(engine).__mro__ if kind.__module__.partition(".")[0] != "rules"]
    theirs = [kind for kind in kinds if issubclass(kind, Engine)]
    return not theirs or any("api" in vars(kind) for kind in theirs)


def _demand_option(option: Option) -> None:
    demand(isinstance(option, Option), f"the option {option!r} is not a rules.api.Option")
    demand(option.key.isidentifier() and option.label.strip(), f"{option!r} needs a plain key and a label")
    through_text(option.default, f"the default of the option {option.key}")
    try:
        option.check(option.default)
    except RuleError as error:
        raise AssertionError(f"the option {option.key} refuses its own default: {error}") from None
    if option.kind == "choice":
        demand(len(option.choices) > 1, f"the option {option.key} offers nothing to choose from")
