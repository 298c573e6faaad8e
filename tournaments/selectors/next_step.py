"""What the organiser does next. One answer at any time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match
from tournaments.models import Round, Table, Tournament


class Step(StrEnum):
    ENTER = "enter"
    PAIR = "pair"
    WAIT = "wait"
    PUBLISH = "publish"
    PLAY = "play"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class NextStep:
    """What is to be done, in a heading and a sentence; ``round`` is the one it is about."""

    step: Step
    title: str
    text: str
    round: Round | None = None
    number: int = 1


def next_step(tournament: Tournament, rounds: list[Round]) -> NextStep:
    """From people to rounds to the winner."""
    playing = next((each for each in rounds if each.state == Round.State.PUBLISHED), None)
    if playing:
        return _play(playing)
    last = rounds[-1] if rounds else None
    if last is None:
        return _first_steps(tournament)
    if last.state == Round.State.PAIRING:
        return NextStep(Step.WAIT, _("Pairing round %s …") % last.number, "", last, last.number)
    if last.state == Round.State.DRAFT:
        return NextStep(
            Step.PUBLISH,
            _("Check and publish round %s") % last.number,
            _("The pairings are ready. Nobody sees them before you publish them."),
            last,
            last.number,
        )
    if last.number >= tournament.rounds_planned:
        return NextStep(Step.DONE, _("The tournament is over"), _("All rounds are played and final."))
    return _pair(last.number + 1)


def _first_steps(tournament: Tournament) -> NextStep:
    people = tournament.entrants.filter(withdrawn=False).count()
    if people < 2:
        return NextStep(
            Step.ENTER,
            _("Enter the people"),
            _("Paste their names, one a line. You can add more at any time."),
        )
    return _pair(1)


def _pair(number: int) -> NextStep:
    return NextStep(
        Step.PAIR,
        _("Pair round %s") % number,
        _("Equals meet equals, and nobody meets the same people again if it can be helped."),
        None,
        number,
    )


def _play(round_: Round) -> NextStep:
    tables = Table.objects.filter(round=round_)
    left = tables.exclude(match__status=Match.Status.FINAL).count()
    text = ngettext("%s table is still playing.", "%s tables are still playing.", left) % left
    return NextStep(Step.PLAY, _("Round %s is being played") % round_.number, text, round_, round_.number)
