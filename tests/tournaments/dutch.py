"""The Dutch system of chess, by py4swiss, on the same round: what tables of two are compared with."""

from __future__ import annotations

from collections.abc import Sequence

from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from tests.tournaments.fields import Tournament

Pairs = Sequence[Sequence[str]]


def report(tournament: Tournament, rounds: int) -> ParsedTrf:
    """The tournament so far as the chess world writes it down. For each two a win and a loss."""
    numbers = {each: number for number, each in enumerate(sorted(tournament.points), start=1)}
    results: dict[str, list[RoundResult]] = {each: [] for each in numbers}
    points = dict.fromkeys(numbers, 0)
    for past in tournament.past:
        for table in past.tables:
            white, black = table.seats
            wins = _won(tournament, white, black, len(results[white]))
            for one, other, colour in ((white, black, "w"), (black, white, "b")):
                token = ResultToken.WIN if one == wins else ResultToken.LOSS
                results[one].append(RoundResult(id=numbers[other], color=ColorToken(colour), result=token))
            points[wins] += 1
    assert points == tournament.points
    ranks = sorted(numbers, key=lambda each: (-points[each], numbers[each]))
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number,
            points_times_ten=10 * points[each],
            rank=ranks.index(each) + 1,
            results=results[each],
        )
        for each, number in numbers.items()
    ]
    return ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=rounds))


def pairs(tournament: Tournament, written: ParsedTrf) -> list[tuple[str, str]]:
    names = dict(enumerate(sorted(tournament.points), start=1))
    return [(names[each.white], names[each.black]) for each in DutchEngine.generate_pairings(written)]


def compared(tournament: Tournament, found: Pairs) -> dict[str, float]:
    """Repeats; how far people float, a step for each point; how wide the gaps are, by square and at most.

    How many pairs are unequal is no measure: two steps at once and one step twice float as far.
    """
    gaps = [abs(tournament.points[one] - tournament.points[other]) for one, other in found]
    return {
        "repeats": sum(tournament.met[min(pair), max(pair)] for pair in found),
        "floats": sum(gaps),
        "gaps": sum(gap**2 for gap in gaps),
        "widest": max(gaps),
    }


def _won(tournament: Tournament, white: str, black: str, round_: int) -> str:
    return white if tournament.wins[round_][white] else black
