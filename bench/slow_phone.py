"""The desk's first load on a slow phone: what is transferred, and when the first tap counts."""

import json
import statistics
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Browser, CDPSession

from bench.desk import hall
from bench.row import Row, tell
from tests import needs
from tests.conftest import launched
from tests.load.judge import Judge
from tests.load.phone import Phone

SLOWDOWN = 4
BITS_A_SECOND = 1_600_000
LATENCY_MS = 150
ROUNDS = 5
MOST_KB, MOST_SECONDS = 60.0, 1.0

TAP = """
    // As soon as there is a key it is tapped, again and again, until the tile shows its number.
    const tap = () => {
      const field = document.querySelector("[name=tile]");
      if (field?.value) window.usable = performance.now();
      else {
        document.querySelector("[data-key='5']")?.click();
        requestAnimationFrame(tap);
      }
    };
    requestAnimationFrame(tap);
"""


def rows() -> Iterable[Row]:
    with hall() as running, launched(needs.CHROMIUM) as chromium:
        told = json.loads(running.run("-m", "tests.load.prepare", "1"))
        judge = Judge(Phone(running.port), **told["tables"][0])
        judge.come_in()
        judge.enter_next()  # a deal is started: it is somebody's turn
        judge.phone.close()
        loads = [load(chromium, running.url, judge, slow=True) for _ in range(ROUNDS)]
        fast = [load(chromium, running.url, judge, slow=False) for _ in range(ROUNDS)]
    size = loads[0][0] / 1000
    slow_time, fast_time = (statistics.median(each[1] for each in some) for some in (loads, fast))
    yield Row(
        "desk page, first load beyond htmx",
        f"{size:.1f} kB",
        f"htmx {loads[0][2] / 1000:.1f} kB",
        f"{loads[0][0] / loads[0][2]:.1f}",
        f"≤ {MOST_KB:.0f} kB",
        size <= MOST_KB,
    )
    yield Row(
        f"desk page, first tap, slow phone ({SLOWDOWN} × slower, 1.6 Mbit/s, {LATENCY_MS} ms)",
        f"{slow_time:.2f} s",
        f"this machine {fast_time:.2f} s",
        f"{slow_time / fast_time:.1f}",
        f"≤ {MOST_SECONDS:.0f} s",
        slow_time <= MOST_SECONDS,
    )


def slowed(session: CDPSession) -> None:
    """The page of this session is on a slow phone from now on."""
    speed = {"downloadThroughput": BITS_A_SECOND / 8, "uploadThroughput": BITS_A_SECOND / 8}
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY_MS, **speed})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})


def load(chromium: Browser, url: str, judge: Judge, *, slow: bool) -> tuple[int, float, int]:
    """Bytes beyond htmx, seconds until the first tap counts, bytes of htmx; in a browser that knows nothing yet."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    try:
        context.request.get(f"{url}{judge.card}")
        page = context.new_page()
        page.add_init_script(TAP)
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        if slow:
            slowed(session)
        addresses: dict[str, str] = {}
        sizes: dict[str, int] = {}

        def answered(event: dict[str, Any]) -> None:
            addresses[event["requestId"]] = event["response"]["url"]

        def finished(event: dict[str, Any]) -> None:
            sizes[event["requestId"]] = int(event["encodedDataLength"])

        session.on("Network.responseReceived", answered)
        session.on("Network.loadingFinished", finished)
        page.goto(f"{url}{judge.page}")
        page.wait_for_function("window.usable")
        usable = float(page.evaluate("window.usable")) / 1000
        htmx = sum(size for id_, size in sizes.items() if "htmx" in addresses.get(id_, ""))
        tell(
            f"{'slow' if slow else 'fast'}: {usable:.2f} s, {sum(sizes.values()) - htmx} bytes and htmx {htmx}"
        )
        return sum(sizes.values()) - htmx, usable, htmx
    finally:
        context.close()
