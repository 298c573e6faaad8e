"""A table whose deal is followed on the board, brought quickly to any moment of a real deal."""

import uuid
from typing import Any

from playwright.sync_api import Page

from rules.triominos.machine import TriominosEngine
from tests.board_deals import Actions, turns
from tests.browser.tables import sit_down
from tests.hall import Hall


def table_page(hall: Hall, page: Page, name: str, engine: TriominosEngine, people: int = 2) -> str:
    """The organiser's page of a new table; gives the link on its card."""
    return sit_down(hall, page, name, engine.key, ["Ana Ávila", "Bo", "Çelik", "דנה"][:people])


def post(page: Page, where: str, version: int, data: dict[str, Any]) -> None:
    """What a page would send, without tapping it."""
    token = next(each["value"] for each in page.context.cookies() if each["name"] == "csrftoken")
    form: dict[str, Any] = {
        "csrfmiddlewaretoken": token,
        "entry_id": str(uuid.uuid4()),
        "version": version,
    } | data
    answer = page.request.post(f"{page.url.split('?')[0]}{where}/", form=form)
    assert answer.ok, answer.text()


def play_on(page: Page, actions: Actions, most: int, version: int = 0) -> int:
    """The first so many turns of a deal; gives the version of the match."""
    post(page, "start", version, {"depth": "board", "starter": actions[0]["starter"]})
    version += 1
    for draws, last in turns(actions)[:most]:
        data = {"drawn": 1, "player": last["player"], "draws": draws}
        post(page, "turn", version, data | (_place(last) if last["do"] == "place" else {"passes": "on"}))
        version += draws + 1
    page.goto(page.url)
    return version


def _place(action: dict[str, Any]) -> dict[str, str]:
    numbers = "".join(map(str, action["corners"]))
    return {"tile": numbers, "place": f"{action['cell'][0]},{action['cell'][1]},{numbers}"}
