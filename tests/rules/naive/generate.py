"""Random legal records: every variant, number of players, option and depth, from a seed.

Deals come from ``play`` at their fullest; here they are joined into matches, and made to say less
as the format allows: no racks, draws without names, sums for tiles, an open last deal. Does not
know how a record is broken; that is ``mutate``.
"""

from random import Random
from typing import Any

from .play import play_deal
from .scorer import score
from .sheets import SHEETS
from .stage import dense_deal, leave_zero, level_deal
from .tiles import NAMED, total

Record = dict[str, Any]

NAMES = ["ana", "bo", "Çelik", "dé", "0", "Ełka", "", "ana ", "何", "zoë"]


def legal_record(rng: Random) -> Record:
    """A match that breaks no rule: over, between two deals, or in the middle of one."""
    rules = rng.choice(list(SHEETS))
    players = rng.sample(NAMES, rng.choice(list(SHEETS[rules].hands)))
    record: Record = {"format": "triominos-match/1", "rules": rules}
    options = random_options(rng)
    if options or rng.random() < 0.5:
        record["options"] = options
    record["players"] = players
    record["deals"] = []
    depths = rng.choice([["board"], ["sheet"], ["totals"], ["board", "sheet", "totals"]])
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 6])):
        add_deal(rng, record, rng.choice(depths))
        if score(record)["finished"]:
            break
    if rng.random() < 0.3:
        move_limit(rng, record)
    if record["deals"] and rng.random() < 0.3:
        reopen(rng, record["deals"][-1])
    return record


def random_options(rng: Random) -> dict[str, Any]:
    """Each option now and then, with any of its values."""
    drawn = {
        "limit": rng.choice([1, 50, 100, 150, 200, 250, 300, 400]),
        "bell": rng.choice(["reach", "exceed"]),
        "two_sides": rng.choice([0, 40]),
        "blocked_tie": rng.choice(["each", "nobody"]),
        "match_tie": rng.choice(["shared", "extra-deal"]),
    }
    return {key: value for key, value in drawn.items() if rng.random() < 0.4}


def add_deal(rng: Random, record: Record, depth: str) -> None:
    sheet = SHEETS[record["rules"]]
    if depth == "totals":
        record["deals"].append(totals_deal(rng, record))
        return
    options = {**sheet.options, **record.get("options", {})}
    staged = rng.random() < 0.25
    if staged and depth == "board":
        deal = dense_deal(rng, record["players"], sheet, options)
    elif staged and sheet.any_pass_blocks:
        deal = level_deal(rng, record["players"], sheet, options)
    else:
        deal = play_deal(rng, record["players"], sheet, options, depth)
    if rng.random() < 0.5 or (staged and depth == "board" and sheet.trio_start):
        hide_racks(rng, deal)
    elif rng.random() < 0.5:
        vary_left(rng, deal)
    record["deals"].append(deal)


def totals_deal(rng: Random, record: Record) -> Record:
    """Points alone; often such that the match is level afterwards."""
    players = record["players"]
    points = {player: rng.choice([0, rng.randint(-60, 250), rng.randint(0, 3)]) for player in players}
    if rng.random() < 0.3:
        before = score(record)["totals"]
        points = {player: max(before.values()) + points[players[0]] - before[player] for player in players}
    deal: Record = {"totals": points}
    if rng.random() < 0.3:
        deal["bell"] = rng.random() < 0.5
    return deal


def hide_racks(rng: Random, deal: Record) -> None:
    """What a judge without a view of the racks would write."""
    del deal["racks"]
    for action in deal["actions"]:
        if action["do"] == "draw" and rng.random() < 0.7:
            del action["tile"]
    level = rng.random() < 0.2
    leave_zero(deal)
    for player in list(deal["left"]):
        tiles = deal["left"][player]
        if not tiles and rng.random() < 0.6:
            del deal["left"][player]
        elif level and tiles:
            deal["left"][player] = 9
        elif rng.random() < 0.5:
            deal["left"][player] = worth(tiles)


def vary_left(rng: Random, deal: Record) -> None:
    """With racks, what is left may be said in part, as sums, in any order, or not at all."""
    if rng.random() < 0.4:
        del deal["left"]
        return
    for player in list(deal["left"]):
        rng.shuffle(deal["left"][player])
        if rng.random() < 0.3:
            deal["left"][player] = worth(deal["left"][player])
        elif rng.random() < 0.3:
            del deal["left"][player]


def worth(tiles: list[str]) -> int:
    return total([NAMED[tile] for tile in tiles])


def move_limit(rng: Random, record: Record) -> None:
    """Put the limit exactly where some running total stood, and end the match where it then ends."""
    answer = score(record)
    running = dict.fromkeys(record["players"], 0)
    reached: list[int] = []
    for deal in answer["deals"]:
        for event in deal["events"]:
            running[event["player"]] += event["points"]
            reached.append(running[event["player"]])
        if not deal["events"]:
            running = {player: running[player] + deal["scores"][player] for player in running}
            reached += running.values()
    limits = [each for each in reached if each >= 1]
    if not limits:
        return
    record["options"] = {**record.get("options", {}), "limit": rng.choice(limits)}
    if rng.random() < 0.5:
        record["options"].pop("bell", None)
    deals = record["deals"]
    for count in range(len(deals) + 1):
        record["deals"] = deals[:count]
        if score(record)["finished"]:
            return


def reopen(rng: Random, deal: Record) -> None:
    """Cut a deal off while it is under way."""
    if "totals" in deal or not deal["actions"]:
        return
    del deal["actions"][rng.randrange(len(deal["actions"])) :]
    if rng.random() < 0.7:
        deal.pop("left", None)
