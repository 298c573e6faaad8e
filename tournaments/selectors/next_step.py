"""What the organiser does next. One answer at any time, with the one button it takes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from games.models import Match
from tournaments.models import Round, Table, Tournament
from tournaments.systems import all_systems

SWISS = "swiss"
FEWEST = 2
"""People, below which there is nothing to pair."""


class Step(StrEnum):
    ENTER = "enter"
    PAIR = "pair"
    WAIT = "wait"
    PUBLISH = "publish"
    PLAY = "play"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class NextStep:
    """What is to be done, why, and the button that does it (``post``) or leads there."""

    step: Step
    title: str
    text: str = ""
    action: str = ""
    url: str = ""
    post: bool = False
    sends: tuple[tuple[str, int], ...] = ()
    """What the button was pressed on, so that an old page does not do something else."""
    done: int = 0
    of: int = 0
    progress: str = ""
    """How far it has got, in words, where it is something that takes its time."""


def next_step(
    tournament: Tournament,
    rounds: list[Round],
    *,
    here: Round | None = None,
    tables: tuple[int, int] | None = None,
) -> NextStep:
    """From people to rounds to the winner. ``here`` is the round whose page asks, if one does;
    ``tables`` how many tables of it, or else of the round in play, are final and how many there are, where known."""
    playing = next((each for each in rounds if each.state == Round.State.PUBLISHED), None)
    last = rounds[-1] if rounds else None
    over = bool(last and last.state == Round.State.CLOSED and last.number >= tournament.rounds_planned)
    if tournament.held_at and (tournament.closed_at or over) and not playing:
        return _reveal(tournament)
    if tournament.closed_at:
        return NextStep(
            Step.DONE,
            _("The tournament is closed"),
            _("Its order is final. The podium is public."),
            action=_("To the podium"),
            url=reverse("podium", args=[tournament.slug]),
        )
    if playing:
        return _play(tournament, playing, playing == here, tables if here in (None, playing) else None)
    if last and last.state == Round.State.PAIRING:
        return _wait(tournament, last, last == here)
    if last and last.state == Round.State.DRAFT:
        return _publish(tournament, last, last == here)
    if last and last.number >= tournament.rounds_planned:
        return NextStep(
            Step.DONE,
            _("The tournament is over"),
            _("All rounds are played and final. See who wins what, then close it."),
            action=_("Prizes and end"),
            url=reverse("end", args=[tournament.slug]),
        )
    if (there := tournament.entrants.filter(withdrawn=False).count()) < FEWEST:
        return _enter(tournament, there)
    return _pair(tournament, last.number + 1 if last else 1)


def _reveal(tournament: Tournament) -> NextStep:
    return NextStep(
        Step.DONE,
        _("Reveal the places"),
        _("All rounds are played, and the public still sees what it saw when you held it."),
        action=_("To the held places"),
        url=reverse("hold", args=[tournament.slug]),
    )


def _enter(tournament: Tournament, there: int) -> NextStep:
    if there:
        title, text = _("Enter one more person"), _("One person is entered. A table needs at least two.")
    else:
        title = _("Enter the people")
        text = _("Paste their names, one a line. You can add more at any time.")
    return NextStep(
        Step.ENTER,
        title,
        text,
        action=_("Enter people"),
        url=reverse("people", args=[tournament.slug]),
    )


def _pair(tournament: Tournament, number: int) -> NextStep:
    return NextStep(
        Step.PAIR,
        _("Pair round %s") % number,
        _how(tournament, number),
        action=_("Pair round %s") % number,
        url=reverse("pair", args=[tournament.slug]),
        post=True,
        sends=(("round", number),),
    )


def _how(tournament: Tournament, number: int) -> str:
    """In a sentence, by which system this round will be paired."""
    for stage in tournament.stages.order_by("number"):
        if number <= stage.rounds and stage.system != SWISS and (system := all_systems().get(stage.system)):
            return gettext(system.about)
        if number <= stage.rounds:
            break
        number -= stage.rounds
    return _("Equals meet equals, and nobody meets the same people again if it can be helped.")


def _wait(tournament: Tournament, round_: Round, here: bool) -> NextStep:
    if round_.problem:
        action, url = _lead_to(tournament, round_, here, _("See why"))
        title = _("Round %s could not be paired") % round_.number
        return NextStep(Step.WAIT, title, gettext(round_.problem), action=action, url=url)
    title = _("Round %s is being paired") % round_.number
    action, url = _lead_to(tournament, round_, here, _("Watch"))
    return NextStep(Step.WAIT, title, action=action, url=url)


def _publish(tournament: Tournament, round_: Round, here: bool) -> NextStep:
    title = _("Check and publish round %s") % round_.number
    text = _("The pairings are ready. Nobody else sees them before you publish them.")
    if here:
        action = _("Publish round %s") % round_.number
        url = reverse("publish", args=[tournament.slug, round_.number])
    else:
        action, url = _lead_to(tournament, round_, here, _("Look at the draft"))
    return NextStep(
        Step.PUBLISH,
        title,
        text,
        action=action,
        url=url,
        post=here,
        sends=(("seed", round_.seed), ("edition", round_.edition)),
    )


def _play(tournament: Tournament, round_: Round, here: bool, tables: tuple[int, int] | None) -> NextStep:
    done, of = tables or _counted(round_)
    if round_.number < tournament.rounds_planned:
        text = _("When all its tables are final, the next round can be paired.")
    else:
        text = _("This is the last round. When all its tables are final, the winner is known.")
    action, url = _lead_to(tournament, round_, here, _("To the tables"))
    return NextStep(
        Step.PLAY,
        _("Round %s is being played") % round_.number,
        text,
        action=action,
        url=url,
        done=done,
        of=of,
        progress=_("%(done)s of %(of)s tables final") % {"done": done, "of": of},
    )


def _counted(round_: Round) -> tuple[int, int]:
    final = Count("pk", filter=Q(match__status=Match.Status.FINAL))
    counted = Table.objects.filter(round=round_).aggregate(of=Count("pk"), done=final)
    return counted["done"], counted["of"]


def _lead_to(tournament: Tournament, round_: Round, here: bool, action: str) -> tuple[str, str]:
    """A button that leads to a round's page; none on that page."""
    return ("", "") if here else (action, reverse("round", args=[tournament.slug, round_.number]))
