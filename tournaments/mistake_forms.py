"""Shapes of what comes in when something is put right: penalties, reasons, searches in the history."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.fields import WholeNumberField
from tournaments.forms import OnceForm
from tournaments.models import REASON_LENGTH, Entrant, Penalty, Tournament
from tournaments.services.penalties import PenaltyPlan

MOST_SEARCH = 100


class ReasonForm(OnceForm):
    reason = forms.CharField(
        label=_("Why?"),
        max_length=REASON_LENGTH,
        help_text=_("Everybody can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )


class PenaltyForm(ReasonForm):
    entrant_id = forms.TypedChoiceField(
        label=_("Who?"),
        coerce=int,
        help_text=_("Everybody who is entered."),
        error_messages={"required": _("Choose somebody.")},
    )
    kind = forms.ChoiceField(
        label=_("What?"),
        choices=Penalty.Kind.choices,
        help_text=_("If unsure, begin with a warning. Each can be taken back."),
        widget=forms.RadioSelect,
    )
    amount = forms.DecimalField(
        label=_("How many points?"),
        required=False,
        max_digits=9,
        decimal_places=2,
        localize=True,
        help_text=_("Only where points are taken off."),
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": 6}),
    )
    round_number = forms.TypedChoiceField(
        label=_("For which round?"),
        coerce=int,
        required=False,
        empty_value=None,
        help_text=_("The round in which it happened."),
    )

    field_order = ("form_id", "entrant_id", "kind", "amount", "round_number", "reason")

    def __init__(
        self,
        tournament: Tournament,
        entrants: Sequence[Entrant],
        rounds: Sequence[int],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        who, kind, round_ = (self.fields[name] for name in ("entrant_id", "kind", "round_number"))
        assert isinstance(who, forms.ChoiceField)  # noqa: S101 - declared above
        assert isinstance(kind, forms.ChoiceField)  # noqa: S101 - declared above
        assert isinstance(round_, forms.ChoiceField)  # noqa: S101 - declared above
        who.choices = [("", "—"), *((each.pk, each.name) for each in entrants)]
        counts = {Penalty.Kind.WARNING, Penalty.Kind.OUT, *tournament.tiebreaks}
        kind.choices = [(key, words) for key, words in Penalty.Kind.choices if key in counts]
        kind.initial = Penalty.Kind.WARNING
        round_.choices = [
            (number, gettext("Round %(number)s") % {"number": number}) for number in rounds or [1]
        ]
        round_.initial = max(rounds or [1])

    def plan(self) -> PenaltyPlan:
        said = self.cleaned_data
        return PenaltyPlan(
            entrant_id=said["entrant_id"],
            kind=said["kind"],
            reason=said["reason"],
            amount=said["amount"] or Decimal(0),
            round_number=said["round_number"],
        )

    @property
    def fingerprint(self) -> str:
        """Of what was shown: a yes to something else is no yes."""
        plan = self.plan()
        return f"{plan.entrant_id} {plan.kind} {plan.amount} {plan.round_number}"


class HistoryForm(forms.Form):
    """What the history is searched for. What cannot be read is left out, not refused."""

    q = forms.CharField(
        label=_("Search"),
        required=False,
        max_length=MOST_SEARCH,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "dir": "auto"}),
    )
    round = WholeNumberField(label=_("Round"), required=False, min_value=1, max_value=999)
    table = WholeNumberField(
        label=_("Table"),
        required=False,
        min_value=1,
        max_value=9_999,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4}),
    )

    def __init__(self, rounds: Sequence[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [
            ("", gettext("all rounds")),
            *((each, gettext("Round %(number)s") % {"number": each}) for each in rounds),
        ]
        self.fields["round"].widget = forms.Select(choices=choices)
