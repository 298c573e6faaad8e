"""One deal of a record, played through from its first action to its end.

Checks each rule in the order in which the format states them and gives the deal's part of the
answer. Does not know the other deals, the totals before this one, or the bell.
"""

from typing import Any

from .board import Laid, fault, figure
from .broken import BrokenRuleError
from .sheets import BONUS, Sheet
from .tiles import NAMED, TILES, TRIOS, Tile, exists_in_some_order, name, total, turnings

Answer = dict[str, Any]


class Deal:
    """A table, its racks (if the record shows them) and what has been written down."""

    def __init__(
        self, record: Any, index: int, players: list[str], sheet: Sheet, options: dict[str, Any]
    ) -> None:
        self.record = record
        self.index = index
        self.players = players
        self.sheet = sheet
        self.options = options
        self.knows_racks = "racks" in record
        self.racks: dict[str, list[Tile]] = {}
        self.counts = dict.fromkeys(players, sheet.hands[len(players)])
        self.pool = 56 - len(players) * sheet.hands[len(players)]
        self.drawn: list[Tile] = []
        self.table: list[Tile] = []
        self.laid: Laid = {}
        self.seat = players.index(record["starter"])
        self.draws_this_turn = 0
        self.passes = 0
        self.end: str | None = None
        self.events: list[Answer] = []

    def play(self) -> Answer:
        """The deal's part of the answer, or ``BrokenRuleError``."""
        if self.knows_racks:
            self.check_hands()
            self.check_starter()
        for number, action in enumerate(self.record["actions"]):
            self.act(action, number)
        winners: list[str] = []
        if self.end is not None:
            left = self.check_left()
            self.close(left)
            winners = self.winners(left)
        return {"end": self.end, "winners": winners, "events": self.events, "scores": self.scores()}

    def scores(self) -> dict[str, int]:
        return {
            player: sum(event["points"] for event in self.events if event["player"] == player)
            for player in self.players
        }

    # -- as it begins ----------------------------------------------------------------------------

    def check_hands(self) -> None:
        seen: list[str] = []
        for player in self.players:
            rack = self.record["racks"].get(player)
            if rack is None or len(rack) != self.counts[player]:
                raise BrokenRuleError("bad-hand", self.index)
            seen += rack
            if any(tile not in NAMED for tile in rack):
                raise BrokenRuleError("bad-hand", self.index)
            self.racks[player] = [NAMED[tile] for tile in rack]
        if any(seen.count(tile) > 1 for tile in seen):
            raise BrokenRuleError("bad-hand", self.index)

    def opening_rank(self, tile: Tile) -> tuple[bool, int]:
        """Trios before all others, then the higher sum."""
        return tile in TRIOS, sum(tile)

    def best_rank(self) -> tuple[bool, int]:
        return max(self.opening_rank(tile) for rack in self.racks.values() for tile in rack)

    def check_starter(self) -> None:
        if not self.sheet.trio_start:
            return
        rack = self.racks[self.record["starter"]]
        if all(self.opening_rank(tile) != self.best_rank() for tile in rack):
            raise BrokenRuleError("wrong-starter", self.index)

    def may_open_with(self, tile: Tile) -> bool:
        if not self.knows_racks or not self.sheet.trio_start:
            return True
        best = self.best_rank()
        if self.opening_rank(tile) == best:
            return True
        highest_is_trio = best[0]
        return self.sheet.zero_beside_trio and tile == (0, 0, 0) and highest_is_trio

    # -- each action -----------------------------------------------------------------------------

    def act(self, action: Any, number: int) -> None:
        def refuse(broken: bool, code: str) -> None:
            if broken:
                raise BrokenRuleError(code, self.index, number)

        player = action["player"]
        refuse(self.end is not None, "deal-over")
        refuse(player != self.players[self.seat], "not-your-turn")
        refuse(number == 0 and action["do"] != "place", "must-open")
        if action["do"] == "place":
            points, why = self.place(action, player, refuse)
        elif action["do"] == "draw":
            points, why = self.draw(action, player, refuse)
        else:
            points, why = self.skip(refuse)
        self.events.append({"action": number, "player": player, "points": points, "why": why})
        if action["do"] != "draw":
            self.seat = (self.seat + 1) % len(self.players)
            self.draws_this_turn = 0

    def place(self, action: Any, player: str, refuse: Any) -> tuple[int, list[str]]:
        first = not self.table
        on_board = "corners" in action
        written = "-".join(str(each) for each in action["corners"]) if on_board else action["tile"]
        refuse(not exists_in_some_order(written), "no-such-tile")
        numbers = sorted(int(each) for each in written.split("-"))
        tile = (numbers[0], numbers[1], numbers[2])
        if on_board:
            corners = (action["corners"][0], action["corners"][1], action["corners"][2])
            refuse(corners not in turnings(tile), "mirrored-tile")
        else:
            refuse(written != name(tile), "mirrored-tile")
        refuse(tile in self.table, "tile-already-laid")
        refuse(self.knows_racks and tile not in self.racks.get(player, []), "not-in-rack")
        refuse(first and not self.may_open_with(tile), "wrong-opening-tile")
        if on_board:
            cell = (action["cell"][0], action["cell"][1])
            wrong = fault(self.laid, cell, corners)
            refuse(wrong is not None, str(wrong))
            bonus = figure(self.laid, cell)
            self.laid[cell] = corners
            if bonus == "two-sides" and self.options["two_sides"] == 0:
                bonus = None
        else:
            bonus = action.get("bonus")
            refuse(bonus is not None and (first or not self.earns(bonus)), "unknown-bonus")
        self.table.append(tile)
        self.counts[player] -= 1
        if self.knows_racks:
            self.racks[player].remove(tile)
        self.passes = 0
        if self.counts[player] == 0:
            self.end = "out"
        points, why = sum(tile), ["tile"]
        if first and self.sheet.trio_start and tile in TRIOS:
            points, why = points + 10, [*why, "start-trio"]
            if tile == (0, 0, 0):
                points, why = points + 30, [*why, "start-zero"]
        if bonus is not None:
            worth = self.options["two_sides"] if bonus == "two-sides" else BONUS[bonus]
            points, why = points + worth, [*why, bonus]
        return points, why

    def earns(self, bonus: str) -> bool:
        return bonus in BONUS or (bonus == "two-sides" and self.options["two_sides"] > 0)

    def draw(self, action: Any, player: str, refuse: Any) -> tuple[int, list[str]]:
        refuse(self.draws_this_turn == 3, "draw-limit")
        refuse(self.pool == 0, "pool-empty")
        if "tile" in action:
            refuse(action["tile"] not in NAMED, "no-such-tile")
        if self.knows_racks:
            tile = NAMED[action["tile"]]
            refuse(tile not in self.tiles_in_pool(), "not-in-pool")
            self.racks[player].append(tile)
        self.draws_this_turn += 1
        self.pool -= 1
        self.counts[player] += 1
        return -5, ["draw"]

    def tiles_in_pool(self) -> list[Tile]:
        held = [tile for rack in self.racks.values() for tile in rack]
        return [tile for tile in TILES if tile not in held and tile not in self.table]

    def skip(self, refuse: Any) -> tuple[int, list[str]]:
        refuse(self.draws_this_turn < 3 and self.pool > 0, "must-draw")
        if self.sheet.any_pass_blocks or self.pool == 0:
            self.passes += 1
        if self.passes == len(self.players):
            self.end = "blocked"
        if self.draws_this_turn == 3:
            return -10, ["pass-after-draws"]
        return self.sheet.empty_pool_pass, ["pass-empty-pool"]

    # -- as it ends ------------------------------------------------------------------------------

    def check_left(self) -> dict[str, int]:
        """What each rack is worth at the end, once ``left`` agrees with what is known."""
        given = self.record.get("left", {})
        shown: list[str] = []
        worth: dict[str, int] = {}
        for player in self.players:
            holds = given.get(player)
            if holds is None:
                if not self.knows_racks and self.counts[player] > 0:
                    raise BrokenRuleError("racks-do-not-add-up", self.index)
                worth[player] = total(self.racks.get(player, []))
            elif isinstance(holds, int):
                worth[player] = holds
            else:
                shown += holds
                if not all(tile in NAMED for tile in holds) or len(holds) != self.counts[player]:
                    raise BrokenRuleError("racks-do-not-add-up", self.index)
                worth[player] = total([NAMED[tile] for tile in holds])
                if self.knows_racks and sorted(self.racks[player]) != sorted(NAMED[tile] for tile in holds):
                    raise BrokenRuleError("racks-do-not-add-up", self.index)
            if self.knows_racks and worth[player] != total(self.racks[player]):
                raise BrokenRuleError("racks-do-not-add-up", self.index)
            if worth[player] < 0 or (self.counts[player] == 0 and worth[player] != 0):
                raise BrokenRuleError("racks-do-not-add-up", self.index)
        if any(shown.count(tile) > 1 or NAMED[tile] in self.table for tile in shown):
            raise BrokenRuleError("racks-do-not-add-up", self.index)
        return worth

    def close(self, left: dict[str, int]) -> None:
        """Write down what the end of the deal changes, in seat order."""
        lowest = self.lowest(left)
        for player in self.players:
            others = sum(left[other] for other in self.players if other != player)
            points, why = 0, [""]
            if self.end == "out" and self.counts[player] == 0:
                points, why = 25 + others, ["going-out", "racks"]
            if self.end == "blocked" and not self.sheet.lowest_rack_wins_block:
                points, why = -left[player], ["own-rack"]
            if self.end == "blocked" and self.sheet.lowest_rack_wins_block and player in lowest:
                not_tied = sum(left[other] for other in self.players if other not in lowest)
                points, why = not_tied - left[player], ["racks", "own-rack"]
                if len(lowest) == len(self.players):
                    why = ["own-rack"]
                if len(lowest) > 1 and self.options["blocked_tie"] == "nobody":
                    points = 0
            if points != 0:
                self.events.append({"action": None, "player": player, "points": points, "why": why})

    def lowest(self, left: dict[str, int]) -> list[str]:
        return [player for player in self.players if left[player] == min(left.values())]

    def winners(self, left: dict[str, int]) -> list[str]:
        if not self.sheet.out_wins:
            scores = self.scores()
            return [player for player in self.players if scores[player] == max(scores.values())]
        if self.end == "out":
            return [player for player in self.players if self.counts[player] == 0]
        return self.lowest(left)
