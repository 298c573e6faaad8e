"""The control room: every table of the round that is played, in as few queries as it takes.

What needs attention and what is foreseen is decided elsewhere (tournaments.attention, tournaments.pace).
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, OuterRef, Subquery
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from games.models import Event, Match, Seat
from games.replay import SIGNOFFS
from games.selectors import bell_at
from rules.registry import EngineMissing, registry
from tournaments.attention import Facts, Need, needs_of, order_of
from tournaments.models import Call, Duty, JudgeCard, Phone, Round, Table, Tournament
from tournaments.pace import Earlier, Forecast, Progress, foresee
from tournaments.selectors.clocks import Clock, round_clock
from tournaments.selectors.control_words import Reason, in_words, judge_of
from tournaments.selectors.phones import report_of

MINUTE = timedelta(minutes=1)
ROUNDS_BACK = 3
"""Earlier rounds whose pace is looked at."""
DEAL_ENDS = ("deal", "close")


@dataclass(frozen=True, slots=True)
class Card:
    """One table at a glance."""

    table: Table
    people: list[tuple[str, int | None, bool]]
    """Name, total, and whether they lead."""
    deal: int
    """The number of the deal under way, or of the last one."""
    bell: bool
    quiet: int | None
    """Minutes since the last entry; none before the first."""
    judge: str
    signed: str
    """How many have signed, where signatures are asked for."""
    call: Call | None
    reasons: list[Reason]
    end: str
    """When it is expected to be done."""

    @property
    def status(self) -> str:
        return self.table.match.status if self.table.match else ""

    @property
    def done(self) -> bool:
        """Nothing is left to do there."""
        return self.status == Match.Status.FINAL and not self.reasons

    @property
    def level(self) -> str:
        return self.reasons[0].level if self.reasons else ""

    @property
    def shown(self) -> tuple[Any, ...]:
        """All that can change on the card."""
        said = [reason.text for reason in self.reasons]
        more = (self.call.pk, self.call.answered_at) if self.call else ()
        seen = (self.people, self.deal, self.bell, self.quiet, self.judge, self.signed, self.status, self.end)
        return (self.table.pk, self.table.extra_minutes, *seen, said, more)


@dataclass(frozen=True, slots=True)
class ControlRoom:
    round: Round | None
    cards: list[Card] = field(default_factory=list)
    clock: Clock = field(default_factory=Clock)

    @property
    def final(self) -> int:
        return sum(card.status == Match.Status.FINAL for card in self.cards)

    @property
    def calling(self) -> int:
        """Tables that need somebody."""
        return sum(card.level in ("alarm", "warn") for card in self.cards)

    @property
    def token(self) -> str:
        seen = (self.round and self.round.state, self.clock.token, [card.shown for card in self.cards])
        return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]


def control_room(tournament: Tournament, rounds: Sequence[Round]) -> ControlRoom:
    """The tables of the newest round that is played; of one that was taken up again, those still open."""
    playing = [each for each in rounds if each.state == Round.State.PUBLISHED]
    if not playing:
        return ControlRoom(None)
    now, current = timezone.now(), playing[-1]
    tables = [
        table
        for table in _tables(tournament, playing)
        if table.round_id == current.pk or (table.match and table.match.status != Match.Status.FINAL)
    ]
    facts = _Hall(tournament, current, tables, now)
    ranked = []
    for table in tables:
        known = facts.of(table)
        needs = needs_of(known)
        ranked.append((order_of(known, needs), facts.card(table, needs)))
    ranked.sort(key=lambda each: each[0])
    return ControlRoom(current, [card for _order, card in ranked], facts.clock)


# -- reading ---------------------------------------------------------------------------------------


def _tables(tournament: Tournament, playing: Sequence[Round]) -> list[Table]:
    """With who entered last and when, whose card was scanned, and to whom the table was given."""
    entries = Event.objects.filter(match=OuterRef("match")).exclude(kind__in=SIGNOFFS).order_by("-seq")
    cards = JudgeCard.objects.filter(tournament=tournament, number=OuterRef("number"))
    duties = Duty.objects.filter(tournament=tournament, number=OuterRef("number")).order_by("pk")
    found: list[Table] = list(
        Table.objects.filter(round__in=playing, match__isnull=False)
        .select_related("match")
        .annotate(
            last_at=Subquery(entries.values("at")[:1]),
            last_by=Subquery(entries.values("actor")[:1]),
            scanned_at=Subquery(cards.values("scanned_at")[:1]),
            given_to=Subquery(duties.values("user__username")[:1]),
        )
        .order_by("round__number", "number")
    )
    by_id = {each.pk: each for each in playing}
    for table in found:
        table.round = by_id[table.round_id]
    return found


class _Hall:
    """Everything around the tables, read once."""

    def __init__(
        self, tournament: Tournament, current: Round, tables: Sequence[Table], now: datetime
    ) -> None:
        self.now, self.current = now, current
        self.clock = round_clock(current)
        matches = [table.match_id for table in tables]
        self.names: dict[int, dict[str, str]] = defaultdict(dict)
        seats = Seat.objects.filter(match__in=matches).order_by("position")
        for match_id, position, name in seats.values_list("match", "position", "name"):
            self.names[match_id][str(position)] = name
        calls = Call.objects.filter(table__in=tables, closed_at__isnull=True).order_by("-called_at")
        self.calls = {call.table_id: call for call in calls}
        self.phones: dict[int, list[Phone]] = defaultdict(list)
        for phone in Phone.objects.filter(table__in=tables):
            self.phones[phone.table_id].append(phone)
        self.read = {table.pk: _read(table.match) for table in tables if table.match}
        self.forecasts = self._foresee(tables, tournament)

    def of(self, table: Table) -> Facts:
        match = table.match
        assert match is not None  # noqa: S101 - only tables with a match are read
        call, signoffs = self.calls.get(table.pk), match.signoffs or {}
        phone = report_of(self.phones[table.pk], match, self.now) if self.phones[table.pk] else None
        forecast = self.forecasts.get(table.pk)
        signing = match.status == Match.Status.SIGNING
        return Facts(
            number=table.number,
            status=match.status,
            began=_last_at(table) is not None,
            quiet=self._quiet(table),
            appeal=signing and bool(signoffs.get("appeals")),
            problem=bool(match.problem),
            called=max(0, (self.now - call.called_at) // MINUTE) if call else None,
            coming=bool(call and call.answered_at),
            unsent=phone.unsent if phone else 0,
            phone_silent=phone.minutes if phone and not phone.unsent else 0,
            unsigned=self._unsigned(match) if signing else 0,
            unchecked=signing and match.needs_check and "checked" not in signoffs,
            over_by=self._over_by(table),
            late_by=forecast.late if forecast else 0,
        )

    def card(self, table: Table, needs: tuple[Need, ...]) -> Card:
        match = table.match
        assert match is not None  # noqa: S101 - only tables with a match are read
        read, names = self.read[table.pk], self.names[match.pk]
        best = max(read.totals.values(), default=None)
        asked = match.needs_signatures and match.status == Match.Status.SIGNING
        return Card(
            table=table,
            people=[
                (name, read.totals.get(key), bool(read.deals) and read.totals.get(key) == best)
                for key, name in names.items()
            ],
            deal=read.deals + 1 if match.status == Match.Status.PLAYING else read.deals,
            bell=read.bell and match.status == Match.Status.PLAYING,
            quiet=self._quiet(table) if _last_at(table) else None,
            judge=judge_of(table),
            signed=_("%(signed)s of %(all)s signed")
            % {"signed": len(names) - self._unsigned(match), "all": len(names)}
            if asked
            else "",
            call=self.calls.get(table.pk),
            reasons=[in_words(need) for need in needs],
            end=self._end(table),
        )

    def _quiet(self, table: Table) -> int:
        since = _last_at(table) or table.round.clock_at or table.round.published_at or self.now
        return max(0, (self.now - since) // MINUTE)

    def _unsigned(self, match: Match) -> int:
        if not match.needs_signatures:
            return 0
        return len(self.names[match.pk]) - len((match.signoffs or {}).get("signed", ()))

    def _over_by(self, table: Table) -> int:
        end = self.clock.round_end
        if end is None or table.round_id != self.current.pk:
            return 0
        return max(0, (self.now - end - table.extra_minutes * MINUTE) // MINUTE)

    def _end(self, table: Table) -> str:
        forecast = self.forecasts.get(table.pk)
        if forecast is None or table.match is None or table.match.status != Match.Status.PLAYING:
            return ""
        return time_format(timezone.localtime(_moment(forecast.end)), "TIME_FORMAT")

    def _foresee(self, tables: Sequence[Table], tournament: Tournament) -> dict[int, Forecast]:
        current = [table for table in tables if table.round_id == self.current.pk and table.match]
        began = self.current.clock_at or self.current.published_at
        if began is None:
            return {}
        ends = _deal_ends([table.match_id for table in current if table.match_id])
        progress = {table.pk: self._progress(table, began, ends[table.match_id or 0]) for table in current}
        # Measured by the clock as it is for everybody: extra time was given because a table is late.
        clock = _minutes(self.clock.round_end) if self.clock.round_end else None
        return foresee(progress, _minutes(self.now), _earlier(tournament, self.current), clock)

    def _progress(self, table: Table, began: datetime, ends: Sequence[datetime]) -> Progress:
        match = table.match
        assert match is not None  # noqa: S101 - only tables with a match are read
        read = self.read[table.pk]
        deals = match.options.get("deals") or (1 if match.options.get("count") == "places" else None)
        over = match.status != Match.Status.PLAYING
        finished = match.final_at or _last_at(table) if over else None
        return Progress(
            # Who has entered nothing has yet to begin, now at the earliest.
            began=_minutes(began if _last_at(table) else self.now),
            ends=tuple(_minutes(each) for each in ends[: read.deals]),
            best=max(read.totals.values(), default=0),
            limit=bell_at(match),
            deals=deals if isinstance(deals, int) else None,
            last=read.bell,
            finished=_minutes(finished) if finished else None,
        )


@dataclass(frozen=True, slots=True)
class _Read:
    """As much of a match's state as a card shows."""

    totals: Mapping[str, int]
    deals: int = 0
    bell: bool = False


def _read(match: Match) -> _Read:
    if match.result is not None:
        return _Read(match.result.get("totals", {}), match.result.get("deals", 0))
    try:
        engine = registry().get(match.rules_key, match.rules_version)
    except EngineMissing:
        return _Read({})
    state = engine.load(match.state)
    public = engine.public(state)
    return _Read(engine.totals(state), len(public.get("deals", ())), public.get("bell") is not None)


def _deal_ends(matches: Sequence[int]) -> Mapping[int, list[datetime]]:
    """When deals were entered that ended one. Of a deal taken back, both; the match knows how many count."""
    found: dict[int, list[datetime]] = defaultdict(list)
    ends = Event.objects.filter(match__in=matches, kind=Event.Kind.ACTION, body__do__in=DEAL_ENDS)
    for match_id, at in ends.order_by("match", "seq").values_list("match", "at"):
        found[match_id].append(at)
    return found


def _earlier(tournament: Tournament, current: Round) -> list[Earlier]:
    rows = Match.objects.filter(
        table__round__tournament=tournament,
        table__round__number__lt=current.number,
        table__round__number__gte=current.number - ROUNDS_BACK,
        status=Match.Status.FINAL,
    ).values_list("final_at", F("table__round__clock_at"), F("table__round__published_at"), "result__deals")
    return [
        Earlier(max(0.0, (final - (clock or published)) / MINUTE), deals)
        for final, clock, published, deals in rows
        if final and (clock or published) and isinstance(deals, int) and deals > 0
    ]


def _last_at(table: Table) -> datetime | None:
    at: datetime | None = table.last_at  # type: ignore[attr-defined]
    return at


def _minutes(moment: datetime) -> float:
    return moment.timestamp() / 60


def _moment(minutes: float) -> datetime:
    return datetime.fromtimestamp(minutes * 60, tz=timezone.get_current_timezone())
