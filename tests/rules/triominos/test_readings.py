"""The readings: what holds where a sheet is silent or its languages differ."""

import pytest

from rules.api import RuleError
from rules.triominos.tiles import TILES
from tests.rules.triominos.tables import (
    ALL,
    CLASSIC,
    COMPACT,
    CZECH,
    DRAWN_START,
    INTERNATIONAL,
    NORDIC,
    TRIO_START,
    Table,
    empty_the_pool,
    engine,
    opened,
    shaped,
    tiles_without,
)


def blocked(sheet, *players, **options):
    table = empty_the_pool(opened(sheet, *players, **options))
    for _ in table.match.players:
        table.pass_()
    return table


def test_r1_there_are_56_tiles_each_multiset_once_and_they_sum_to_420():
    assert len({tile.numbers for tile in TILES}) == 56
    assert sum(tile.sum for tile in TILES) == 420
    assert all(list(tile.numbers) == sorted(tile.numbers) for tile in TILES)


def test_r1_a_tile_has_three_rotations_and_no_mirror_image():
    table = Table(INTERNATIONAL).start(depth="board")
    for corners in ((1, 2, 3), (2, 3, 1), (3, 1, 2)):
        Table(INTERNATIONAL).start(depth="board").lay((0, 0), corners)
    with pytest.raises(RuleError) as refused:
        table.lay((0, 0), (1, 3, 2))
    assert refused.value.code == "mirrored-tile"


def test_r2_compact_seats_two_to_six():
    assert list(engine(COMPACT).seats) == [2, 3, 4, 5, 6]


@pytest.mark.parametrize("starter", ["ana", "bo"])
def test_r3_with_no_trio_and_equal_totals_the_record_says_who_starts(starter):
    others = tiles_without(["2-5-5", "3-4-5"], 16)
    racks = {"ana": ["2-5-5", *others[:8]], "bo": ["3-4-5", *others[8:]]}
    table = Table(CLASSIC).start(starter, racks=racks)
    table.note("2-5-5" if starter == "ana" else "3-4-5")
    assert table.points == 12


def test_r4_compact_opens_with_zero_only_where_it_is_the_highest_trio():
    others = tiles_without([], 13)
    table = Table(COMPACT).start("ana", racks={"ana": ["0-0-0", *others[:6]], "bo": others[6:]})
    assert table.note("0-0-0").points == 40


@pytest.mark.parametrize("sheet", ALL)
def test_r5_a_bridge_whose_opposite_corner_differs_is_refused(sheet):
    table = shaped(sheet, "1-1-5", "bridge")
    before = Table(sheet).start(depth="board")
    laid = list(table.match.deal.board.tiles())
    for cell, corners in laid[:-1]:
        before.lay(cell, corners)
    side = before.match.deal.board.numbers_at((0, 0))
    names = {tile.name for tile in TILES} - set(before.engine.public(before.match)["deal"]["laid"])
    wrong = [
        turned
        for tile in TILES
        if tile.name in names
        for turned in tile.rotations
        if turned[1:] == side[1:] and turned[0] != side[0]
    ]
    assert wrong
    with pytest.raises(RuleError) as refused:
        before.lay((0, 0), wrong[0])
    assert refused.value.code == "corner-mismatch"


@pytest.mark.parametrize("sheet", ALL)
@pytest.mark.parametrize(("option", "bonus", "why"), [(0, 0, []), (40, 40, ["two-sides"])])
def test_r6_two_sides_earn_what_the_option_says(sheet, option, bonus, why):
    table = shaped(sheet, "1-4-4", "two sides", two_sides=option)
    assert (table.points, table.why) == (9 + bonus, ["tile", *why])


@pytest.mark.parametrize("sheet", ALL)
def test_r6_a_bridge_earns_40_whatever_two_sides_earn(sheet):
    assert shaped(sheet, "1-4-4", "bridge", two_sides=0).points == 49


def test_r6_two_sides_that_earn_nothing_cannot_be_claimed():
    with pytest.raises(RuleError) as refused:
        opened(CLASSIC, two_sides=0).note("1-4-4", "two-sides")
    assert refused.value.code == "unknown-bonus"


@pytest.mark.parametrize("sheet", ALL)
@pytest.mark.parametrize(("shape", "count"), [("hexagon", 1), ("double hexagon", 2), ("triple hexagon", 3)])
def test_r7_a_hexagon_is_a_point_whose_six_cells_are_filled(sheet, shape, count):
    table = shaped(sheet, "1-1-3", shape)
    assert len(table.match.deal.board.hexagons()) == count


def test_r8_compact_pays_70_for_three_hexagons():
    assert shaped(COMPACT, "1-1-3", "triple hexagon").points == 75


@pytest.mark.parametrize("sheet", ALL)
def test_r9_only_the_highest_bonus_counts(sheet):
    table = shaped(sheet, "1-1-3", "double hexagon", two_sides=40)
    assert table.why == ["tile", "double-hexagon"]


@pytest.mark.parametrize("sheet", ALL)
def test_r10_nobody_is_forced_to_lay_a_tile_that_fits(sheet):
    hand = engine(sheet).variant.hands[2]
    names = tiles_without(["5-5-5", "4-5-5", "3-5-5"], 2 * hand - 2)
    racks = {"ana": ["5-5-5", *names[: hand - 1]], "bo": ["4-5-5", *names[hand - 1 :]]}
    table = Table(sheet).start(depth="board", racks=racks).lay((0, 0), (5, 5, 5))
    assert any(action["do"] == "place" for action in table.engine.legal(table.match))
    table.draw(tile="3-5-5").draw(tile="0-5-5").draw(tile="1-5-5")
    assert any(action["do"] == "place" for action in table.engine.legal(table.match))
    assert table.pass_().points == -10


@pytest.mark.parametrize(("sheet", "cost"), [(CLASSIC, 10), (INTERNATIONAL, 0)])
class TestR11:
    def almost_empty(self, sheet, left):
        """So many tiles remain in the pool."""
        table = opened(sheet)
        names = iter(tiles_without(["0-0-1"], 30))
        while table.match.deal.pool > left:
            table.draw(min(3, table.match.deal.pool - left)).note(next(names))
        return table

    def test_a_pool_that_runs_out_after_two_draws_costs_those_and_what_an_empty_pool_costs(self, sheet, cost):
        table = self.almost_empty(sheet, 2).draw(2).pass_()
        assert (table.points, table.why) == (-cost, ["pass-empty-pool"])

    def test_after_three_draws_the_pass_costs_ten_although_the_pool_is_empty(self, sheet, cost):
        table = self.almost_empty(sheet, 3).draw(3).pass_()
        assert (table.points, table.why) == (-10, ["pass-after-draws"])

    def test_a_draw_from_an_empty_pool_is_refused(self, sheet, cost):
        with pytest.raises(RuleError) as refused:
            self.almost_empty(sheet, 0).draw()
        assert refused.value.code == "pool-empty"


class TestR12:
    @pytest.mark.parametrize("sheet", TRIO_START)
    def test_every_player_passing_in_a_row_blocks_even_with_tiles_in_the_pool(self, sheet):
        table = opened(sheet).draw(3).pass_().draw(3).pass_()
        assert table.match.deal.end == "blocked"

    @pytest.mark.parametrize("sheet", DRAWN_START)
    def test_elsewhere_only_passes_on_an_empty_pool_count(self, sheet):
        table = opened(sheet).draw(3).pass_().draw(3).pass_().draw(3).pass_()
        assert table.match.deal.end is None
        assert blocked(sheet).match.deal.end == "blocked"

    @pytest.mark.parametrize("sheet", ALL)
    def test_a_tile_laid_between_begins_the_row_anew(self, sheet):
        table = empty_the_pool(opened(sheet, "ana", "bo", "cy")).pass_().pass_().note("0-0-2").pass_().pass_()
        assert table.match.deal.end is None
        assert table.pass_().match.deal.end == "blocked"

    @pytest.mark.parametrize("sheet", ALL)
    def test_nothing_follows_in_a_blocked_deal(self, sheet):
        table = blocked(sheet)
        with pytest.raises(RuleError) as refused:
            table.pass_()
        assert refused.value.code == "deal-over"


@pytest.mark.parametrize("sheet", TRIO_START)
class TestR13:
    def close(self, sheet, option, **left):
        table = blocked(sheet, "ana", "bo", "cy", blocked_tie=option)
        before = table.totals
        table.close(**left)
        gained = {player: total - before[player] for player, total in table.totals.items()}
        return gained, table.match.deals[-1].winners

    def test_each_tied_player_wins_against_those_who_are_not(self, sheet):
        assert self.close(sheet, "each", ana=10, bo=30, cy=10) == ({"ana": 20, "bo": 0, "cy": 20}, (0, 2))

    def test_all_tied_each_subtracts_the_own(self, sheet):
        assert self.close(sheet, "each", ana=10, bo=10, cy=10) == (
            {"ana": -10, "bo": -10, "cy": -10},
            (0, 1, 2),
        )

    def test_with_nobody_a_tied_block_scores_nothing(self, sheet):
        assert self.close(sheet, "nobody", ana=10, bo=30, cy=10)[0] == {"ana": 0, "bo": 0, "cy": 0}

    def test_with_nobody_a_single_lowest_rack_still_wins(self, sheet):
        assert self.close(sheet, "nobody", ana=10, bo=30, cy=20)[0] == {"ana": 40, "bo": 0, "cy": 0}


class TestR14TheBellSticks:
    def test_it_rings_in_the_middle_of_a_deal_and_stays_rung_when_the_total_falls_again(self):
        table = Table(CLASSIC).deal(ana=395, bo=300).start().note("1-2-3")
        assert table.match.bell == (1, 0, 0)
        assert table.totals["ana"] == 401
        table.draw(3).pass_().draw(3).pass_()
        assert table.totals["ana"] == 376
        table.close(ana=30, bo=90)
        assert table.totals == {"ana": 436, "bo": 275}
        assert table.winners == ("ana",)

    def test_the_winner_may_be_below_400_and_another_than_who_rang(self):
        table = Table(CLASSIC).deal(ana=395, bo=380).start().note("1-2-3")
        table.draw(3).pass_().draw(3).pass_().close(ana=60, bo=28)
        assert table.match.bell == (1, 0, 0)
        assert table.totals == {"ana": 376, "bo": 387}
        assert table.winners == ("bo",)

    def test_it_rings_once(self):
        table = Table(CLASSIC).deal(ana=395, bo=395).start().note("1-2-3").note("2-2-3")
        assert table.match.bell == (1, 0, 0)

    def test_the_end_of_a_deal_can_ring_it_and_that_deal_was_the_last(self):
        table = Table(CLASSIC).deal(ana=300, bo=0).start().note("0-0-1").draw(3).pass_().draw(3).pass_()
        assert table.match.bell is None
        table.close(ana=10, bo=150)
        assert table.match.bell == (1, None, 0)
        assert table.winners == ("ana",)

    def test_then_it_is_the_highest_totals_and_the_first_in_seat_order_if_equal(self):
        assert Table(CLASSIC).deal(ana=410, bo=420).match.bell == (0, None, 1)
        assert Table(CLASSIC).deal(ana=420, bo=420).match.bell == (0, None, 0)

    def test_a_totals_deal_can_say_that_it_rang_though_no_total_shows_it(self):
        table = Table(CLASSIC).deal(ana=390, bo=380, bell=True)
        assert table.match.bell == (0, None, None)
        assert table.winners == ("ana",)

    @pytest.mark.parametrize("sheet", ALL)
    def test_limit_and_bell_are_options(self, sheet):
        assert Table(sheet, limit=100, bell="exceed").deal(ana=100, bo=0).match.bell is None
        assert Table(sheet, limit=100, bell="reach").deal(ana=100, bo=0).match.bell is not None


class TestR15:
    def test_equal_totals_share_the_win(self):
        assert Table(NORDIC).deal(ana=410, bo=410).winners == ("ana", "bo")

    def test_or_one_more_deal_is_played_until_it_is_decided(self):
        table = Table(NORDIC, match_tie="extra-deal").deal(ana=410, bo=410)
        assert not table.winners
        table.deal(ana=10, bo=10)
        assert not table.winners
        assert table.deal(ana=9, bo=10).winners == ("bo",)
        assert table.match.bell == (0, None, 0)

    def test_nothing_can_be_played_once_it_is_over(self):
        table = Table(NORDIC).deal(ana=410, bo=0)
        assert table.engine.legal(table.match) == ()
        for action in ({"do": "start", "starter": "ana"}, {"do": "deal", "points": {"ana": 1, "bo": 1}}):
            with pytest.raises(RuleError) as refused:
                table.do(**action)
            assert refused.value.code == "match-over"


def test_r16_totals_may_be_negative():
    assert Table(CZECH).deal(ana=-50, bo=20).totals == {"ana": -50, "bo": 20}


def test_readings_are_shown_as_readings():
    shown = {sheet: {option.key for option in engine(sheet).options if option.reading} for sheet in ALL}
    assert shown == {
        CLASSIC: {"blocked_tie", "match_tie"},
        COMPACT: {"two_sides", "blocked_tie", "match_tie"},
        INTERNATIONAL: {"bell", "two_sides", "blocked_tie", "match_tie"},
        NORDIC: {"two_sides", "blocked_tie", "match_tie"},
        CZECH: {"two_sides", "blocked_tie", "match_tie"},
    }
