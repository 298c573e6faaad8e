"""Bad luck at the desk: no network, two phones, a dead phone, a wrong clock. No point is lost, none counts twice."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from rules.triominos.state import Match
from rules.triominos.tiles import TILES
from rules.triominos.variants.classic import engine
from tests.browser.devices import CUT, PHONE, Device, devices
from tests.browser.test_desk import Table, desk_page
from tests.browser.test_thin_tournament import no_sideways_scroll
from tests.conftest import StartHall
from tests.hall import Hall

pytestmark = pytest.mark.only_the_page

REST = [tile.name.replace("-", "") for tile in TILES if tile.name[0] in "012"]


@pytest.fixture
def phone(browser: Browser) -> Iterator[Device]:
    with devices(browser, CUT, viewport=PHONE, has_touch=True) as new:
        yield new


def begun(hall: Hall, context: BrowserContext, name: str) -> tuple[Table, str]:
    """A table at which the first player has started and opened, and the link on its card."""
    page, card = desk_page(hall, context, name)
    table = Table(page)
    table.start(1)
    table.tile("555")
    all_sent(page)
    expect(page.locator(".entry--place")).to_have_count(1)
    return table, card


def strip(page: Page) -> Any:
    return page.locator(".outbox__text")


def all_sent(page: Page) -> None:
    expect(strip(page)).to_have_text("All sent")
    expect(page.locator(".entry--pending")).to_have_count(0)


def as_the_server_has_it(hall: Hall, page: Page, browser: Browser, state: Match, entries: int) -> None:
    """What somebody who only looks is shown, by the server alone, without scripts: the totals, and so many entries."""
    context = browser.new_context(java_script_enabled=False)
    watcher = context.new_page()
    watcher.goto(page.url + "?all=1")
    for number, total in enumerate(engine.totals(state).values()):
        expect(watcher.locator(".place__total").nth(number)).to_have_text(str(total).replace("-", "−"))
    expect(watcher.locator(".entry")).to_have_count(entries)
    context.close()


def entries_in_the_outbox(page: Page) -> int:
    return page.evaluate(  # type: ignore[no-any-return]
        "window.triomphe.outbox.all().then((all) => all.filter((each) => each.state !== 'away').length)"
    )


def offline(table: Table, *, gone: bool = True) -> None:
    table.page.context.set_offline(gone)


def test_a_whole_deal_without_a_network_and_then_with_one(
    hall: Hall, phone: Device, browser: Browser
) -> None:
    table, _card = begun(hall, phone(), "Offline deal")
    page = table.page
    offline(table)

    # The answer is the same, and said to be the phone's own.
    table.type("455", bonus="bridge")
    expect(page.locator("#preview")).to_contain_text(
        "Worked out on this phone, provisional until it is sent."
    )
    expect(page.locator("#commit")).to_contain_text("+54")
    page.locator("#commit").tap()
    table._turn(0, {"do": "place", "tile": "4-5-5", "bonus": "bridge"})
    expect(strip(page)).to_have_text("1 not sent yet · offline, points are provisional")
    table.tile("445", draws=2)
    expect(strip(page)).to_contain_text("2 not sent yet")

    # A tile that lies there is refused here too, and nothing is kept of it.
    page.locator("[name='tile']").evaluate("(input) => { input.value = '445'; }")
    page.locator("#commit").press("Enter")
    expect(page.locator("#preview")).to_contain_text("This tile has already been laid.")
    assert entries_in_the_outbox(page) == 2
    page.locator("[name='tile']").evaluate("(input) => { input.value = ''; }")

    # A slip is taken back before it is sent.
    before = table.state
    table.tile("335")
    page.locator("#unsent summary").tap()
    page.get_by_role("button", name="Take back").tap()
    table.state = before
    table.shows_the_totals()
    page.locator("#unsent summary").tap()
    page.locator(".key--pass").tap()
    page.locator("#commit").tap()
    table._turn(3, {"do": "pass"})
    rest = iter(REST)
    while table.state.deal and not table.state.deal.end:
        table.tile(next(rest))
    out = table.names[table.state.deal.turn] if table.state.deal else ""
    expect(page.get_by_role("heading", name=f"{out} went out")).to_be_visible()
    loser = "12".replace(str(table.state.deal.turn + 1), "") if table.state.deal else ""
    page.locator(f"[name='sum_{loser}']").fill("31")
    page.locator("#commit").tap()
    table._follow({"do": "close", "left": {loser: 31}})

    # And the next one begins.
    expect(page.get_by_role("heading", name="Who starts?")).to_be_visible()
    table.start(2)
    expect(page.get_by_role("heading", name=f"{table.names[1]} opens")).to_be_visible()
    table.tile("444")
    no_sideways_scroll(page)
    unsent = entries_in_the_outbox(page)
    expect(strip(page)).to_contain_text(f"{unsent} not sent yet")

    offline(table, gone=False)
    all_sent(page)
    table.shows_the_totals()
    table.shows_whose_turn_it_is()
    expect(page.locator("#desk")).not_to_have_attribute("data-provisional", "")
    assert entries_in_the_outbox(page) == 0
    as_the_server_has_it(hall, page, browser, table.state, 2 + unsent)

    # The slip that was taken back is not gone: it can still be seen.
    page.locator("#unsent summary").tap()
    expect(page.locator("[data-away]")).to_contain_text("3-3-5")


def test_the_page_can_be_opened_again_without_a_network(hall: Hall, phone: Device, browser: Browser) -> None:
    table, _card = begun(hall, phone(), "Reload")
    page = table.page
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    path = page.url.removeprefix(hall.url)
    page.wait_for_function(
        "(path) => caches.match(path, { cacheName: 'triomphe-desk-pages' }).then(Boolean)", arg=path
    )
    # The copy is older than the match: what came since is known from what the phone was told.
    table.tile("455")
    all_sent(page)
    offline(table)
    table.tile("445", draws=1)
    page.reload()
    expect(strip(page)).to_contain_text("1 not sent yet")
    table.shows_the_totals()
    table.shows_whose_turn_it_is()
    table.tile("344")
    expect(strip(page)).to_contain_text("2 not sent yet")
    offline(table, gone=False)
    all_sent(page)
    table.shows_the_totals()
    as_the_server_has_it(hall, page, browser, table.state, 5)


def test_the_server_stops_and_comes_back(start_hall: StartHall, phone: Device, browser: Browser) -> None:
    first: Hall = start_hall().wait_until_up()
    table, _card = begun(first, phone(), "Stopped")
    first.stop()
    table.tile("455")
    table.tile("445")
    expect(strip(table.page)).to_contain_text("2 not sent yet")
    again = Hall(first.data, first.variables, ("--port", str(first.port)))
    try:
        again.wait_until_up()
        all_sent(table.page)
        table.shows_the_totals()
        as_the_server_has_it(again, table.page, browser, table.state, 4)
    finally:
        again.stop()


def test_a_double_tap_is_one_entry(hall: Hall, phone: Device, browser: Browser) -> None:
    page, _card = desk_page(hall, phone(), "Double tap")
    table = Table(page)
    page.locator(".starter").first.dblclick()
    table._follow({"do": "start", "depth": "sheet", "starter": "1"})
    expect(page.locator("[name='tile']")).to_have_value("")
    table.tile("555", twice=True)
    offline(table)
    table.tile("455", twice=True)
    expect(strip(page)).to_contain_text("1 not sent yet")
    offline(table, gone=False)
    all_sent(page)
    as_the_server_has_it(hall, page, browser, table.state, 3)


def test_an_answer_that_is_lost_is_asked_for_again(hall: Hall, phone: Device, browser: Browser) -> None:
    """The server has taken it, the phone does not know: sent again, it counts once."""
    table, _card = begun(hall, phone(), "Lost answer")
    page, lost = table.page, []

    def lose(route: Route) -> None:
        lost.append(route.fetch().status)
        route.abort()

    page.route(re.compile("/turn/$"), lose, times=1)
    table.tile("455")
    all_sent(page)
    assert lost == [200]
    table.tile("445")
    all_sent(page)
    as_the_server_has_it(hall, page, browser, table.state, 4)


def test_back_after_sending_changes_nothing(hall: Hall, phone: Device, browser: Browser) -> None:
    table, _card = begun(hall, phone(), "Back")
    page = table.page
    old = page.evaluate(
        "() => { const form = document.getElementById('turn');"
        " return [form.action, [...new FormData(form)].filter(([name]) => name !== 'tile')]; }"
    )
    table.tile("455")
    all_sent(page)
    page.goto(f"{hall.url}/")
    page.go_back()
    table.shows_the_totals()
    # The very form that was sent, as a browser without our scripts would send it again.
    status = page.evaluate(
        "async ([url, pairs]) => (await fetch(url, { method: 'POST', redirect: 'manual',"
        " body: new URLSearchParams([...pairs, ['tile', '455']]) })).type",
        old,
    )
    assert status == "opaqueredirect"
    as_the_server_has_it(hall, page, browser, table.state, 3)
    table.tile("445")
    all_sent(page)


def test_two_phones_at_once_and_the_second_is_asked(hall: Hall, phone: Device, browser: Browser) -> None:
    table, card = begun(hall, phone(), "At once")
    other = Table(phone().new_page(), table.state)
    other.page.goto(card)
    expect(other.page.get_by_role("heading", name=re.compile("to play"))).to_be_visible()

    # Both enter the same turn in the same moment; one of them goes out first.
    offline(other)
    other.tile("445")
    table.tile("455", bonus="bridge")
    all_sent(table.page)
    offline(other, gone=False)
    review = other.page.locator("#review")
    expect(review).to_contain_text("Something was entered at this table in the meantime.")
    expect(review).to_contain_text("4-4-5")
    expect(review).to_contain_text("4-5-5, bridge +54")
    table.shows_the_totals(other.page)
    expect(strip(other.page)).to_have_text("1 refused, please look")

    # Sent again it is still that player's turn, whose turn it is not: nothing is bent to fit.
    review.get_by_role("button", name="Send it again on what is there now").tap()
    expect(review).to_contain_text("’s turn.")
    as_the_server_has_it(hall, table.page, browser, table.state, 3)

    # The game goes on beside it.
    other.state = table.state
    other.tile("344")
    expect(other.page.locator(".entry--place")).to_have_count(3)
    review.get_by_role("button", name="Put it away").tap()
    expect(review).to_be_empty()
    expect(strip(other.page)).to_have_text("All sent")
    as_the_server_has_it(hall, table.page, browser, other.state, 4)


def test_a_phone_dies_and_another_scans(hall: Hall, phone: Device, browser: Browser) -> None:
    table, card = begun(hall, phone(), "Dead phone")
    offline(table)
    table.tile("455")
    table.tile("445")

    # The other phone knows what was sent, and goes on from there.
    spare = Table(phone().new_page(), engine.start(["1", "2"], {}))
    spare.page.goto(card)
    spare.state = engine.apply(spare.state, {"do": "start", "depth": "sheet", "starter": "1"}).state
    spare.state = engine.apply(spare.state, {"do": "place", "player": "1", "tile": "5-5-5"}).state
    spare.shows_the_totals()
    for tile in ("455", "445", "344"):
        spare.tile(tile)
    all_sent(spare.page)

    # The first one comes back with two of them: they are not entered a second time.
    offline(table, gone=False)
    expect(strip(table.page)).to_have_text("2 refused, please look")
    for _each in range(2):
        table.page.get_by_role("button", name="Put it away").first.tap()
    expect(table.page.locator("#review")).to_be_empty()
    spare.shows_the_totals(table.page)
    as_the_server_has_it(hall, table.page, browser, spare.state, 5)


@pytest.mark.parametrize("days", [-1, 1])
def test_a_clock_that_is_a_day_off_changes_nothing(
    days: int, hall: Hall, phone: Device, browser: Browser
) -> None:
    context = phone()
    context.add_init_script(
        f"const now = Date.now.bind(Date); Date.now = () => now() + {days} * 86_400_000;"
        # As in a hall without HTTPS, where browsers have neither.
        "Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined });"
        "Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined });"
    )
    table, _card = begun(hall, context, f"Clock {days}")
    offline(table)
    table.tile("455")
    table.tile("445")
    offline(table, gone=False)
    all_sent(table.page)
    # The clock is put right in the middle of it.
    table.page.evaluate("Date.now = () => new Date().getTime()")
    table.tile("344")
    all_sent(table.page)
    as_the_server_has_it(hall, table.page, browser, table.state, 5)


def test_a_stale_page_shows_both_sides(hall: Hall, phone: Device, browser: Browser) -> None:
    table, card = begun(hall, phone(), "Stale page")
    other = Table(phone().new_page(), table.state)
    # From the beginning: what was asked before would be answered with what comes now.
    other.page.route(re.compile("seen="), lambda route: route.abort())
    other.page.goto(card)
    expect(other.page.get_by_role("heading", name=re.compile("to play"))).to_be_visible()
    table.tile("455")
    all_sent(table.page)
    other.type("445", draws=1)
    other.page.locator("#commit").tap()
    review = other.page.locator("#review")
    expect(review).to_contain_text("1 drawn, 4-4-5")
    expect(review).to_contain_text("4-5-5")
    other.page.unroute_all()
    table.shows_the_totals(other.page)
    as_the_server_has_it(hall, table.page, browser, table.state, 3)


def test_two_tabs_send_each_entry_once(hall: Hall, phone: Device, browser: Browser) -> None:
    table, _card = begun(hall, phone(), "Two tabs")
    second = table.page.context.new_page()
    second.goto(table.page.url)
    offline(table)
    table.tile("455")
    table.tile("445")
    expect(strip(second)).to_contain_text("2 not sent yet")
    offline(table, gone=False)
    all_sent(table.page)
    all_sent(second)
    table.shows_the_totals(second)
    as_the_server_has_it(hall, table.page, browser, table.state, 4)


def test_typing_goes_on_while_the_line_is_slow(hall: Hall, phone: Device, browser: Browser) -> None:
    """The answer comes late, and does not wipe what is being typed by then."""
    table, _card = begun(hall, phone(), "Slow line")
    page, waiting = table.page, list[Route]()
    page.route(re.compile("/turn/$"), lambda route: waiting.append(route), times=1)
    table.tile("455")
    table.type("44")
    expect(strip(page)).to_have_text("1 not sent yet")
    waiting[0].continue_()
    all_sent(page)
    expect(page.locator("[name='tile']")).to_have_value("44")
    table.type("5")
    expect(page.locator("#preview")).to_contain_text("tile 4-4-5; +13")
    page.locator("#commit").tap()
    table._turn(0, {"do": "place", "tile": "4-4-5"})
    all_sent(page)
    as_the_server_has_it(hall, page, browser, table.state, 4)


def test_a_renewed_card_keeps_what_was_entered_until_the_new_one_is_scanned(
    hall: Hall, phone: Device, browser: Browser
) -> None:
    organiser, card = desk_page(hall, phone(), "Renewed")
    table = Table(phone().new_page())
    table.page.goto(card)
    table.start(1)
    table.tile("555")
    all_sent(table.page)
    offline(table)
    table.tile("455")
    table.tile("445")
    organiser.goto(organiser.url.split("/rounds/")[0] + "/cards/")
    organiser.get_by_role("button", name="New card for table 1").click()
    expect(organiser.get_by_text("Table 1 has a new card.")).to_be_visible()
    new = organiser.get_by_role("link", name="Scan to score at this table").first.get_attribute("href") or ""
    assert new != card

    offline(table, gone=False)
    review = table.page.locator("#review")
    expect(review).to_contain_text("Scan the table’s card again, then send it.")
    table.page.goto(new)
    expect(review).to_contain_text("Scan the table’s card again, then send it.")
    review.get_by_role("button", name="Send it", exact=True).tap()
    all_sent(table.page)
    table.shows_the_totals()
    as_the_server_has_it(hall, table.page, browser, table.state, 4)


def test_points_of_a_deal_are_entered_without_a_network(hall: Hall, phone: Device, browser: Browser) -> None:
    page, _card = desk_page(hall, phone(), "Offline points")
    page.context.set_offline(True)
    page.get_by_role("link", name="Only enter the points of this deal").tap()
    for number, points in enumerate(["330", "20"]):
        page.locator(".points input").nth(number).fill(points)
    page.get_by_role("button", name="Enter deal").tap()
    expect(page.locator(".place__total")).to_have_text(["330", "20"])
    expect(strip(page)).to_contain_text("1 not sent yet")
    page.context.set_offline(False)
    all_sent(page)
    expect(page.locator(".deals tbody tr")).to_have_count(1)


def test_points_are_asked_for_before_the_page_knows_that_there_is_no_network(
    hall: Hall, phone: Device
) -> None:
    page, _card = desk_page(hall, phone(), "Lost question")
    page.route(re.compile("enter=totals"), lambda route: route.abort())
    page.get_by_role("link", name="Only enter the points of this deal").tap()
    expect(page.locator(".points input")).to_have_count(2)
    expect(page.locator(".toast")).to_have_count(0)
    for number, points in enumerate(["30", "20"]):
        page.locator(".points input").nth(number).fill(points)
    page.get_by_role("button", name="Enter deal").tap()
    all_sent(page)
    expect(page.locator(".deals tbody tr")).to_have_count(1)


def test_odd_points_that_nobody_has_looked_at_are_asked_about(hall: Hall, phone: Device) -> None:
    page, _card = desk_page(hall, phone(), "Odd points")
    # Before anything is asked: a question that is under way when this begins is cut, as if there were no network.
    page.route(re.compile("/preview/"), lambda route: route.fulfill(status=204))
    page.get_by_role("link", name="Only enter the points of this deal").tap()
    for number, points in enumerate(["330", "20"]):
        page.locator(".points input").nth(number).fill(points)
    page.get_by_role("button", name="Enter deal").tap()
    expect(page.get_by_role("alert")).to_contain_text("330 points in one deal are very many.")
    page.get_by_role("button", name="Enter it all the same").tap()
    all_sent(page)
    expect(page.locator(".deals tbody tr")).to_have_count(1)


def test_leaving_with_something_unsent_is_asked_about(hall: Hall, phone: Device) -> None:
    table, _card = begun(hall, phone(), "Leaving")
    offline(table)
    table.tile("455")
    with table.page.expect_event("dialog") as asked:
        table.page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    offline(table, gone=False)
    all_sent(table.page)


def test_the_organiser_sees_which_table_holds_something_back(hall: Hall, phone: Device) -> None:
    organiser, card = desk_page(hall, phone(), "Holds back")
    table = Table(phone().new_page())
    table.page.goto(card)
    table.start(1)
    all_sent(table.page)
    # The line is good enough to ask, and fails whatever is sent.
    table.page.route(re.compile("/turn/$"), lambda route: route.abort())
    table.tile("555")
    table.tile("455")
    organiser.goto(organiser.url.split("/tables/")[0] + "/")
    expect(organiser.locator(".phone-report")).to_have_text("2 unsent")
    table.page.unroute_all()
    all_sent(table.page)
    expect(organiser.locator(".phone-report")).to_have_count(0)
