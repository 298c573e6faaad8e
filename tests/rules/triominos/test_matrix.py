"""The rows of the matrix in which the rule sheets differ, or agree, one test a row."""

import pytest

from rules.api import RuleError
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


def racks(**held):
    """Full racks for two: the tiles that matter, and others that do not."""
    named = [tile for tiles in held.values() for tile in tiles]
    full = {}
    for player, tiles in held.items():
        full[player] = tiles + tiles_without(named, 9 - len(tiles))
        named += full[player]
    return full


@pytest.mark.parametrize(
    ("sheet", "hands"),
    [
        (CLASSIC, {2: 9, 3: 7, 4: 7, 5: 6, 6: 6}),
        (COMPACT, {2: 7, 3: 7, 4: 7, 5: 7, 6: 7}),
        (INTERNATIONAL, {2: 9, 3: 7, 4: 7}),
        (NORDIC, {2: 9, 3: 7, 4: 7}),
        (CZECH, {2: 9, 3: 7, 4: 7}),
    ],
)
def test_tiles_each_by_number_of_players(sheet, hands):
    dealt = {}
    for count in engine(sheet).seats:
        deal = Table(sheet, *"abcdef"[:count]).start("a").match.deal
        dealt[count] = deal.counts[0]
        assert deal.pool == 56 - sum(deal.counts)
    assert dealt == hands


class TestWhoStarts:
    def test_classic_the_highest_trio_starts(self):
        Table(CLASSIC).start("bo", racks=racks(ana=["3-3-3", "4-5-5"], bo=["4-4-4"]))

    def test_classic_a_lower_trio_does_not(self):
        with pytest.raises(RuleError) as refused:
            Table(CLASSIC).start("ana", racks=racks(ana=["3-3-3", "4-5-5"], bo=["4-4-4"]))
        assert refused.value.code == "wrong-starter"

    def test_compact_deals_seven_and_the_highest_trio_starts(self):
        hands = {player: tiles[:7] for player, tiles in racks(ana=["0-0-0"], bo=["1-1-1"]).items()}
        with pytest.raises(RuleError) as refused:
            Table(COMPACT).start("ana", racks=hands)
        assert refused.value.code == "wrong-starter"
        Table(COMPACT).start("bo", racks=hands)

    def test_classic_with_no_trio_the_highest_total_starts(self):
        hands = racks(ana=["3-4-5"], bo=["4-5-5"])
        with pytest.raises(RuleError, match="4-5-5"):
            Table(CLASSIC).start("ana", racks=hands)
        assert Table(CLASSIC).start("bo", racks=hands).note("4-5-5").points == 14

    @pytest.mark.parametrize("sheet", DRAWN_START)
    @pytest.mark.parametrize("starter", ["ana", "bo"])
    def test_elsewhere_drawn_tiles_decide_and_the_record_says_who(self, sheet, starter):
        Table(sheet).start(starter, racks=racks(ana=["5-5-5"], bo=["0-0-1"]))


class TestWhatTheStarterLays:
    def test_classic_that_trio_and_nothing_else(self):
        table = Table(CLASSIC).start(racks=racks(ana=["5-5-5", "4-4-4"], bo=[]))
        with pytest.raises(RuleError) as refused:
            table.note("4-4-4")
        assert refused.value.code == "wrong-opening-tile"
        assert table.note("5-5-5").points == 25

    def test_classic_may_open_with_zero_when_holding_the_highest_trio_too(self):
        table = Table(CLASSIC).start(racks=racks(ana=["5-5-5", "0-0-0"], bo=["4-4-4"]))
        assert table.note("0-0-0").points == 40

    def test_compact_may_not(self):
        hands = {p: tiles[:7] for p, tiles in racks(ana=["5-5-5", "0-0-0"], bo=[]).items()}
        with pytest.raises(RuleError) as refused:
            Table(COMPACT).start(racks=hands).note("0-0-0")
        assert refused.value.code == "wrong-opening-tile"

    @pytest.mark.parametrize("sheet", DRAWN_START)
    def test_elsewhere_any_tile_of_the_rack(self, sheet):
        table = Table(sheet).start(racks=racks(ana=["5-5-5", "0-1-2"], bo=[]))
        assert table.note("0-1-2").points == 3


@pytest.mark.parametrize("sheet", DRAWN_START)
@pytest.mark.parametrize(("tile", "points"), [("3-3-3", 9), ("0-0-0", 0), ("3-4-5", 12)])
def test_a_drawn_start_scores_the_tile_alone(sheet, tile, points):
    table = Table(sheet).start().note(tile)
    assert (table.points, table.why) == (points, ["tile"])


@pytest.mark.parametrize("sheet", TRIO_START)
def test_a_trio_start_names_each_part_of_its_score(sheet):
    assert Table(sheet).start().note("0-0-0").why == ["tile", "start-trio", "start-zero"]
    assert Table(sheet).start().note("2-2-2").why == ["tile", "start-trio"]
    assert Table(sheet).start().note("3-4-5").why == ["tile"]


@pytest.mark.parametrize("sheet", ALL)
def test_turns_go_clockwise_in_seat_order(sheet):
    table = Table(sheet, "ana", "bo", "cy").start("bo")
    order = [table.note(tile) and table.turn for tile in ("0-0-1", "0-0-2", "0-0-3")]
    assert order == ["cy", "ana", "bo"]


@pytest.mark.parametrize("sheet", ALL)
@pytest.mark.parametrize(
    ("cell", "corners", "code"),
    [
        ((1, 0), (4, 5, 4), None),
        ((0, 0), (1, 1, 1), "cell-occupied"),
        ((1, -1), (1, 1, 4), "detached"),
        ((9, 9), (1, 1, 1), "detached"),
        ((1, 0), (4, 4, 5), "corner-mismatch"),
    ],
)
def test_a_placement_shares_a_side_and_both_its_numbers(sheet, cell, corners, code):
    table = Table(sheet).start(depth="board").lay((0, 0), (4, 4, 4))
    if code is None:
        table.lay(cell, corners)
        return
    with pytest.raises(RuleError) as refused:
        table.lay(cell, corners)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("sheet", "bonus"), [(CLASSIC, 40), (COMPACT, 0), (INTERNATIONAL, 0), (NORDIC, 0), (CZECH, 0)]
)
def test_two_sides_without_a_hexagon(sheet, bonus):
    assert shaped(sheet, "1-4-4", "two sides").points == 9 + bonus


@pytest.mark.parametrize("sheet", ALL)
@pytest.mark.parametrize(
    ("shape", "bonus"), [("bridge", 40), ("hexagon", 50), ("double hexagon", 60), ("triple hexagon", 70)]
)
def test_bridge_and_hexagons_earn_the_same_everywhere(sheet, shape, bonus):
    table = shaped(sheet, "1-1-3", shape)
    assert (table.points, table.why) == (5 + bonus, ["tile", shape.replace(" ", "-")])


@pytest.mark.parametrize("sheet", ALL)
class TestDrawing:
    def test_each_tile_costs_five_and_three_are_the_most(self, sheet):
        table = opened(sheet).draw(3)
        assert (table.points, table.totals["bo"]) == (-5, -15)
        with pytest.raises(RuleError) as refused:
            table.draw()
        assert refused.value.code == "draw-limit"

    def test_a_tile_may_be_laid_after_each(self, sheet):
        for times in (1, 2, 3):
            assert opened(sheet).draw(times).note("5-5-5").totals["bo"] == 15 - 5 * times

    def test_three_drawn_and_no_play_costs_ten_more_and_ends_the_turn(self, sheet):
        table = opened(sheet).draw(3).pass_()
        assert (table.points, table.why, table.turn) == (-10, ["pass-after-draws"], "ana")

    def test_nobody_passes_before_that_while_there_are_tiles(self, sheet):
        for times in (0, 1, 2):
            with pytest.raises(RuleError) as refused:
                opened(sheet).draw(times).pass_()
            assert refused.value.code == "must-draw"


@pytest.mark.parametrize(
    ("sheet", "cost"), [(CLASSIC, 10), (COMPACT, 0), (INTERNATIONAL, 0), (NORDIC, 0), (CZECH, 0)]
)
def test_passing_on_an_empty_pool(sheet, cost):
    table = empty_the_pool(opened(sheet)).pass_()
    assert (table.points, table.why) == (-cost, ["pass-empty-pool"])


@pytest.mark.parametrize("sheet", ALL)
def test_going_out_earns_25_and_all_the_other_racks(sheet):
    table = Table(sheet, "ana", "bo", "cy").start()
    names = iter(tiles_without([], 40))
    while table.match.deal.end is None:
        if table.turn == "ana":
            table.note(next(names))
        else:
            table.draw(3 if table.match.deal.pool >= 3 else 0)
            table.note(next(names))
    before = table.totals
    table.close(bo=60, cy=70)
    assert table.why == ["going-out", "racks"]
    assert table.totals == {**before, "ana": before["ana"] + 25 + 60 + 70}


def blocked(sheet, *players, **options):
    """A deal that everybody has passed out of, on an empty pool."""
    table = empty_the_pool(opened(sheet, *players, **options))
    for _ in table.match.players:
        table.pass_()
    assert table.match.deal.end == "blocked"
    return table


@pytest.mark.parametrize("sheet", TRIO_START)
def test_a_block_goes_to_the_lowest_rack_with_no_25(sheet):
    table = blocked(sheet)
    before = table.totals
    table.close(ana=200, bo=170)
    assert table.why == ["racks", "own-rack"]
    assert table.totals == {"ana": before["ana"], "bo": before["bo"] + 200 - 170}
    assert table.match.deals[-1].winners == (1,)


@pytest.mark.parametrize("sheet", DRAWN_START)
def test_in_a_block_everybody_subtracts_the_own_rack(sheet):
    table = blocked(sheet)
    before = table.totals
    table.close(ana=200, bo=170)
    assert table.totals == {"ana": before["ana"] - 200, "bo": before["bo"] - 170}


class TestWhoWinsADeal:
    def bo_scores_more_but_ana_goes_out(self, sheet):
        table = opened(sheet).note("5-5-5", "triple-hexagon")
        for tile in ("0-0-2", "0-0-3", "0-0-4", "0-0-5", "0-1-1", "0-1-2", "0-1-3", "0-1-4"):
            table.note(tile)
            if table.match.deal.end is None:
                table.draw().note(tile.replace("0-", "", 1) + "-5")
        table.close(bo=20)
        scores = table.match.deals[-1].scores
        assert scores[1] > scores[0]
        return table.match.deals[-1].winners

    def test_classic_who_goes_out(self):
        assert self.bo_scores_more_but_ana_goes_out(CLASSIC) == (0,)

    @pytest.mark.parametrize("sheet", DRAWN_START)
    def test_elsewhere_the_highest_score_of_the_deal(self, sheet):
        assert self.bo_scores_more_but_ana_goes_out(sheet) == (1,)


@pytest.mark.parametrize(
    ("sheet", "at_400"),
    [(CLASSIC, True), (COMPACT, True), (INTERNATIONAL, False), (NORDIC, True), (CZECH, False)],
)
def test_the_bell_rings_when_400_are_reached_or_exceeded(sheet, at_400):
    assert bool(Table(sheet).deal(ana=400, bo=0).winners) is at_400
    assert Table(sheet).deal(ana=401, bo=0).winners == ("ana",)
    assert not Table(sheet).deal(ana=399, bo=0).winners


def test_only_classic_proposes_a_turn_clock():
    assert {
        sheet: engine(sheet).variant.turn_seconds for sheet in ALL if engine(sheet).variant.turn_seconds
    } == {CLASSIC: (30, 60)}
