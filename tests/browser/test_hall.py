"""The hall around the score, on real phones: signatures, appeals, endings, calls, clocks, cards that fail."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from rules.triominos.variants.classic import engine as classic
from tests.browser.devices import Device
from tests.browser.tables import organiser_of
from tests.browser.test_thin_tournament import enter_deal, no_sideways_scroll
from tests.hall import Hall

pytestmark = pytest.mark.only_the_page

NAMES = ["Ana", "Bo", "Cy", "Di"]


def a_tournament(
    page: Page, hall: Hall, name: str, *, rules: str = "points", people: list[str] = NAMES, **settings: str
) -> str:
    """People who are not paired yet, the settings made by hand, and where the pages are."""
    organiser = organiser_of(hall)
    organiser.come_in(page)
    here = hall.url + organiser.tournament(
        name, people, rules_key=rules, table_size=min(4, len(people)), rounds_planned=1
    )
    if not settings:
        return here
    page.goto(f"{here}settings/")
    no_sideways_scroll(page)
    if settings.pop("signing", ""):
        page.get_by_label("Players sign their sheet").check()
    for label, value in settings.items():
        field = page.locator(f"[name='{label}']")
        field.select_option(value) if label == "turn_seconds" else field.fill(value)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The settings are saved.")).to_be_visible()
    return here


def publish(hall: Hall, here: str) -> None:
    organiser_of(hall).publish(here.removeprefix(hall.url))


def card(hall: Hall, here: str, number: int = 1) -> str:
    return organiser_of(hall).card(here.removeprefix(hall.url), number)


def signer(page: Page, name: str) -> Locator:
    return page.locator(".signer").filter(has_text=re.compile(rf"^\s*{name}\b"))


def draw_a_signature(page: Page) -> None:
    box = page.locator("[data-pad]").bounding_box()
    assert box
    x, y = box["x"], box["y"] + box["height"] / 2
    page.mouse.move(x + 30, y)
    page.mouse.down()
    for step in range(1, 12):
        page.mouse.move(x + 30 + 15 * step, y + (20 if step % 2 else -20))
    page.mouse.up()
    expect(page.locator("[data-ink]")).to_have_attribute("d", re.compile("L.*L.*L"))


def over_and_at_the_judges(hall: Hall, phone: Device, here: str) -> Page:
    """The last deal is entered on the phone of the table's judge."""
    publish(hall, here)
    judge = phone().new_page()
    judge.goto(card(hall, here))
    assert "/j/" not in judge.url
    enter_deal(judge, [410, 300, 200, 100])
    expect(judge.get_by_text("4 signatures missing")).to_be_visible()
    no_sideways_scroll(judge)
    return judge


def test_by_pin_by_finger_by_name_and_on_the_own_phone_and_then_it_is_final(
    hall: Hall,
    phone: Device,
) -> None:
    organiser = phone().new_page()
    here = a_tournament(organiser, hall, "Signed", signing="on")
    organiser.goto(f"{here}pins/")
    organiser.get_by_role("link", name=re.compile("Set PIN.*Ana")).click()
    organiser.get_by_label("PIN, 4 to 6 digits").fill("4711")
    organiser.get_by_role("button", name="Set this PIN").click()
    expect(organiser.get_by_text("4711")).to_be_visible()
    judge = over_and_at_the_judges(hall, phone, here)

    # Ana has a PIN, and a wrong one is not taken.
    signer(judge, "Ana").get_by_role("link", name="Sign").tap()
    judge.get_by_label("PIN").fill("9999")
    judge.get_by_role("button", name="Sign for Ana").tap()
    expect(judge.get_by_text("This is not the PIN of this player.")).to_be_visible()
    judge.get_by_label("PIN").fill("4711")
    judge.get_by_role("button", name="Sign for Ana").tap()
    expect(signer(judge, "Ana")).to_contain_text("signed with PIN")

    # Bo draws, thinks better of it, and draws again.
    signer(judge, "Bo").get_by_role("link", name="Sign").tap()
    expect(judge.get_by_role("heading", name="I agree")).to_be_visible()
    no_sideways_scroll(judge)
    draw_a_signature(judge)
    judge.get_by_role("button", name="Clear").tap()
    judge.get_by_role("button", name="Sign for Bo").tap()
    expect(judge.get_by_text("Draw your signature, or type your name.")).to_be_visible()
    draw_a_signature(judge)
    judge.get_by_role("button", name="Sign for Bo").tap()
    expect(signer(judge, "Bo").locator(".signer__hand path")).to_be_visible()

    # Cy signs on a phone of their own, come in by the code; the judge's page follows by itself.
    signer(judge, "Cy").get_by_role("link", name="Sign").tap()
    judge.get_by_text("Sign on your own phone").tap()
    expect(judge.get_by_role("img", name="QR code to sign on your own phone")).to_be_visible()
    link = judge.get_by_role("link", name="Open the same here").get_attribute("href") or ""
    judge.get_by_role("link", name="Back to the table").tap()
    own = phone().new_page()
    own.goto(link)
    assert "/s/" not in own.url
    no_sideways_scroll(own)
    draw_a_signature(own)
    own.get_by_role("button", name="Sign for Cy").tap()
    expect(own.get_by_text("Signed.")).to_be_visible()
    expect(signer(judge, "Cy")).to_contain_text("signed")
    expect(judge.get_by_text("1 signature missing")).to_be_visible()

    # Di has neither scripts nor patience.
    last = phone(java_script_enabled=False).new_page()
    last.goto(card(hall, here))
    signer(last, "Di").get_by_role("link", name="Sign").click()
    last.get_by_label("Or type your name").fill("Di")
    last.get_by_role("button", name="Sign for Di").click()
    expect(judge.locator("#sheet").get_by_text("Final", exact=True)).to_be_visible()


def test_an_appeal_holds_the_result_until_it_is_decided_and_is_published(
    hall: Hall,
    phone: Device,
) -> None:
    organiser = phone().new_page()
    here = a_tournament(organiser, hall, "Appeal", signing="on")
    judge = over_and_at_the_judges(hall, phone, here)
    organiser.goto(f"{here}rounds/1/")
    spectator = phone().new_page()
    spectator.goto(here)

    signer(judge, "Bo").get_by_role("link", name="Sign").tap()
    judge.get_by_text("I don’t agree").tap()
    judge.get_by_label("What is wrong?").fill("The bridge was <b>not</b> counted.")
    judge.get_by_role("button", name="Appeal to the organiser").tap()
    expect(judge.get_by_text("Appeal: the organiser decides")).to_be_visible()

    # Nobody reloads the organiser's page.
    expect(organiser.get_by_text("does not agree on the result.")).to_be_visible()
    no_sideways_scroll(organiser)
    for name in ("Ana", "Cy", "Di"):
        signer(judge, name).get_by_role("link", name="Sign").tap()
        judge.get_by_label("Or type your name").fill(name)
        judge.get_by_role("button", name=f"Sign for {name}").tap()
        expect(signer(judge, name)).to_contain_text("signed")
    expect(judge.get_by_text("Over, to be signed")).to_be_visible()
    expect(spectator.locator("tr[data-rank]")).to_have_count(0)

    organiser.get_by_role("link", name="Decide").click()
    expect(organiser.get_by_text("The bridge was <b>not</b> counted.")).to_be_visible()
    organiser.get_by_label("Reason").fill("Nobody claimed it in time.")
    organiser.get_by_role("button", name="It counts as it is").click()
    expect(judge.locator("#sheet").get_by_text("Final", exact=True)).to_be_visible()
    expect(judge.get_by_text("Nobody claimed it in time.")).to_be_visible()
    expect(spectator.locator("tr[data-rank='1']")).to_be_visible()
    # Whoever hears the page is told what moved, in a sentence.
    expect(spectator.locator("#said")).to_have_text(re.compile("leads now"))
    assert not spectator.evaluate(
        "document.querySelector('.standings').closest('[aria-live], [role=status]')"
    )


def test_a_match_is_stopped_on_time_and_that_is_taken_back(hall: Hall, phone: Device) -> None:
    organiser = phone().new_page()
    here = a_tournament(organiser, hall, "Stopped", rules=classic.key, people=["Ana", "Bo"])
    publish(hall, here)
    judge = phone().new_page()
    judge.goto(card(hall, here))
    judge.locator(".starter").first.tap()
    for number in "555":
        judge.locator(f"[data-key='{number}']").tap()
    judge.locator("#commit").tap()
    expect(judge.locator(".entry--place")).to_have_count(1)

    spectator = phone().new_page()
    spectator.goto(f"{here}rounds/1/tables/1/")
    expect(spectator.get_by_role("link", name="End this match")).to_have_count(0)
    organiser.goto(f"{here}rounds/1/tables/1/")
    organiser.get_by_role("link", name="End this match").tap()
    expect(organiser.get_by_text("Places, if you decide them")).to_be_hidden()
    organiser.get_by_label("Reason").fill("The time of the round is over.")
    organiser.get_by_role("button", name="Show what it means").tap()
    expect(organiser.get_by_text("It would end so:")).to_be_visible()
    no_sideways_scroll(organiser)
    organiser.get_by_role("button", name="End the match so").tap()
    expect(judge.get_by_text("stopped by the organiser: The time of the round is over.")).to_be_visible()
    expect(judge.locator("#commit")).to_have_count(0)
    expect(spectator.get_by_text("stopped by the organiser: The time of the round is over.")).to_be_visible()
    expect(organiser.get_by_text("Final", exact=True)).to_be_visible()

    organiser.get_by_role("link", name="Take this decision back").tap()
    organiser.get_by_label("Why is it changed?").fill("They went on after all.")
    organiser.get_by_role("button", name="Take it back").tap()
    expect(judge.locator("#commit")).to_be_visible()


def test_a_call_is_seen_without_a_reload_and_answered(hall: Hall, phone: Device) -> None:
    organiser = phone().new_page()
    here = a_tournament(organiser, hall, "Called", rules=classic.key, people=["Ana", "Bo"])
    publish(hall, here)
    judge = phone().new_page()
    judge.goto(card(hall, here))
    other = phone(java_script_enabled=False).new_page()
    organiser.goto(f"{here}people/")

    judge.locator("#call-form summary").tap()
    for button in judge.locator("#call-form .btn:visible").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 48
    judge.get_by_label("Something else").fill("Two players claim one tile")
    judge.get_by_role("button", name="Call the organiser").tap()
    expect(judge.get_by_text("The organiser has been called")).to_be_visible()
    no_sideways_scroll(judge)

    expect(organiser.get_by_text("Two players claim one tile")).to_be_visible()
    organiser.get_by_role("button", name="I’m coming").tap()
    expect(organiser.get_by_text("You are on your way:")).to_be_visible()
    expect(judge.get_by_text("The organiser is coming")).to_be_visible()
    organiser.get_by_role("button", name="Done").tap()
    expect(judge.get_by_text("The organiser is coming")).to_have_count(0)
    expect(organiser.locator("#calls li")).to_have_count(0)

    # Without scripts: an ordinary form.
    other.goto(card(hall, here))
    other.locator("#call-form summary").click()
    other.get_by_role("button", name="A question about the rules").click()
    expect(other.get_by_text("The organiser has been called")).to_be_visible()
    expect(judge.get_by_text("The organiser has been called")).to_be_visible()


def shown(clock: Locator) -> int:
    minutes, seconds = (clock.locator("[data-left]").text_content() or "").split(":")
    return 60 * int(minutes) + int(seconds)


def test_the_clocks_are_right_on_a_phone_whose_own_is_a_day_off(hall: Hall, phone: Device) -> None:
    organiser = phone().new_page()
    settings = {"round_minutes": "45", "turn_seconds": "30"}
    here = a_tournament(organiser, hall, "Clocked", rules=classic.key, people=["Ana", "Bo"], **settings)
    publish(hall, here)
    link = card(hall, here)
    judge = phone(reduced_motion="reduce").new_page()
    judge.add_init_script("navigator.vibrate = (pattern) => { window.buzzed = pattern; return true; };")
    judge.clock.install(time=datetime.now(UTC) + timedelta(days=1))
    judge.goto(link)
    round_clock = judge.locator(".clock", has_text="Round")
    expect(round_clock).to_be_visible()
    assert 40 * 60 < shown(round_clock) <= 45 * 60
    judge.locator(".starter").first.tap()
    turn = judge.locator(".clock--turn")
    expect(turn).to_be_visible()
    assert 0 < shown(turn) <= 30

    # Time goes by: the turn's is over. That is shown and felt, and nothing is held up.
    judge.clock.fast_forward(31_000)
    expect(turn.get_by_text("Time is over")).to_be_visible()
    assert judge.evaluate("window.buzzed") == [200, 100, 200]
    no_sideways_scroll(judge)
    for number in "555":
        judge.locator(f"[data-key='{number}']").tap()
    judge.clock.run_for(2_000)
    judge.locator("#commit").tap()
    expect(judge.locator(".entry--place")).to_have_count(1)
    judge.clock.run_for(3_000)
    expect(turn.get_by_text("Time is over")).to_be_hidden()

    # Extra time for this table, given on the round's page.
    organiser.goto(f"{here}rounds/1/")
    organiser.locator("#extra-minutes").fill("10")
    organiser.locator("#extra-table").select_option("1")
    organiser.get_by_role("button", name="Add time").tap()
    expect(organiser.get_by_text("10 more minutes for table 1.")).to_be_visible()
    judge.clock.run_for(5_000)
    expect(judge.get_by_text("+10 min here")).to_be_visible()
    assert shown(round_clock) > 45 * 60


def test_links_of_yesterday_of_another_table_revoked_or_guessed(hall: Hall, phone: Device) -> None:
    organiser = phone().new_page()
    here = a_tournament(organiser, hall, "Cards", people=[*NAMES, "Ed", "Fay", "Gus", "Hal"])
    publish(hall, here)
    first, second = card(hall, here), card(hall, here, 2)
    judge = phone().new_page()
    judge.goto(second)
    judge.goto(f"{here}rounds/1/tables/1/")
    expect(judge.get_by_text("You are watching.")).to_be_visible()

    judge.goto(first)
    expect(judge.get_by_role("button", name="Enter deal")).to_be_visible()
    organiser.goto(f"{here}cards/")
    organiser.get_by_role("button", name=re.compile("Take out of use.*card of table 1")).click()
    organiser.get_by_role("button", name="Take it out of use").click()
    expect(organiser.get_by_text("Out of use", exact=True)).to_be_visible()
    no_sideways_scroll(organiser)
    enter_deal(judge, [1, 2, 3, 4])
    expect(judge.get_by_text("You may not do this")).to_be_visible()
    for link in (first, first[:-6] + "AAAAA/", f"{hall.url}/j/{'A' * 32}/"):
        judge.goto(link)
        expect(judge.get_by_text("not valid any more. Ask the organiser for a new one.")).to_be_visible()

    # The tournament was the day before yesterday.
    organiser.goto(f"{here}settings/")
    long_ago = (datetime.now(UTC) - timedelta(days=3)).date().isoformat()
    organiser.get_by_label("First day").fill(long_ago)
    organiser.get_by_label("Last day").fill(long_ago)
    organiser.get_by_role("button", name="Save").click()
    expect(organiser.get_by_text("The settings are saved.")).to_be_visible()
    judge.goto(second)
    expect(judge.get_by_text("The tournament is over: this card worked from")).to_be_visible()
    for token in (first, second):
        assert token.rstrip("/").rsplit("/", 1)[1] not in hall.output
