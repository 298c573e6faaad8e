"""The judge's desk under a thumb: a whole deal by the classic rules, every slip, two phones, no scripts."""

import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from rules.triominos.state import Match
from rules.triominos.tiles import TILES
from rules.triominos.variants.classic import engine
from tests.browser.devices import Device
from tests.browser.tables import sit_down
from tests.browser.test_thin_tournament import no_sideways_scroll
from tests.hall import Hall, eventually

pytestmark = pytest.mark.only_the_page

SMALLEST_TARGET = 48


@dataclass
class Table:
    """What is tapped, and beside it what the engine makes of the same."""

    page: Page
    state: Match = field(default_factory=lambda: engine.start(["1", "2"], {}))

    @property
    def names(self) -> list[str]:
        """In the order of the seats, which are drawn by lot."""
        return self.page.locator(".place__name").all_inner_texts()

    def start(self, seat: int) -> None:
        # At its edge: in the middle it may lie where “Enter” has just been tapped, and that would be a double tap.
        self.page.locator(".starter .tile").nth(seat - 1).tap()
        self._follow({"do": "start", "depth": "sheet", "starter": str(seat)})

    def tile(self, tile: str, *, bonus: str = "", draws: int = 0, twice: bool = False) -> None:
        self.type(tile, bonus=bonus, draws=draws)
        commit = self.page.locator("#commit")
        commit.dblclick() if twice else commit.tap()
        name = "-".join(sorted(tile))
        self._turn(draws, {"do": "place", "tile": name} | ({"bonus": bonus} if bonus else {}))

    def type(self, tile: str, *, bonus: str = "", draws: int = 0) -> None:
        for number in tile:
            self.page.locator(f"[data-key='{number}']").tap()
        if bonus:
            self.page.locator(f".bonus:has([value='{bonus}'])").tap()
        if draws:
            self.page.locator(f".draw:has([value='{draws}'])").tap()

    def pass_(self) -> None:
        """One tap: who passes has drawn all there was to draw."""
        self.page.locator(".key--pass").tap()
        expect(self.page.locator("#preview")).to_contain_text("passed after 3 tiles drawn")
        self.page.locator("#commit").tap()
        self._turn(3, {"do": "pass"})

    def close(self, left: dict[str, int]) -> None:
        for seat, points in left.items():
            self.page.locator(f"[name='sum_{seat}']").fill(str(points))
        expect(self.page.locator("#preview")).to_contain_text("went out; +25")
        self.page.locator("#commit").tap()
        self._follow({"do": "close", "left": left})

    def shows_the_totals(self, page: Page | None = None) -> None:
        for number, total in enumerate(engine.totals(self.state).values()):
            said = f"−{-total}" if total < 0 else str(total)
            expect((page or self.page).locator(".place__total").nth(number)).to_have_text(said)

    def shows_whose_turn_it_is(self) -> None:
        if self.state.deal and not self.state.deal.end:
            expect(self.page.locator(".place").nth(self.state.deal.turn)).to_have_class(
                re.compile("place--turn")
            )

    def _turn(self, draws: int, last: dict[str, Any]) -> None:
        assert self.state.deal
        player = {"player": str(self.state.deal.turn + 1)}
        self._follow(*[player | {"do": "draw"}] * draws, player | last)

    def _follow(self, *actions: dict[str, Any]) -> None:
        for action in actions:
            self.state = engine.apply(self.state, action).state
        self.shows_whose_turn_it_is()
        self.shows_the_totals()


def test_a_tap_soon_after_something_was_typed_is_no_second_half_of_the_one_before(
    hall: Hall, phone: Device
) -> None:
    page, _card = desk_page(hall, phone(), "Quick fingers")
    page.evaluate(
        "addEventListener('click', (event) => (window.last = [event.clientX, event.clientY, event.timeStamp]), true)"
    )
    table = Table(page)
    table.start(1)
    # The first key lies where the button was: sooner, it would be the second half of that tap.
    eventually(lambda: page.evaluate("performance.now() - window.last[2] > 600"))
    tiles = iter(tile.name.replace("-", "") for tile in TILES)
    while table.state.deal and not table.state.deal.end:
        table.tile(next(tiles))
    page.locator("[name='sum_1'], [name='sum_2']").first.fill("31")
    expect(page.locator("#preview")).to_contain_text("went out; +25")
    # What a browser makes of two taps in one place within half a second.
    page.evaluate(
        """() => document.getElementById("commit").dispatchEvent(new MouseEvent("click", {
          detail: 2, clientX: window.last[0], clientY: window.last[1], bubbles: true, cancelable: true,
        }))"""
    )
    expect(page.get_by_role("heading", name=re.compile("Deal 1: .* went out"))).to_be_visible()


def desk_page(hall: Hall, context: BrowserContext, name: str) -> tuple[Page, str]:
    """The organiser's page of a table of two, and the link on its card."""
    page = context.new_page()
    return page, sit_down(hall, page, name, engine.key, ["Ana <b>Ávila</b>", "דנה"])


def targets_are_large_enough(page: Page) -> None:
    for each in page.locator("#panel :is(button, .key, .bonus, .draw):visible").all():
        box = each.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= SMALLEST_TARGET, each.inner_text()


def test_a_whole_deal_is_played_by_tapping(hall: Hall, phone: Device) -> None:
    page, _card = desk_page(hall, phone(), "Whole deal")
    table = Table(page)
    no_sideways_scroll(page)
    table.start(1)
    targets_are_large_enough(page)
    table.tile("555")
    targets_are_large_enough(page)
    no_sideways_scroll(page)

    # What is laid is greyed as it is typed: after 5 5 there is no third 5.
    table.type("55")
    expect(page.locator("[data-key='5']")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("[data-key='4']")).to_have_attribute("aria-disabled", "false")
    page.locator("[data-back]").tap()
    page.locator("[data-back]").tap()

    # The points and the reason stand there before; in any order of the numbers.
    table.type("545", bonus="bridge")
    expect(page.locator("#preview")).to_contain_text("bridge with 4-5-5, as claimed; +40, classic §11")
    expect(page.locator("#commit")).to_contain_text("+54")
    page.locator("#commit").tap()
    table._turn(0, {"do": "place", "tile": "4-5-5", "bonus": "bridge"})

    table.tile("445", draws=2, twice=True)
    expect(page.locator(".entry--place")).to_have_count(3)
    table.tile("335")
    table.pass_()

    # Taken back, what that changes being shown first, and entered again.
    before = table.state
    table.tile("012")
    expect(page.locator(".entry--place").first).to_contain_text("0-1-2")
    page.locator(".entry__undo").first.tap()
    expect(page.locator(".effects")).to_contain_text("→")
    page.get_by_role("button", name="Take it back").tap()
    table.state = before
    table.shows_whose_turn_it_is()
    table.shows_the_totals()
    table.tile("112")

    # Away and Back: nothing sent again, nothing lost.
    page.goto(f"{hall.url}/")
    page.go_back()
    table.shows_the_totals()

    rest = iter(["000", "001", "002", "003", "004", "005", "011", "012", "013", "014", "015", "022"])
    while table.state.deal and not table.state.deal.end:
        table.tile(next(rest))
    expect(page.get_by_role("heading", name=f"{table.names[1]} went out")).to_be_visible()
    no_sideways_scroll(page)
    table.close({"1": 31})
    expect(page.get_by_role("heading", name=f"Deal 1: {table.names[1]} went out")).to_be_visible()
    expect(page.get_by_role("heading", name="Who starts?")).to_be_visible()
    no_sideways_scroll(page)


def test_two_phones_at_one_table(hall: Hall, phone: Device) -> None:
    one, card = desk_page(hall, phone(), "Two phones")
    other = phone().new_page()
    other.goto(card)
    table, second = Table(one), Table(other)
    first, last = table.names
    table.start(2)

    # The other phone follows by itself.
    expect(other.get_by_role("heading", name=f"{last} opens")).to_be_visible()
    table.tile("555")
    expect(other.get_by_role("heading", name=f"{first} to play")).to_be_visible()
    table.shows_the_totals(other)

    # What is being typed is not taken away; the score beside it moves on.
    second.type("44")
    table.tile("455")
    table.shows_the_totals(other)
    expect(other.get_by_text("What you typed is kept.")).to_be_visible()
    expect(other.locator("[name='tile']")).to_have_value("44")
    other.get_by_text("Drop it and show what is there").tap()
    expect(other.get_by_role("heading", name=f"{last} to play")).to_be_visible()

    # A page that could not follow: held back, both sides shown, nothing doubled.
    other.route(re.compile("seen="), lambda route: route.abort())
    table.tile("445")
    second.type("344", draws=1)
    other.locator("#commit").tap()
    expect(other.get_by_role("alert")).to_contain_text("in the meantime")
    expect(other.get_by_role("alert")).to_contain_text("1 drawn, 3-4-4")
    expect(other.get_by_role("alert")).to_contain_text("4-4-5")
    other.unroute_all()
    table.shows_the_totals(other)
    other.get_by_role("button", name="Put it away").tap()
    expect(other.locator("#review")).to_be_empty()
    expect(other.get_by_role("heading", name=f"{first} to play")).to_be_visible()


def test_without_scripts_a_turn_is_checked_and_then_entered(hall: Hall, phone: Device) -> None:
    _page, card = desk_page(hall, phone(), "No scripts")
    page = phone(java_script_enabled=False).new_page()
    page.goto(card)
    second = Table(page).names[1]  # before the page is left: between two pages nobody is there to be read
    page.locator(".starter").nth(1).click()
    expect(page.get_by_role("heading", name=f"{second} opens")).to_be_visible()
    enter_button = page.get_by_role("button", name="Enter for")
    expect(enter_button).to_be_hidden()

    page.get_by_label("Tile, its three numbers").fill("9 9 9")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("There is no tile 9-9-9 among the 56.").first).to_be_visible()
    expect(page.get_by_label("Tile, its three numbers")).to_have_value("9 9 9")
    page.get_by_label("Tile, its three numbers").fill("5 5 5")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#preview")).to_contain_text("opening with the trio 5-5-5; +10")
    enter_button.click()
    expect(page.locator(".place__total")).to_have_text(["0", "25"])

    page.get_by_label("Tile, its three numbers").fill("455")
    page.get_by_label("bridge +40").check()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#preview")).to_contain_text("+54")
    enter_button.click()
    expect(page.locator(".place__total")).to_have_text(["54", "25"])

    page.locator(".entry__undo").first.click()
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator(".place__total")).to_have_text(["0", "25"])
    no_sideways_scroll(page)


def test_a_deal_may_be_entered_as_points_and_odd_ones_are_doubted_once(hall: Hall, phone: Device) -> None:
    page, _card = desk_page(hall, phone(), "Points")
    page.get_by_role("link", name="Only enter the points of this deal").tap()
    for number, points in enumerate(["330", "20"]):
        page.locator(".points input").nth(number).fill(points)
    expect(page.locator("#preview")).to_contain_text("330 points in one deal are very many.")
    page.get_by_role("button", name="Enter deal").tap()
    expect(page.locator(".place__total")).to_have_text(["330", "20"])
    page.get_by_role("link", name="Follow this deal turn by turn").tap()
    expect(page.get_by_role("heading", name="Who starts?")).to_be_visible()


def test_a_keyboard_does_it_too(hall: Hall, phone: Device) -> None:
    page, _card = desk_page(hall, phone(), "Keyboard")
    table = Table(page)
    table.start(1)
    page.keyboard.type("5545")
    page.keyboard.press("Backspace")
    page.keyboard.type("5")
    expect(page.locator("#preview")).to_contain_text("5-5-5")
    page.locator("#commit").press("Enter")
    table._turn(0, {"do": "place", "tile": "5-5-5"})
    expect(page.locator("#commit")).to_be_focused()
