"""A deal on the drawn board in a real browser: by finger, mouse and keyboard, and without scripts."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from rules.triominos.machine import TriominosEngine
from rules.triominos.state import Match
from rules.triominos.tiles import TILES
from rules.triominos.variants.classic import engine as classic
from rules.triominos.variants.compact import engine as compact
from rules.triominos.variants.czech import engine as czech
from rules.triominos.variants.international import engine as international
from rules.triominos.variants.nordic import engine as nordic
from tests.board_deals import Actions, board_deal, states, turns
from tests.browser.boards import play_on, post, table_page
from tests.browser.devices import Device
from tests.browser.test_desk import SMALLEST_TARGET
from tests.browser.test_thin_tournament import no_sideways_scroll
from tests.hall import Hall, eventually
from tournaments.desk.drawing import place_text

pytestmark = pytest.mark.only_the_page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1280, "height": 900}}
SHEETS = (classic, international, nordic, czech, compact)


def lit(page: Page, action: dict[str, Any]) -> Locator:
    return page.locator(f".lit[data-cell='{action['cell'][0]},{action['cell'][1]}']")


def press(page: Page, where: Locator) -> None:
    """With what this device has."""
    where.tap() if page.evaluate("navigator.maxTouchPoints") else where.click()


def type_tile(page: Page, action: dict[str, Any]) -> None:
    for number in sorted(action["corners"]):
        press(page, page.locator(f"[data-key='{number}']"))


def shows(page: Page, engine: TriominosEngine, state: Match) -> None:
    for number, total in enumerate(engine.totals(state).values()):
        expect(page.locator(".place__total").nth(number)).to_have_text(str(total).replace("-", "−"))


def view_of(page: Page) -> list[float]:
    box = page.locator("svg[data-view]").get_attribute("viewBox")
    return [float(each) for each in (box or "").split()]


def is_whole(page: Page) -> bool:
    found: bool = page.locator("svg[data-view]").evaluate(
        "svg => svg.getAttribute('viewBox') === svg.dataset.frame"
    )
    return found


# -- the rules in the browser are those of the engine ------------------------------------------------


@pytest.mark.parametrize("two_sides", [0, 40])
def test_the_browser_lights_up_what_the_engine_allows(hall: Hall, device: Device, two_sides: int) -> None:
    """Every position of real deals by all five sheets, every tile that is not laid."""
    page = device(**PHONE).new_page()
    table_page(hall, page, f"Agree {two_sides}", classic)
    page.locator("[name='depth'][value='board']").check()
    eventually(lambda: page.evaluate("Boolean(globalThis.triominos?.placements)"))
    asked, expected = [], []
    for engine in SHEETS:
        for state in _positions(engine, {"two_sides": two_sides}):
            deal = state.deal
            if deal is None or not deal.laid or deal.end:
                continue
            board = " ".join(place_text(cell, corners) for cell, corners in deal.board.tiles())
            pays = dict(engine.variant.bonuses) | ({"two-sides": two_sides} if two_sides else {})
            free = [tile.name.replace("-", "") for tile in TILES if not tile.bit & deal.laid]
            asked.append([board, free, pays])
            offers = engine.offers(state)
            expected.append(
                sorted([place_text(each.cell, each.corners), each.bonus or ""] for each in offers)
            )
    assert len(asked) > 500
    found = page.evaluate(
        """(asked) => asked.map(([board, tiles, pays]) => tiles.flatMap((tile) =>
            triominos.placements(triominos.read(board), tile, pays).map((each) => [each.value, each.bonus])))""",
        asked,
    )
    assert [sorted(each) for each in found] == expected
    bonuses = {bonus for each in expected for _place, bonus in each}
    assert {"bridge", "hexagon", "double-hexagon"} < bonuses
    assert ("two-sides" in bonuses) is bool(two_sides)


def _positions(engine: TriominosEngine, options: dict[str, Any]) -> Iterator[Match]:
    """Deals in which every kind of bonus comes up."""
    for people, seed in ((2, 40), (2, 227), (3, 638)):
        players = [str(seat) for seat in range(1, people + 1)]
        match = engine.start(players, options)
        for action in board_deal(engine, players, seed, options):
            match = engine.apply(match, action).state
            yield match


# -- a whole deal -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "engine", "seed"),
    [(PHONE, classic, 338), (DESKTOP, international, 210)],
    ids=["phone", "desktop"],
)
def test_a_whole_deal_is_laid_tile_by_tile(
    hall: Hall, device: Device, options: dict[str, Any], engine: TriominosEngine, seed: int
) -> None:
    page = device(**options).new_page()
    card = table_page(hall, page, f"Board {seed}", engine, people=3)
    watcher = device(**PHONE).new_page()
    watcher.goto(page.url)
    actions = board_deal(engine, ["1", "2", "3"], seed)
    _start_on_the_board(page, actions)
    _large_enough(page)
    state = states(engine, ["1", "2", "3"], actions[:1])[-1]
    earned = set()
    for draws, last in turns(actions):
        earned.add(_lay(page, engine, state, draws, last))
        for action in [{"player": last["player"], "do": "draw"}] * draws + [last]:
            state = engine.apply(state, action).state
        shows(page, engine, state)
        no_sideways_scroll(page)
    assert {"bridge", "hexagon"} <= earned

    # Who watches has seen it grow, and sees who laid the last tile. Nothing can be laid there.
    expect(watcher.locator(".felt-board--watched .laid > g")).to_have_count(len(_placed(actions)))
    expect(watcher.locator(".key-to--newest")).to_contain_text("Last laid")
    expect(watcher.locator(".key-to--ring")).to_be_visible()
    expect(watcher.locator("#panel form")).to_have_count(0)
    no_sideways_scroll(watcher)

    # Somebody went out: the racks, as on the sheet.
    for seat, held in actions[-1]["left"].items():
        page.locator(f"[name='sum_{seat}']").fill(str(held))
    expect(page.locator("#preview")).to_contain_text("went out; +25")
    page.locator("#commit").click()
    shows(page, engine, engine.apply(state, actions[-1]).state)
    expect(page.locator("[name='depth'][value='board']")).to_be_checked()
    assert card


def test_what_is_tapped_before_the_next_panel_is_there_is_not_lost(hall: Hall, device: Device) -> None:
    """The score may have gone on already, and the last panel may still stand there, as on a slow line."""
    page = device(**PHONE).new_page()
    table_page(hall, page, "Soon", classic)
    actions = board_deal(classic, ["1", "2"], 40)
    _start_on_the_board(page, actions)
    ((_draws, opening),) = turns(actions)[:1]
    held: list[Route] = []
    page.route(re.compile(r"part=(desk|panel)"), lambda route: held.append(route))
    _lay(page, classic, states(classic, ["1", "2"], actions[:1])[-1], 0, opening)
    expect(page.locator("#turn")).to_have_js_property("inert", True)
    expect(page.locator("#score")).to_have_attribute("data-version", "2")
    # The panel alone comes first, and is worked on while the whole desk is on its way.
    expect(page.locator("#turn")).to_have_js_property("inert", True)
    expect(page.locator("#turn")).to_have_css("opacity", "0.45")
    tile = page.locator("[name='tile']").input_value()
    page.keyboard.press("Backspace")
    expect(page.locator("[name='tile']")).to_have_value(tile)
    _let_go(page, held, "part=panel")
    expect(page.locator("#turn")).to_have_js_property("inert", False)
    press(page, page.locator(".draw:has([value='2'])"))
    with page.expect_response(lambda answer: "part=desk" in answer.url):
        _let_go(page, held, "part=desk")
    expect(page.locator(".draw [value='2']")).to_be_checked()
    type_tile(page, {"corners": [0, 0, 0]})
    expect(page.locator("[name='tile']")).to_have_value("000")


def _let_go(page: Page, held: list[Route], part: str) -> None:
    """Those of the held requests that ask for this, once there is one."""
    for _ in range(100):
        if found := [each for each in held if part in each.request.url]:
            break
        page.locator("#panel").evaluate("() => new Promise(requestAnimationFrame)")
    for each in found:
        each.continue_()


def _start_on_the_board(page: Page, actions: Actions) -> None:
    expect(page.locator("[name='depth'][value='sheet']")).to_be_checked()
    press(page, page.locator(".way:has([value='board'])"))
    press(page, page.locator(f".starter[value='{actions[0]['starter']}']"))
    expect(page.locator(".turn--board")).to_be_visible()


def _lay(page: Page, engine: TriominosEngine, state: Match, draws: int, last: dict[str, Any]) -> str:
    """One turn by tapping; gives the bonus that was promised."""
    if draws:
        press(page, page.locator(f".draw:has([value='{draws}'])"))
    if last["do"] == "pass":
        press(page, page.locator(".key--pass"))
        press(page, page.locator("#commit"))
        return ""
    type_tile(page, last)
    offers = engine.offers(state, ["-".join(map(str, sorted(last["corners"])))])
    offer = next(each for each in offers if each.cell == tuple(last["cell"]))
    if state.deal and state.deal.laid:
        expect(page.locator(".lit")).to_have_count(len({each.cell for each in offers}))
        bonus = offer.points - offer.tile.sum
        expect(lit(page, last).locator(".lit__label")).to_have_text(f"+{bonus}" if bonus else "")
        press(page, lit(page, last))
    expect(lit(page, last)).to_have_attribute("aria-pressed", "true")
    expect(lit(page, last).locator(".lit__tile text")).to_have_text("".join(map(str, last["corners"])))
    cost = draws * engine.variant.draw_cost
    points = offer.points - cost
    expect(page.locator("#commit-sum")).to_have_text(
        f"+{points}" if points > 0 else str(points).replace("-", "−")
    )
    if offer.bonus:
        expect(page.locator("#preview")).to_contain_text(f"{offer.bonus}: ")
    press(page, page.locator("#commit"))
    return offer.bonus or ""


def _placed(actions: Actions) -> Actions:
    return [action for action in actions if action["do"] == "place"]


def _large_enough(page: Page) -> None:
    for each in page.locator("#panel :is(button, .key, .draw, .way):visible").all():
        box = each.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= SMALLEST_TARGET, each.inner_text()


# -- turning --------------------------------------------------------------------------------------------


def test_the_first_tile_is_turned_by_tapping_it_again(hall: Hall, device: Device) -> None:
    page = device(**PHONE).new_page()
    table_page(hall, page, "Turning", international)
    _start_on_the_board(page, [{"starter": "1"}])
    type_tile(page, {"corners": [1, 2, 3]})
    up, down = page.locator(".lit[data-cell='0,0']"), page.locator(".lit[data-cell='1,0']")
    seen = []
    for _tap in range(3):
        seen.append(up.locator(".lit__tile text").text_content())
        up.tap()
    assert seen == ["123", "231", "312"]
    down.tap()
    expect(up).to_have_attribute("aria-pressed", "false")
    down.tap()
    expect(down.locator(".lit__tile text")).to_have_text("231")
    expect(page.locator("#commit-sum")).to_have_text("+6")
    page.locator("#commit").tap()
    expect(page.locator(".laid text")).to_have_text("231")
    expect(page.locator("svg[data-tiles]")).to_have_attribute("data-tiles", "1,0,231")


def test_a_tile_that_fits_nowhere_says_so_and_another_takes_its_place(hall: Hall, device: Device) -> None:
    page = device(**PHONE).new_page()
    table_page(hall, page, "Nowhere", classic)
    _start_on_the_board(page, [{"starter": "1"}])
    type_tile(page, {"corners": [5, 5, 5]})
    page.locator("#commit").tap()
    expect(page.get_by_role("heading", name="to play")).to_be_visible()
    type_tile(page, {"corners": [0, 1, 2]})
    expect(page.locator("#preview")).to_contain_text("This tile fits nowhere on the board.")
    expect(page.locator(".lit")).to_have_count(0)
    for _number in range(3):
        page.locator("[data-back]").tap()
    type_tile(page, {"corners": [4, 5, 5]})
    expect(page.locator(".lit")).to_have_count(3)
    page.locator(".lit").first.tap()
    expect(page.locator("#commit-sum")).to_have_text("+14")
    # Whoever passes after all has laid nothing.
    page.locator(".key--pass").tap()
    expect(page.locator(".lit")).to_have_count(0)
    expect(page.locator("#commit-sum")).to_have_text("−25")


# -- keys -------------------------------------------------------------------------------------------------


def test_a_keyboard_alone_lays_tiles_and_moves_the_board(hall: Hall, device: Device) -> None:
    page = device(**DESKTOP).new_page()
    table_page(hall, page, "Keys", classic)
    page.locator("[name='depth'][value='sheet']").focus()
    page.keyboard.press("ArrowRight")
    page.locator(".starter").first.press("Enter")
    expect(page.locator(".turn--board")).to_be_visible()
    page.keyboard.type("555")
    expect(page.locator(".lit[data-cell='0,0']")).to_be_focused()
    # Nothing to turn: Enter goes on to the button.
    page.keyboard.press("Enter")
    expect(page.locator("#commit")).to_be_focused()
    expect(page.locator("#commit-sum")).to_have_text("+25")
    page.keyboard.press("Enter")
    expect(page.locator(".laid > g")).to_have_count(1)

    page.keyboard.type("455")
    expect(page.locator(".lit")).to_have_count(3)
    expect(page.locator(".lit:focus")).to_have_count(1)
    seen = {page.locator(".lit:focus").get_attribute("data-cell")}
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        seen.add(page.locator(".lit:focus").get_attribute("data-cell"))
    assert seen == {"1,0", "0,1", "-1,0"}
    below = page.locator(".lit[data-cell='0,1']")
    expect(below).to_have_attribute("aria-label", "Place 3 of 3, below 5-5-5: no bonus: 14 points")
    below.focus()
    page.keyboard.press("Space")
    expect(page.locator(".lit[data-cell='0,1']")).to_have_attribute("aria-pressed", "true")
    # Another tile, typed where the focus is.
    page.keyboard.press("Backspace")
    expect(page.locator(".lit")).to_have_count(0)
    page.keyboard.type("4")
    expect(page.locator(".lit")).to_have_count(0)
    for _number in range(3):
        page.keyboard.press("Backspace")
    page.keyboard.type("355")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#commit-sum")).to_have_text("+13")
    page.keyboard.press("Enter")
    expect(page.locator(".laid > g")).to_have_count(2)
    # The next panel is there, with its own board.
    expect(page.locator("#turn")).to_have_js_property("inert", False)

    board = page.locator("svg[data-view]")
    board.focus()
    before = view_of(page)
    page.keyboard.press("+")
    assert view_of(page)[2] < before[2]
    moved = view_of(page)
    page.keyboard.press("ArrowRight")
    assert view_of(page)[0] > moved[0]
    page.keyboard.press("-")
    page.keyboard.press("Home")
    assert is_whole(page)


def test_a_tile_typed_the_moment_the_board_appears_is_looked_up(hall: Hall, device: Device) -> None:
    page = device(**DESKTOP).new_page()
    table_page(hall, page, "Quick", classic)
    page.locator("[name='depth'][value='board']").check(force=True)
    page.evaluate(
        """() => new MutationObserver((_seen, observer) => {
          if (!document.querySelector(".turn--board")) return;
          observer.disconnect();
          for (const key of "555") document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        }).observe(document.body, { childList: true, subtree: true })"""
    )
    page.locator(".starter").first.press("Enter")
    expect(page.locator("#commit-sum")).to_have_text("+25")


def test_a_tile_typed_before_the_boards_files_came_is_placed_and_looked_up(
    hall: Hall, device: Device
) -> None:
    # A service worker would answer from its own store, before the files can be held back.
    page = device(**DESKTOP, service_workers="block").new_page()
    held: list[Route] = []
    come: list[bool] = []
    page.route("**/board*.js", lambda route: route.continue_() if come else held.append(route))
    table_page(hall, page, "Slow files", classic)
    page.locator("[name='depth'][value='board']").check(force=True)
    page.locator(".starter").first.press("Enter")
    expect(page.locator(".turn--board")).to_be_visible()
    page.keyboard.type("555")
    expect(page.locator("#commit-sum")).to_have_text("")
    come.append(True)
    for each in held:
        each.continue_()
    expect(page.locator("#commit-sum")).to_have_text("+25")


# -- fingers, mouse, wheel ---------------------------------------------------------------------------------


def test_the_board_is_dragged_and_pinched(hall: Hall, device: Device) -> None:
    context = device(**PHONE)
    page = context.new_page()
    table_page(hall, page, "Pinch", classic)
    actions = board_deal(classic, ["1", "2"], 5)
    play_on(page, actions, 15)
    assert is_whole(page)
    box = page.locator("svg[data-view]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = Fingers(context, page)

    before = view_of(page)
    touch.move([(x - 30, y), (x + 30, y)], [(x - 90, y), (x + 90, y)])
    pinched = view_of(page)
    assert pinched[2] == pytest.approx(before[2] / 3, rel=0.15)

    touch.move([(x, y)], [(x - 60, y - 40)])
    dragged = view_of(page)
    assert dragged[2] == pinched[2]
    assert dragged[0] > pinched[0]
    assert dragged[1] > pinched[1]

    # Where somebody has moved to, the next turn stays; a drag that begins on a lit place lays nothing.
    last = turns(actions)[15][1]
    type_tile(page, last)
    page.locator("[data-zoom='fit']").tap()
    assert is_whole(page)
    where = lit(page, last).bounding_box()
    assert where
    on = (where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    touch.move([on], [(on[0] + 50, on[1] + 30)])
    assert not is_whole(page)
    expect(lit(page, last)).to_have_attribute("aria-pressed", "false")
    kept = view_of(page)
    lit(page, last).tap()
    expect(page.locator("#commit-sum")).not_to_be_empty()
    page.locator("#commit").tap()
    expect(page.locator(".laid > g")).to_have_count(16)
    assert view_of(page)[2:] == kept[2:]

    # Tapped twice beside the tiles, all of it is seen again. Two taps made at once: no clock decides here.
    page.locator("svg[data-view]").evaluate(
        """(svg, at) => { for (const _tap of [1, 2])
            svg.dispatchEvent(new MouseEvent("click", { ...at, bubbles: true, detail: 1 })) }""",
        {"clientX": box["x"] + 12, "clientY": box["y"] + 12},
    )
    assert is_whole(page)


class Fingers:
    """Real touches, several at once."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self.session = context.new_cdp_session(page)

    def move(self, start: list[tuple[float, float]], end: list[tuple[float, float]], steps: int = 8) -> None:
        self._send("touchStart", start)
        for step in range(1, steps + 1):
            part = step / steps
            self._send(
                "touchMove",
                [
                    (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
                    for a, b in zip(start, end, strict=True)
                ],
            )
        self._send("touchEnd", [])

    def _send(self, kind: str, points: list[tuple[float, float]]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def test_a_mouse_drags_and_its_wheel_zooms(hall: Hall, device: Device) -> None:
    page = device(**DESKTOP).new_page()
    table_page(hall, page, "Mouse", classic)
    play_on(page, board_deal(classic, ["1", "2"], 5), 15)
    box = page.locator("svg[data-view]").bounding_box()
    assert box
    page.mouse.move(box["x"] + 100, box["y"] + 100)
    before = view_of(page)
    page.mouse.wheel(0, -100)
    page.wait_for_function(
        "w => document.querySelector('svg[data-view]').viewBox.baseVal.width < w", arg=before[2]
    )
    zoomed = view_of(page)
    page.mouse.down()
    page.mouse.move(box["x"] + 160, box["y"] + 130, steps=4)
    page.mouse.up()
    assert view_of(page)[0] < zoomed[0]
    assert view_of(page)[2] == zoomed[2]
    page.get_by_role("button", name="Larger").click()
    assert view_of(page)[2] < zoomed[2]
    page.get_by_role("button", name="The whole board").click()
    assert is_whole(page)


# -- from deal to deal ----------------------------------------------------------------------------------------


def test_board_then_sheet_then_points(hall: Hall, device: Device) -> None:
    page = device(**PHONE).new_page()
    table_page(hall, page, "Mixed", classic)
    actions = board_deal(classic, ["1", "2"], 195)
    version = play_on(page, actions, 99)
    for seat, held in actions[-1]["left"].items():
        page.locator(f"[name='sum_{seat}']").fill(str(held))
    page.locator("#commit").tap()
    expect(page.locator("[name='depth'][value='board']")).to_be_checked()

    page.locator(".way:has([value='sheet'])").tap()
    page.locator(".starter").first.tap()
    expect(page.locator(".bonuses, #turn:not(.turn--board)").first).to_be_visible()
    version += 2
    # The phone goes on before the server has heard of it; what is posted beside the phone is not to overtake it.
    expect(page.locator("#score")).to_have_attribute("data-version", str(version))
    for number in range(17):
        post(page, "turn", version, {"player": number % 2 + 1, "tile": TILES[number].name})
        version += 1
    # The page that was made when the board was proposed follows by itself, and proposes the sheet in the end.
    expect(page.locator("#score")).to_have_attribute("data-version", str(version))
    page.locator("[name='sum_2']").fill("12")
    page.locator("#commit").tap()
    expect(page.locator("[name='depth'][value='sheet']")).to_be_checked()

    page.get_by_role("link", name="Only enter the points of this deal").tap()
    for number, points in enumerate(["30", "20"]):
        page.locator(".points input").nth(number).fill(points)
    page.get_by_role("button", name="Enter deal").tap()
    expect(page.locator(".deals tbody tr")).to_have_count(3)
    page.get_by_role("link", name="Follow this deal turn by turn").tap()
    page.locator(".way:has([value='board'])").tap()
    page.locator(".starter").last.tap()
    expect(page.locator(".turn--board")).to_be_visible()
    no_sideways_scroll(page)


# -- correcting, and without scripts ------------------------------------------------------------------------------


def test_a_turn_on_the_board_is_corrected_by_tapping_another_place(hall: Hall, device: Device) -> None:
    page = device(**PHONE).new_page()
    table_page(hall, page, "Correct", classic)
    _start_on_the_board(page, [{"starter": "1"}])
    type_tile(page, {"corners": [5, 5, 5]})
    page.locator("#commit").tap()
    expect(page.locator(".laid > g")).to_have_count(1)
    type_tile(page, {"corners": [4, 5, 5]})
    page.locator(".lit[data-cell='1,0']").tap()
    expect(page.locator("#commit-sum")).to_have_text("+14")
    page.locator("#commit").tap()
    expect(page.locator(".laid > g")).to_have_count(2)

    page.locator(".entry__undo").first.tap()
    page.get_by_role("link", name="Correct it instead").tap()
    # The board as it was, and the tile where it was laid.
    expect(page.locator(".laid > g")).to_have_count(1)
    expect(page.locator(".lit[data-cell='1,0']")).to_have_attribute("aria-pressed", "true")
    page.locator(".lit[data-cell='-1,0']").tap()
    page.locator(".draw:has([value='2'])").tap()
    expect(page.locator(".effects")).to_contain_text("4")
    page.get_by_role("button", name="Correct it so").tap()
    expect(page.locator(".entry__corrected")).to_be_visible()
    expect(page.locator("svg[data-tiles]")).to_have_attribute("data-tiles", "0,0,555 -1,0,455")
    expect(page.locator(".place__total").nth(1)).to_have_text("4")


def test_without_scripts_the_places_are_a_list(hall: Hall, device: Device) -> None:
    organiser = device(**PHONE).new_page()
    card = table_page(hall, organiser, "List", nordic)
    page = device(**PHONE, java_script_enabled=False).new_page()
    page.goto(card)
    page.locator(".way:has([value='board'])").click()
    page.locator(".starter").first.click()
    tile, check = page.get_by_label("Tile, its three numbers"), page.get_by_role("button", name="Check")
    tile.fill("555")
    check.click()
    page.get_by_role("button", name="Enter for").click()
    expect(page.locator(".laid > g")).to_have_count(1)

    tile.fill("012")
    check.click()
    expect(page.get_by_text("0-1-2 fits nowhere on the board.").first).to_be_visible()
    tile.fill("4 5 5")
    check.click()
    expect(page.locator(".nook")).to_have_count(3)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_label("left of 5-5-5").check()
    page.get_by_role("button", name="Enter for").click()
    expect(page.locator(".laid > g")).to_have_count(2)
    expect(page.locator(".entry__words").first).to_have_text(re.compile("4-5-5"))
    no_sideways_scroll(page)
