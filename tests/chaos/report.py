"""Compares what the bots were told with what is there, and says it in a table."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.triominos.variants.classic import engine
from tests.chaos.reckoned import wrong_lines
from tests.chaos.trouble import Struck
from tests.load.crowd import Crowd
from tests.load.judge import Judge

FINAL = "final"


@dataclass(frozen=True)
class Findings:
    acknowledged: int
    sent_again: int
    lost: list[Any]
    doubled: list[Any]
    unasked: list[Any]
    complaints: list[str]
    due: list[Any]
    not_final: list[Any]
    final_twice: list[Any]
    wrong_results: list[Any]
    views: int
    differing: list[str]
    wrong_standings: list[Any]
    seen: int
    backwards: list[Any]
    struck: Sequence[Struck]
    recovery: list[float]
    seconds: float

    @property
    def faults(self) -> dict[str, list[Any]]:
        """All that must not be, by name; empty when all is well."""
        names = """
            lost doubled unasked complaints due not_final final_twice wrong_results differing wrong_standings backwards
        """
        return {name: getattr(self, name) for name in names.split() if getattr(self, name)}

    def lines(self) -> Iterator[tuple[str, str]]:
        kinds = Counter(each.fault.kind for each in self.struck)
        kills = Counter(each.fault.name for each in self.struck if each.fault.kind == "kill")
        yield "entries acknowledged", str(self.acknowledged)
        yield "… lost, doubled, not asked for", f"{len(self.lost)}, {len(self.doubled)}, {len(self.unasked)}"
        yield "… sent again for want of an answer", str(self.sent_again)
        yield (
            "kills survived",
            f"{kinds['kill']} ({', '.join(f'{name} {times}' for name, times in sorted(kills.items()))})",
        )
        yield "pauses; times the disk was full", f"{kinds['pause']}; {kinds['disk'] or 'not tried'}"
        if self.recovery:
            ordered = sorted(self.recovery)
            yield (
                "seconds until the next new entry was taken",
                f"median {ordered[len(ordered) // 2]:.2f}, longest {ordered[-1]:.1f}",
            )
        yield "complaints of verify_log and rebuild", str(len(self.complaints))
        yield (
            "matches not final, final twice, with another result",
            (f"{len(self.not_final)}, {len(self.final_twice)}, {len(self.wrong_results)}"),
        )
        yield "jobs left undone", str(len(self.due))
        yield "views checked, differing", f"{self.views}, {len(self.differing)}"
        yield "standings: lines unlike the bots' own", str(len(self.wrong_standings))
        yield "versions seen by spectators, backwards", f"{self.seen}, {len(self.backwards)}"
        yield "took", f"{self.seconds:.0f} s"


def compare(
    judges: Sequence[Judge],
    crowds: Sequence[Crowd],
    struck: Sequence[Struck],
    audits: Sequence[dict[str, Any]],
    views: dict[str, set[bytes]],
    standings: dict[str, Any],
    *,
    seconds: float,
) -> Findings:
    """``audits``: one after each round and one at the end."""
    last = audits[-1]
    there = Counter((round_, table, event) for round_, table, event in last["events"])
    sent = {
        (*judge.match, str(event)): entry.acknowledged
        for judge in judges
        for entry in judge.journal
        for event in entry.events
    }
    results = {tuple(match["table"]): match for match in last["matches"]}
    people = [person for crowd in crowds for person in crowd.people]
    return Findings(
        acknowledged=sum(sent.values()),
        sent_again=sum(judge.again for judge in judges),
        lost=[each for each, acknowledged in sent.items() if acknowledged and not there[each]],
        doubled=[each for each, times in there.items() if times > 1],
        unasked=[each for each in there if each not in sent],
        complaints=last["complaints"],
        due=last["due"],
        not_final=[judge.match for judge in judges if results[judge.match]["status"] != FINAL],
        final_twice=list(_final_twice(audits)),
        wrong_results=[judge.match for judge in judges if not _same(judge, results[judge.match]["result"])],
        views=sum(map(len, views.values())) and len(views),
        differing=[path for path, bodies in views.items() if len(bodies) != 1],
        wrong_standings=wrong_lines(
            judges, {table: match["seats"] for table, match in results.items()}, standings
        ),
        seen=sum(len(person.versions) for person in people),
        backwards=[each for crowd in crowds for each in crowd.gone_back()],
        struck=struck,
        recovery=list(_recoveries(judges, struck)),
        seconds=seconds,
    )


def _same(judge: Judge, result: dict[str, Any] | None) -> bool:
    return result is not None and result["totals"] == engine.totals(judge.state)


def _final_twice(audits: Sequence[dict[str, Any]]) -> Iterator[Any]:
    """Whose moment of becoming final is another than it was."""
    seen: dict[tuple[int, int], str] = {}
    for audit in audits:
        for match in audit["matches"]:
            if (
                match["status"] == FINAL
                and seen.setdefault(tuple(match["table"]), match["final_at"]) != match["final_at"]
            ):
                yield match["table"]


def _recoveries(judges: Sequence[Judge], struck: Sequence[Struck]) -> Iterator[float]:
    """For each thing that was done, how long until an entry that was sent after it was taken."""
    journal = sorted(
        (entry.sent_at, entry.acknowledged_at)
        for judge in judges
        for entry in judge.journal
        if entry.acknowledged
    )
    for each in struck:
        after = [acknowledged for sent, acknowledged in journal if sent >= each.at]
        if after:
            yield min(after) - each.at
