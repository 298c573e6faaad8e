"""The tour as its panel shows it: what is true of the tournament, and the next step in words with where to press."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Match
from tournaments.access import Actor
from tournaments.models import HistoryLine, Rehearsal, Round, Table, Tournament
from tournaments.tour import STEPS, Facts, Stage, Standing, Step, standing

BEGUN, LEFT = "tour-begun", "tour-left"
NAMES, NEXT, DESK = "id_names", "next-title", "panel"
"""Where on a page something is typed or pressed."""


@dataclass(frozen=True, slots=True)
class TourView:
    """The panel. ``url`` leads to the very place where the step is done, also from elsewhere on its page."""

    standing: Standing
    title: str
    text: str
    url: str
    asks_bots: bool = False
    more: str = ""
    more_url: str = ""
    problem: str = ""
    done: int = 0
    of: int = 0

    @property
    def steps(self) -> int:
        return len(STEPS)

    @property
    def token(self) -> str:
        """Changes when the panel says something else."""
        standing = self.standing
        return f"{standing.step}-{int(standing.waits)}-{int(self.asks_bots)}-{self.done}-{len(self.problem)}"


def on_tour(actor: Actor, tournament: Tournament) -> bool:
    """Whether this is a tour, and who asks is the one who takes it."""
    if actor.user is None or not tournament.rehearsal or tournament.organiser_id != actor.user.pk:
        return False
    said = set(
        HistoryLine.objects.filter(tournament=tournament, code__in=(BEGUN, LEFT)).values_list(
            "code", flat=True
        )
    )
    return said == {BEGUN}


def tour_under_way(user: User) -> Tournament | None:
    """The tour somebody is on, if any."""
    lines = HistoryLine.objects.filter(tournament=OuterRef("pk"))
    begun, left = Exists(lines.filter(code=BEGUN)), Exists(lines.filter(code=LEFT))
    return Tournament.objects.filter(begun, ~left, organiser=user, rehearsal=True).order_by("pk").first()


def is_new(user: User) -> bool:
    """Who has made no tournament yet, and is on no tour, is offered one."""
    return not Tournament.objects.filter(organiser=user).exists()


def tour_of(actor: Actor, tournament: Tournament) -> TourView | None:
    """Nothing for anybody but who takes it."""
    if not on_tour(actor, tournament):
        return None
    bots = Rehearsal.objects.filter(tournament=tournament).first()
    rounds = list(tournament.rounds.defer("why").order_by("number"))
    mine = _own_table(rounds)
    facts = _facts(tournament, rounds, mine, bots)
    return _in_words(tournament, standing(facts), rounds, mine, bots)


# -- what is true --------------------------------------------------------------------------------


def _facts(tournament: Tournament, rounds: list[Round], mine: Table | None, bots: Rehearsal | None) -> Facts:
    match = mine.match if mine else None
    return Facts(
        people=tournament.entrants.filter(withdrawn=False).count(),
        first=_stage(rounds[0]) if rounds else Stage.NONE,
        last=_stage(rounds[-1]) if len(rounds) > 1 else Stage.NONE,
        entries=match.version if match else 0,
        over=bool(match and match.status != Match.Status.PLAYING),
        final=bool(match and match.status == Match.Status.FINAL),
        bots=bool(bots and bots.playing and not bots.problem),
        closed=tournament.closed_at is not None,
    )


def _stage(round_: Round) -> Stage:
    return Stage(Round.State(round_.state).value)


def _own_table(rounds: list[Round]) -> Table | None:
    if not rounds:
        return None
    tables = Table.objects.filter(round=rounds[0], match__isnull=False).select_related("match")
    return tables.defer("match__state").order_by("number").first()


# -- in words ------------------------------------------------------------------------------------


def _in_words(
    tournament: Tournament,
    at: Standing,
    rounds: list[Round],
    mine: Table | None,
    bots: Rehearsal | None,
) -> TourView:
    problem = (bots.problem if bots else "") or (
        _(rounds[-1].problem) if rounds and rounds[-1].problem else ""
    )
    if at.step in (Step.OTHERS, Step.LAST_ROUND):
        return _rounds_by_bots(tournament, at, rounds[-1], problem)
    if at.step in (Step.SCORE, Step.FINISH) and mine:
        return _own_score(tournament, at, mine, problem)
    standings, people = (reverse(name, args=[tournament.slug]) for name in ("standings", "people"))
    if at.step == Step.PEOPLE:
        title = _("Enter yourself")
        text = _("Eight invented people are entered. Add your own name, then press “Enter these people”.")
        return TourView(at, title, text, f"{people}#{NAMES}", problem=problem)
    if at.step == Step.PAIR:
        title = _("Pair round %s") % 1
        text = _("Press “%(button)s”: the program makes the tables.") % {"button": title}
        return TourView(at, title, text, f"{standings}#{NEXT}", problem=problem)
    if at.step == Step.PUBLISH:
        return _publish(at, rounds[0], _("This is a draft: only you see it."), problem)
    if at.step == Step.STANDINGS:
        title = _("Look at the standings")
        button = _("Pair round %s") % 2
        text = _("Tap a name to see how its points came about. Then press “%(button)s”.") % {"button": button}
        return TourView(at, title, text, f"{standings}#{NEXT}", problem=problem)
    end = reverse("end", args=[tournament.slug])
    text = _("You have planned, paired, scored and finished. Now make your own, or look at its prizes.")
    return TourView(
        at,
        _("That was a whole tournament"),
        text,
        reverse("tournament_new"),
        more=_("Prizes and end"),
        more_url=end,
    )


def _publish(at: Standing, round_: Round, why: str, problem: str) -> TourView:
    page = round_.get_absolute_url()
    button = _("Publish round %s") % round_.number
    if at.waits:
        title = _("Round %s is being paired") % round_.number
        return TourView(at, title, _("A moment: the draft comes by itself."), page, problem=problem)
    text = _("%(why)s Press “%(button)s”.") % {"why": why, "button": button}
    return TourView(at, button, text, f"{page}#{NEXT}", problem=problem)


def _own_score(tournament: Tournament, at: Standing, mine: Table, problem: str) -> TourView:
    page = mine.get_absolute_url()
    title = _("Score at table %s") % mine.number
    text = _("This is the judge’s page. Type each player’s points, then press “Enter deal”.")
    more = more_url = ""
    if at.step == Step.FINISH:
        title = _("Finish the match")
        text = _("Enter one more deal and tick “The bell rang in this deal”.")
        more = _("Or end it as it stands")
        more_url = reverse("end_match", args=[tournament.slug, mine.round.number, mine.number])
    if at.waits:
        text, more = _("A moment: the result becomes final by itself."), ""
    return TourView(
        at,
        title,
        text,
        f"{page}?enter=totals#{DESK}",
        more=more,
        more_url=more_url,
        problem=problem,
    )


def _rounds_by_bots(tournament: Tournament, at: Standing, round_: Round, problem: str) -> TourView:
    """The other tables of the first round, and all of the last."""
    if round_.state in (Round.State.PAIRING, Round.State.DRAFT):
        return _publish(at, round_, _("The bots play it at once."), problem)
    page = round_.get_absolute_url()
    final = Count("pk", filter=Q(match__status=Match.Status.FINAL))
    counted = Table.objects.filter(round=round_).aggregate(of=Count("pk"), done=final)
    text = _("The bots play. The standings move with every tile.")
    if not at.waits:
        text = _("Bots score them by the real rules, as fast as they can.")
    return TourView(
        at,
        _("Let the other tables play") if at.step == Step.OTHERS else _("Let the last round be played"),
        text,
        page,
        asks_bots=not at.waits,
        problem=problem,
        **counted,
    )
