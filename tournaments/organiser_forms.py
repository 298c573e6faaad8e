"""Shapes of what the organiser sends about standings, people and stages. Whether it is allowed is the services' business."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.fields import WholeNumberField
from tournaments.forms import SYSTEM_HELP
from tournaments.models import MOST_ROUNDS, NAME_LENGTH, Stage, Tournament
from tournaments.numbers import as_text
from tournaments.pairing.api import LARGEST_TABLE, SMALLEST_TABLE
from tournaments.selectors.people import PersonView
from tournaments.selectors.standings import scheme_of
from tournaments.services.people import PersonPlan
from tournaments.services.stages import StagePlan
from tournaments.services.standings import StandingsPlan
from tournaments.systems import all_systems
from tournaments.tiebreaks.registry import registry

SIZES = range(SMALLEST_TABLE, LARGEST_TABLE + 1)
NUMERIC = {"inputmode": "numeric", "autocomplete": "off"}
DECIMAL = {"inputmode": "decimal", "autocomplete": "off"}


class NumbersField(forms.CharField):
    """Numbers with spaces, commas or semicolons between them; a comma between digits may be a decimal one."""

    default_error_messages = {"invalid": _("Give numbers with spaces between them, for example: 5 3 1.5 0")}

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        parts = [part.strip(",") for part in re.split(r"[\s;·]+", text or "") if part.strip(",")]
        try:
            return [Decimal(part.replace(",", ".")) for part in parts]
        except InvalidOperation as error:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from error


@dataclass(frozen=True, slots=True)
class TieBreakRow:
    """A tie-break with the field that gives it its place."""

    key: str
    name: str
    field: forms.BoundField
    chosen: bool
    first: bool
    last: bool


class StandingsForm(forms.Form):
    """The order of tie-breaks by numbers, and what places are worth."""

    normalise = forms.BooleanField(
        label=_("Scale the points of tables of another size"),
        required=False,
        help_text=_("Then the first at a table of three gets as much as the first at a table of four."),
    )
    sit_out = forms.DecimalField(
        label=_("Points for sitting out by lot"),
        required=False,
        widget=forms.TextInput(attrs=DECIMAL),
        help_text=_("Left empty: the average of a table."),
        localize=True,
    )

    def __init__(self, tournament: Tournament, sent: QueryDict | None = None) -> None:
        self.chosen = [key for key in tournament.tiebreaks if key in registry().tiebreaks]
        super().__init__(sent)
        scheme = scheme_of(tournament)
        for at, key in enumerate(self.keys(), start=1):
            self.fields[f"order_{key}"] = WholeNumberField(
                label=gettext(registry().tiebreaks[key].name),
                required=False,
                min_value=1,
                max_value=99,
                initial=at if key in self.chosen else None,
                widget=forms.TextInput(attrs=NUMERIC | {"maxlength": 2, "class": "order__number"}),
                help_text=_about(key),
            )
        for size in SIZES:
            self.fields[f"worth_{size}"] = NumbersField(
                label=gettext("At a table of %(size)s") % {"size": size},
                max_length=80,
                initial="  ".join(as_text(each, grouped=False) for each in scheme.worth(size)),
                widget=forms.TextInput(attrs=DECIMAL | {"aria-describedby": "worth-help"}),
            )
        self.fields["normalise"].initial = tournament.normalise
        self.fields["sit_out"].initial = tournament.sit_out_points

    def keys(self) -> list[str]:
        """Those that are used in their order, then the others as they are called."""
        others = registry().tiebreaks.keys() - set(self.chosen)
        return [*self.chosen, *sorted(others, key=lambda key: gettext(registry().tiebreaks[key].name))]

    def rows(self) -> Iterator[TieBreakRow]:
        for at, key in enumerate(self.keys(), start=1):
            yield TieBreakRow(
                key=key,
                name=gettext(registry().tiebreaks[key].name),
                field=self[f"order_{key}"],
                chosen=key in self.chosen,
                first=at == 1,
                last=at == len(self.chosen),
            )

    def worth_fields(self) -> list[forms.BoundField]:
        return [self[f"worth_{size}"] for size in SIZES]

    def plan(self, move: str = "") -> StandingsPlan:
        """``move`` is “up:” or “down:” and a key, when a button was pressed rather than a number typed."""
        sent = self.cleaned_data
        keys = self.keys()
        numbered = [key for key in keys if sent.get(f"order_{key}")]
        return StandingsPlan(
            tiebreaks=moved(sorted(numbered, key=lambda key: sent[f"order_{key}"]), move),
            worth={size: sent[f"worth_{size}"] for size in SIZES},
            normalise=sent["normalise"],
            sit_out=sent["sit_out"],
        )


def _about(key: str) -> str:
    """What a tie-break measures, and where it is known from."""
    tiebreak = registry().tiebreaks[key]
    about = gettext(tiebreak.about)
    return f"{about} {gettext(tiebreak.known_from)}" if tiebreak.known_from else about


def moved(keys: list[str], move: str) -> list[str]:
    """The keys with one of them a place further up or down."""
    way, _colon, key = move.partition(":")
    if key not in keys or way not in ("up", "down"):
        return keys
    at = keys.index(key)
    to = max(0, at - 1) if way == "up" else min(len(keys) - 1, at + 1)
    rest = [each for each in keys if each != key]
    return [*rest[:to], key, *rest[to:]]


class PersonForm(forms.Form):
    club = forms.CharField(
        label=_("Club"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_(
            "People of one club are seated at different tables where nothing else speaks against it."
        ),
    )
    fixed_table = WholeNumberField(
        label=_("Always at table"),
        required=False,
        min_value=1,
        widget=forms.TextInput(attrs=NUMERIC | {"maxlength": 4}),
        help_text=_("For somebody who cannot move about: the others come to this table."),
    )
    late_points = forms.DecimalField(
        label=_("Placing points to begin with"),
        required=False,
        widget=forms.TextInput(attrs=DECIMAL),
        help_text=_("For coming late. Usually none."),
        localize=True,
    )
    absent = forms.TypedMultipleChoiceField(
        label=_("Not there in"),
        coerce=int,
        required=False,
        help_text=_("Rounds for which this person is not paired."),
        widget=forms.CheckboxSelectMultiple,
    )
    apart = forms.CharField(
        label=_("Keep apart from"),
        max_length=6_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "dir": "auto"}),
        help_text=_("Family, travelling companions: their names as they are entered, one a line."),
    )

    def __init__(self, view: PersonView, sent: QueryDict | None = None) -> None:
        entrant = view.entrant
        initial = {
            "club": entrant.club,
            "fixed_table": entrant.fixed_table,
            "late_points": entrant.late_points or None,
            "absent": view.absent,
            "apart": "\n".join(view.apart),
        }
        super().__init__(sent, initial=initial)
        field = self.fields["absent"]
        assert isinstance(field, forms.TypedMultipleChoiceField)  # noqa: S101 - declared above
        field.choices = [(number, gettext("Round %s") % number) for number in view.coming]

    def plan(self) -> PersonPlan:
        sent = self.cleaned_data
        return PersonPlan(
            club=sent["club"],
            fixed_table=sent["fixed_table"],
            late_points=sent["late_points"] or Decimal(0),
            absent=sent["absent"],
            apart=sent["apart"].splitlines(),
        )


class SubstituteForm(forms.Form):
    name = forms.CharField(
        label=_("Name of who takes over"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("Somebody who is not entered yet."),
    )


class StageForm(forms.Form):
    system = forms.ChoiceField(label=_("System"), help_text=SYSTEM_HELP)
    rounds = WholeNumberField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_("A system that needs a certain number takes that one."),
    )
    table_size = forms.TypedChoiceField(
        label=_("Players at a table"),
        coerce=int,
        choices=[(size, str(size)) for size in SIZES],
        help_text=_("When the numbers do not fit, some tables get one more or one fewer."),
    )
    allow = forms.TypedMultipleChoiceField(
        label=_("Sizes that may be made"),
        coerce=int,
        required=False,
        choices=[(size, str(size)) for size in SIZES],
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "When the numbers do not fit. None ticked: one more or one fewer, so that everybody has a seat. "
            "With 4 and 3 ticked, nobody is put at a table of 5; if need be somebody sits out."
        ),
    )
    advance = WholeNumberField(
        label=_("People who come into it"),
        required=False,
        min_value=2,
        widget=forms.TextInput(attrs=NUMERIC),
        help_text=_("The best of the stage before. Left empty: everybody."),
    )
    carry = forms.BooleanField(
        label=_("They take their points along"),
        required=False,
        help_text=_("Not ticked: all begin this stage with nothing."),
    )

    def __init__(self, stage: Stage, sent: QueryDict | None = None) -> None:
        self.stage = stage
        initial = {name: getattr(stage, name) for name in self.base_fields}
        super().__init__(sent, initial=initial, prefix=f"stage{stage.number}")
        field = self.fields["system"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = system_choices()
        if stage.number == 1:
            del self.fields["advance"], self.fields["carry"]

    def plan(self) -> StagePlan:
        sent = self.cleaned_data
        return StagePlan(
            system=sent["system"],
            rounds=sent["rounds"],
            table_size=sent["table_size"],
            advance=sent.get("advance"),
            carry=sent.get("carry", False),
            options=self.stage.options,
            allow=sent["allow"],
        )


def system_choices() -> list[tuple[str, str]]:
    return [(key, gettext(system.name)) for key, system in all_systems().items()]
