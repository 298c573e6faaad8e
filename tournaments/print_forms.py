"""What is chosen before something is printed: which round, on what paper, in which language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Round

PAPERS = (("a4", _("A4")), ("letter", _("US Letter")))


class PrintForm(forms.Form):
    """Sent with GET: it changes nothing."""

    round = forms.ChoiceField(label=_("Round"), required=False)
    paper = forms.ChoiceField(label=_("Paper"), choices=PAPERS)
    language = forms.ChoiceField(label=_("Language"))

    def __init__(self, rounds: Sequence[Round], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._choose("round", {str(each.number): _title(each) for each in reversed(rounds)})
        self._choose("language", dict(settings.LANGUAGES))

    def _choose(self, name: str, choices: Mapping[str, Any]) -> None:
        """Where there is nothing to choose, nobody is asked."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - as it is declared
        field.choices = list(choices.items())
        if len(choices) < 2:
            field.widget = forms.HiddenInput()


def _title(round_: Round) -> str:
    if round_.is_public:
        return gettext("Round %(number)s") % {"number": round_.number}
    return gettext("Round %(number)s (draft)") % {"number": round_.number}
