"""Somebody with a keyboard and nothing else, who has to see where they are after every key."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Locator, Page

MOST_KEYS = 90
"""Nobody presses Tab more often than that to get somewhere."""

FOCUS = """() => {
    const at = document.activeElement;
    if (!at || at === document.body) return "nowhere";
    const box = at.getBoundingClientRect();
    const seen = box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    if (!seen) return "off the screen: " + at.outerHTML.slice(0, 200);
    // What is sticky or opened may lie over the whole of it.
    const points = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]].map(([x, y]) => [box.left + x * box.width, box.top + y * box.height]);
    const there = points.some(([x, y]) => {
      const top = document.elementFromPoint(x, y);
      return top && (at.contains(top) || top.contains(at) || top.closest("label, .card, summary")?.contains(at));
    });
    if (!there) return "covered: " + at.outerHTML.slice(0, 200);
    // A heading, or the page, from which one goes on: there is nothing to be pressed, and it needs no ring.
    if (at.matches("main, h2[tabindex='-1']")) return "";
    // A ring around it, or around what stands for it.
    for (let each = at; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) return "";
      if (each.matches("form, section, main, ul, table")) break;
    }
    return at.matches(".lit") && getComputedStyle(at.querySelector(".lit__edge")).strokeWidth !== "0px" ? "" : "no ring: " + at.outerHTML.slice(0, 200);
}"""

AT_ITS_END = "!document.activeElement || document.activeElement === document.body"


@dataclass
class Keyboard:
    page: Page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def to(self, target: Locator, *, back: bool = False) -> None:
        """Go there with Tab; every stop on the way is seen."""
        for _key in range(MOST_KEYS):
            self.press("Shift+Tab" if back else "Tab")
            if self.page.evaluate(AT_ITS_END):
                continue  # and once more from its beginning
            self.sees()
            if target.evaluate("(each) => each === document.activeElement"):
                return
        raise AssertionError(f"no way to {target} by Tab")

    def activate(self, target: Locator, key: str = "Enter", *, back: bool = False) -> None:
        self.to(target, back=back)
        self.press(key)

    def sees(self) -> None:
        """Where the focus is, and that it is shown."""
        wrong = self.page.evaluate(FOCUS)
        assert not wrong, f"{self.page.url}: {wrong}"

    def still_somewhere(self) -> None:
        """Whatever has replaced a part of the page, whoever goes by keyboard goes on from where they were."""
        self.page.wait_for_function("document.activeElement && document.activeElement !== document.body")
        self.sees()
