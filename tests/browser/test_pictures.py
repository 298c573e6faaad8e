"""The pictures in docs/ show the pages as they are."""

import pytest
from playwright.sync_api import Browser

from tests.browser.pictures import known, shown_by, walk
from tests.hall import Hall

pytestmark = pytest.mark.only_the_page

WHAT = {"words": "its words or elements", "style": "the style rules that apply to it"}


def test_no_page_has_changed_since_its_picture_was_taken(hall: Hall, browser: Browser) -> None:
    then = known()
    changed = [
        f"{picture.name}.png: {WHAT[part]} changed"
        for picture, page in walk(hall, browser)
        for part, now in shown_by(page).items()
        if then.get(picture.name, {}).get(part) != now
    ]
    assert not changed, "run “make pictures”:\n" + "\n".join(changed)
