"""The whole life of a tournament of twelve, by hand: from “new” to the podium, with all that happens on the way.

Tables of four and of three, somebody who comes late, somebody who leaves, a result of the first round put right
in the third, a penalty given and taken back. The tables are seated by hand in each draft, so that every placing
point below could be reckoned with a pencil.
"""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.test_thin_tournament import (
    DESKTOP,
    PHONE,
    create,
    enter_deal,
    final,
    no_sideways_scroll,
    sign_in,
    type_points,
)
from tests.hall import Hall

pytestmark = pytest.mark.only_the_page

ELEVEN = ["Ann", "Ben", "Cat", "Dan", "Eva", "Flo", "Gus", "Hal", "Ida", "Jon", "Kim"]
LATE, LEAVES = "Lea", "Kim"

Totals = dict[str, int]

# A four is worth 3, 2, 1, 0; a three 3, 1½, 0, for its first gets no less than the first of a four.
FIRST: list[Totals] = [
    {"Ann": 420, "Ben": 310, "Cat": 200, "Dan": 90},
    {"Eva": 410, "Flo": 300, "Gus": 210, "Hal": 100},
    {"Ida": 405, "Jon": 305, "Kim": 95},
]
SECOND: list[Totals] = [
    {"Ann": 400, "Eva": 320, "Lea": 210, "Ida": 150},
    {"Flo": 430, "Ben": 300, "Cat": 290, "Jon": 100},
    {"Dan": 415, "Gus": 250, "Hal": 240, "Kim": 60},
]
THIRD: list[Totals] = [
    {"Flo": 402, "Ann": 350, "Ben": 340, "Eva": 120},
    {"Lea": 440, "Dan": 200, "Ida": 190, "Gus": 180},
    {"Hal": 404, "Cat": 330, "Jon": 20},
]
RIGHT: Totals = {"Ann": 420, "Ben": 200, "Cat": 310, "Dan": 90}
"""The first table of the first round as it should have been: two columns were swapped."""

# By hand, each round's placing points in turn, Lea with the one point she was given for the round she missed.
AT_THE_END = [
    ("1", "Ann", "8", "1,170"),  # 3 + 3 + 2; 420 + 400 + 350
    ("2", "Flo", "8", "1,132"),  # 2 + 3 + 3; 300 + 430 + 402
    ("3", "Eva", "5", "850"),  # 3 + 2 + 0; 410 + 320 + 120
    ("4", "Dan", "5", "705"),  # 0 + 3 + 2; 90 + 415 + 200
    ("5", "Lea", "5", "650"),  # 1 + 1 + 3; 210 + 440
    ("6", "Cat", "4.5", "930"),  # 2 + 1 + 1½; 310 + 290 + 330
    ("7", "Ben", "4", "840"),  # 1 + 2 + 1; 200 + 300 + 340
    ("8", "Ida", "4", "745"),  # 3 + 0 + 1; 405 + 150 + 190
    ("9", "Hal", "4", "744"),  # 0 + 1 + 3; 100 + 240 + 404
    ("10", "Gus", "3", "640"),  # 1 + 2 + 0; 210 + 250 + 180
    ("11", "Jon", "1.5", "425"),  # 1½ + 0 + 0; 305 + 100 + 20
    ("12", "Kim", "0", "155"),  # 0 + 0, then gone; 95 + 60
]
UNCORRECTED = ["Ann", "Flo", "Ben", "Eva", "Dan", "Lea", "Ida", "Hal", "Cat", "Gus", "Jon", "Kim"]
"""Ben would have 5 points and 950, Cat 3½."""
PENALISED = ["Ann", "Ben", "Eva", "Dan", "Lea", "Flo", "Ida", "Hal", "Cat", "Gus", "Jon", "Kim"]
"""With 3½ placing points off, Flo has 4½."""


def seated(page: Page) -> list[list[str]]:
    """The draft's tables, each with its people."""
    return [
        table.locator(".pick:not(.pick--free) .pick__name").all_inner_texts()
        for table in page.locator("[id^=draft-table-]").all()
    ]


def pick(page: Page, name: str) -> Locator:
    return page.locator(".pick:not(.pick--free)", has=page.get_by_text(name, exact=True))


def exchange(page: Page, one: str, other: str) -> None:
    pick(page, one).click()
    pick(page, other).click()
    panel = page.locator("#change")
    expect(panel.get_by_text(re.compile("change places"))).to_be_visible()
    before = seated(page)
    panel.get_by_role("button", name="Make this change").click()
    expect(panel.get_by_text("Tap two people")).to_be_visible()
    assert seated(page) != before


def seat_by_hand(page: Page, wanted: list[Totals]) -> None:
    """Exchange people until each table of the draft is one of those wanted, largest first."""
    sizes = sorted(enumerate(map(len, seated(page))), key=lambda each: -each[1])
    assert [size for _, size in sizes] == sorted(map(len, wanted), reverse=True)
    for (table, _), people in zip(sizes, sorted(wanted, key=len, reverse=True), strict=True):
        for name in people:
            here = seated(page)[table]
            if name not in here:
                exchange(page, next(each for each in here if each not in people), name)


def pair(page: Page, here: str, number: int, wanted: list[Totals]) -> None:
    page.goto(here)
    page.get_by_role("button", name=f"Pair round {number}").first.click()
    expect(page.get_by_role("button", name=f"Publish round {number}")).to_be_visible()
    seat_by_hand(page, wanted)
    page.get_by_role("button", name=f"Publish round {number}").click()
    expect(page.get_by_text("0 of 3 tables final").first).to_be_visible()


def points_of(page: Page, totals: Totals) -> list[int]:
    return [totals[name] for name in page.locator(".seat__name").all_inner_texts()]


def play(page: Page, here: str, number: int, tables: list[Totals]) -> None:
    """Each table's match in one deal, whichever table it got."""
    for table in range(1, len(tables) + 1):
        page.goto(f"{here}rounds/{number}/tables/{table}/")
        sitting = set(page.locator(".seat__name").all_inner_texts())
        totals = next(each for each in tables if set(each) == sitting)
        enter_deal(page, points_of(page, totals))
        expect(final(page)).to_be_visible()


def ranked(page: Page) -> list[str]:
    return page.locator(".standings__name summary > bdi").all_inner_texts()


def lines(page: Page) -> list[tuple[str, ...]]:
    """Rank, name, placing points and match points as the page has them."""
    return [
        (
            row.locator(".rank").inner_text(),
            row.locator("summary > bdi").inner_text(),
            *row.locator("td.num").all_inner_texts()[:2],
        )
        for row in page.locator(".standings tbody tr").all()
    ]


def put_right(page: Page, here: str) -> None:
    """In a round long finished; what it changes is shown before the yes."""
    for table in (1, 2, 3):
        page.goto(f"{here}rounds/1/tables/{table}/")
        if set(page.locator(".seat__name").all_inner_texts()) == set(RIGHT):
            break
    points = points_of(page, RIGHT)
    page.get_by_role("link", name="Correct deal 1").click()
    type_points(page, points)
    page.get_by_role("button", name="Show what it would change").click()
    expect(page.get_by_text("What it changes in the tournament")).to_be_visible()
    page.get_by_label("Why is it changed?").fill("Two columns were swapped")
    page.get_by_role("button", name="Correct it so").click()
    expect(page.get_by_text("Put right.")).to_be_visible()


def penalise(page: Page, here: str) -> None:
    page.goto(f"{here}penalties/")
    page.get_by_label("Who?").select_option("Flo")
    page.get_by_label("placing points off").check()
    page.get_by_label("How many points?").fill("3.5")
    page.get_by_label("Why?").fill("Came back late from the break")
    page.get_by_role("button", name="Show what it means").click()
    page.get_by_role("button", name="Give it").click()
    expect(page.get_by_text("Given. It counts")).to_be_visible()


def take_penalty_back(page: Page, here: str) -> None:
    page.goto(f"{here}penalties/")
    page.get_by_role("link", name=re.compile("Take back")).click()
    page.get_by_label("Why?").fill("The clock was wrong")
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("Taken back. It no longer counts.")).to_be_visible()


def come_late(page: Page, here: str) -> None:
    page.goto(f"{here}people/")
    page.get_by_label("Names, one a line").fill(LATE)
    page.get_by_role("button", name="Enter these people").click()
    page.get_by_role("link", name=LATE).click()
    page.locator("[name='late_points']").fill("1")
    with page.expect_response(
        lambda answer: answer.request.method == "POST"
    ):  # else going on would cut it off
        page.get_by_role("button", name="Keep").click()
    page.goto(f"{here}people/")
    expect(page.get_by_role("heading", name="12 people entered")).to_be_visible()


def leave(page: Page, here: str) -> None:
    page.goto(f"{here}people/")
    page.get_by_role("button", name=re.compile(f"^Withdraw.*{LEAVES}")).click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("button", name=re.compile(f"^Plays again.*{LEAVES}"))).to_be_visible()


def close(page: Page, here: str) -> None:
    page.goto(f"{here}end/")
    no_sideways_scroll(page)
    page.get_by_role("button", name="Close the tournament").click()
    page.get_by_role("button", name="Close it").click()
    expect(page.get_by_role("heading", name="The tournament is closed")).to_be_visible()


def test_twelve_people_from_new_to_the_podium(hall: Hall, browser: Browser) -> None:
    organiser = browser.new_context(viewport={"width": DESKTOP, "height": 900}).new_page()
    spectator = browser.new_context(viewport={"width": PHONE, "height": 844}).new_page()
    sign_in(organiser, hall)
    create(organiser, hall, "Twelve", rounds=3)
    organiser.get_by_label("Names, one a line").fill("\n".join(ELEVEN))
    organiser.get_by_role("button", name="Enter these people").click()
    here = organiser.url.removesuffix("people/")

    pair(organiser, here, 1, FIRST)
    spectator.goto(here)
    play(organiser, here, 1, FIRST)
    expect(spectator.locator("tr[data-rank='1'] summary > bdi")).to_have_text("Ann")

    come_late(organiser, here)
    pair(organiser, here, 2, SECOND)
    play(organiser, here, 2, SECOND)

    leave(organiser, here)
    pair(organiser, here, 3, THIRD)
    play(organiser, here, 3, THIRD)
    expect(spectator.get_by_role("heading", name="Final standings")).to_be_visible()
    assert ranked(spectator) == UNCORRECTED

    penalise(organiser, here)
    expect(spectator.locator("tr[data-rank='2'] summary > bdi")).to_have_text("Ben")
    assert ranked(spectator) == PENALISED

    put_right(organiser, here)
    take_penalty_back(organiser, here)
    expect(spectator.locator("tr[data-rank='2'] summary > bdi")).to_have_text("Flo")
    assert lines(spectator) == AT_THE_END
    no_sideways_scroll(spectator)

    close(organiser, here)
    spectator.goto(f"{here}podium/")
    for place, name in enumerate(["Ann", "Flo", "Eva"], start=1):
        expect(spectator.locator(f".honour--{place} .honour__name")).to_have_text(name)
    organiser.goto(f"{here}history/")
    for said in ("Two columns were swapped", "The clock was wrong", "Came back late from the break"):
        expect(organiser.get_by_text(said).first).to_be_visible()
    organiser.context.close()
    spectator.context.close()
