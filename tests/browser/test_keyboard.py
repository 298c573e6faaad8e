"""The keyboard alone: a judge's turns, the organiser's round, the wall. Focus is always seen and never lost."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from rules.triominos.variants.classic import engine as classic
from tests.browser.boards import table_page
from tests.browser.devices import Device
from tests.browser.keyboard import Keyboard
from tests.browser.tables import organiser_of
from tests.hall import Hall

pytestmark = pytest.mark.only_the_page

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
NAMES = ["Ana", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal"]


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name)


def test_a_judge_enters_turns_on_the_sheet_and_on_the_board(hall: Hall, device: Device) -> None:
    page = device(**DESKTOP).new_page()
    table_page(hall, page, "By keys", classic)
    keys, commit = Keyboard(page), page.locator("#commit")
    keys.activate(page.locator(".starter").first)
    expect(page.get_by_role("heading", name=re.compile("opens"))).to_be_visible()
    keys.still_somewhere()

    # The numbers are typed from wherever one is, or each of their keys is pressed.
    keys.type("555")
    keys.activate(commit)
    expect(page.locator(".entry--place")).to_have_count(1)
    keys.still_somewhere()
    keys.activate(page.locator("[data-key='4']"), "Space", back=True)
    keys.activate(page.locator("[data-key='5']"), "Space")
    keys.press("Enter")
    expect(page.locator("[name='tile']")).to_have_value("455")

    # A bonus and what was drawn are chosen with the arrows.
    keys.to(page.locator("[name='bonus'][value='']"))
    keys.press("ArrowRight")
    keys.sees()
    chosen = page.locator("[name='bonus']:checked")
    expect(chosen).not_to_have_value("")
    keys.to(page.locator("[name='draws']").first)
    keys.press("ArrowRight")
    keys.sees()
    keys.press("ArrowLeft")
    keys.to(page.locator("[name='bonus']:checked"), back=True)
    keys.press("ArrowLeft")
    keys.activate(commit)
    expect(page.locator(".entry--place")).to_have_count(2)
    keys.still_somewhere()

    # Taken back: what that changes is shown, and left or done.
    keys.activate(page.locator(".entry__undo").first)
    expect(page.locator(".effects")).to_be_visible()
    keys.still_somewhere()
    keys.activate(page.get_by_role("link", name="Leave it as it is"))
    expect(page.locator(".effects")).to_have_count(0)
    keys.still_somewhere()
    for left in (1, 0):
        keys.activate(page.locator(".entry__undo").first)
        expect(page.locator(".effects")).to_be_visible()
        keys.still_somewhere()
        keys.activate(button(page, "Take it back"))
        expect(page.locator(".entry--place")).to_have_count(left)
        keys.still_somewhere()
    keys.activate(page.locator(".entry__undo").first)
    expect(page.get_by_text("Take back?")).to_be_visible()
    keys.activate(button(page, "Take it back"))
    expect(page.get_by_role("heading", name="Who starts?")).to_be_visible()
    keys.still_somewhere()

    # The same on the board, where the arrows go from place to place.
    keys.to(page.locator("[name='depth']:checked"))
    keys.press("ArrowRight")
    keys.activate(page.locator(".starter").first)
    expect(page.locator(".turn--board")).to_be_visible()
    keys.still_somewhere()
    for tile, laid in (("555", 1), ("455", 2)):
        keys.type(tile)
        expect(page.locator(".lit:focus")).to_have_count(1)
        keys.press("ArrowDown", "Space")
        keys.to(commit)
        expect(page.locator("#commit-sum")).not_to_be_empty()
        keys.press("Enter")
        expect(page.locator(".laid > g")).to_have_count(laid)
        keys.still_somewhere()


def test_an_organiser_runs_a_round(hall: Hall, device: Device) -> None:
    page = device(**DESKTOP).new_page()
    organiser = organiser_of(hall)
    organiser.come_in(page)
    here = organiser.tournament("Round by keys", [], rules_key="points", table_size=4, rounds_planned=2)
    page.goto(f"{hall.url}{here}people/")
    keys = Keyboard(page)
    keys.to(page.get_by_label("Names, one a line"))
    for name in NAMES:
        keys.type(name)
        keys.press("Enter")
    keys.activate(button(page, "Enter these people"))
    expect(page.get_by_role("heading", name="8 people entered")).to_be_visible()
    for number in (1, 2):
        keys.activate(button(page, f"Pair round {number}").first)
        # The draft comes by itself, in the place of what was there.
        expect(button(page, f"Publish round {number}")).to_be_visible()
        keys.activate(page.locator("#draft-table-1 .pick input").first, "Space")
        keys.activate(page.locator("#draft-table-2 .pick input").first, "Space")
        expect(page.locator("#change .change__row")).to_have_count(7)
        keys.still_somewhere()
        keys.press("Escape")
        expect(page.get_by_text("Tap two people")).to_be_visible()
        keys.still_somewhere()
        keys.activate(button(page, f"Publish round {number}"), back=True)
        expect(page.get_by_role("link", name="Table 2")).to_be_visible()
        if number == 1:
            a_question_is_asked_and_left(page, keys)
            for table in (1, 2):
                the_result_of(page, keys, table)
    expect(page.get_by_text("0 of 2 tables final").first).to_be_visible()


def a_question_is_asked_and_left(page: Page, keys: Keyboard) -> None:
    """A dialog holds the focus, Escape leaves it, and the focus goes back to where it was."""
    asks = button(page, "Take the publication back")
    keys.activate(asks)
    dialog = page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    for _key in range(5):
        keys.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || document.activeElement.closest('dialog[open]') !== null"
        ), "the focus has left the question"
    keys.press("Escape")
    expect(dialog).to_have_count(0)
    expect(asks).to_be_focused()


def the_result_of(page: Page, keys: Keyboard, table: int) -> None:
    keys.activate(page.get_by_role("link", name=f"Table {table}", exact=True))
    expect(button(page, "Enter deal")).to_be_visible()
    for at, points in enumerate((410, 300, 200, 100)):
        keys.to(page.locator(".points input").nth(at))
        keys.type(str(points))
    keys.activate(page.get_by_label("The bell rang in this deal"), "Space")
    keys.activate(button(page, "Enter deal"))
    expect(page.locator("#sheet").get_by_text("Final", exact=True)).to_be_visible()
    keys.still_somewhere()
    keys.activate(page.get_by_role("link", name="Round 1").first, back=True)
    expect(page.get_by_role("heading", name="Tables of round 1")).to_be_visible()


def test_the_wall_is_set_up(hall: Hall, device: Device) -> None:
    page = device(**DESKTOP).new_page()
    organiser = organiser_of(hall)
    organiser.come_in(page)
    here = organiser.tournament("Wall by keys", NAMES, rules_key="points", table_size=4, rounds_planned=2)
    page.goto(f"{hall.url}{here}people/")
    keys = Keyboard(page)
    keys.activate(page.get_by_role("link", name="Wall", exact=True))
    expect(page.get_by_role("heading", name="On the wall")).to_be_visible()
    message = page.get_by_role("checkbox", name="Your message")
    keys.activate(message, "Space")
    expect(message).to_be_checked()
    keys.to(page.locator("[name='message']"))
    keys.type("Round 2 begins at noon.")
    keys.to(page.locator("[name='seconds']"))
    keys.press("ControlOrMeta+a")
    keys.type("30")
    keys.activate(button(page, "Show this"))
    expect(page.get_by_text("The wall shows it now.")).to_be_visible()
    keys.activate(page.get_by_role("link", name="Open the wall"))
    expect(page.locator("#wall")).to_be_visible()
    pause = page.locator("[data-pause]")
    keys.activate(pause)
    expect(pause).to_have_text("Go on")
    keys.sees()
    shown = page.locator("[data-slide]:visible").get_attribute("data-slide")
    keys.press("ArrowRight")
    expect(page.locator(f"[data-slide='{shown}']")).to_be_hidden()
