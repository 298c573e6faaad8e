"""Whole records, scored from scratch: the answer or the error object that the format describes.

Knows the order of the deals, the running totals and the bell; what happens inside a deal it
takes from ``deal``. The sentence of an error is not part of the proof, so it only repeats the code.
"""

from typing import Any

from .broken import BrokenRuleError
from .deal import Answer, Deal
from .shape import check_shape, parse
from .sheets import SHEETS, option_fits


def score(record: dict[str, Any] | str) -> Answer:
    """What a record is worth, or which rule it breaks first."""
    try:
        document = parse(record) if isinstance(record, str) else record
        check_shape(document)
        check_match(document)
        return Match(document).answer()
    except BrokenRuleError as broken:
        return {
            "error": {
                "deal": broken.deal,
                "action": broken.action,
                "code": broken.code,
                "message": broken.code,
            }
        }


def check_match(record: Any) -> None:
    """What is wrong with the match as a whole, before its first deal."""
    if record["rules"] not in SHEETS:
        raise BrokenRuleError("unknown-rules")
    if not all(option_fits(key, value) for key, value in record.get("options", {}).items()):
        raise BrokenRuleError("bad-option")
    players = record["players"]
    if len(players) not in SHEETS[record["rules"]].hands or len(players) != len(set(players)):
        raise BrokenRuleError("bad-players")


class Match:
    """The deals of a record one after the other, and what they add up to."""

    def __init__(self, record: Any) -> None:
        self.record = record
        self.players: list[str] = record["players"]
        self.sheet = SHEETS[record["rules"]]
        self.options = {**self.sheet.options, **record.get("options", {})}
        self.totals = dict.fromkeys(self.players, 0)
        self.deals: list[Answer] = []
        self.bell: Answer | None = None

    def answer(self) -> Answer:
        for index, deal in enumerate(self.record["deals"]):
            if self.deals and self.deals[-1]["end"] is None:
                raise BrokenRuleError("deal-not-over", index)
            if self.finished():
                raise BrokenRuleError("match-over", index)
            if "totals" in deal:
                self.take_totals(deal, index)
            else:
                self.take_events(Deal(deal, index, self.players, self.sheet, self.options).play(), index)
        return {
            "deals": self.deals,
            "totals": self.totals,
            "bell": self.bell,
            "finished": self.finished(),
            "winners": self.leaders() if self.finished() else [],
        }

    def take_totals(self, deal: Any, index: int) -> None:
        scores = {player: deal["totals"][player] for player in self.players}
        best = [player for player in self.players if scores[player] == max(scores.values())]
        self.deals.append({"end": "totals", "winners": best, "events": [], "scores": scores})
        for player in self.players:
            self.totals[player] += scores[player]
        self.ring_at_the_end(index)
        if deal.get("bell", False) and self.bell is None:
            self.bell = {"deal": index, "action": None, "player": None}

    def take_events(self, deal: Answer, index: int) -> None:
        self.deals.append(deal)
        for event in deal["events"]:
            player = event["player"]
            self.totals[player] += event["points"]
            if event["action"] is not None and self.bell is None and self.got_there(player):
                self.bell = {"deal": index, "action": event["action"], "player": player}
        self.ring_at_the_end(index)

    def ring_at_the_end(self, index: int) -> None:
        if self.bell is None and any(self.got_there(player) for player in self.players):
            self.bell = {"deal": index, "action": None, "player": self.leaders()[0]}

    def got_there(self, player: str) -> bool:
        if self.options["bell"] == "reach":
            return bool(self.totals[player] >= self.options["limit"])
        return bool(self.totals[player] > self.options["limit"])

    def leaders(self) -> list[str]:
        best = max(self.totals.values())
        return [player for player in self.players if self.totals[player] == best]

    def finished(self) -> bool:
        if self.bell is None or self.deals[-1]["end"] is None:
            return False
        return self.options["match_tie"] == "shared" or len(self.leaders()) == 1
