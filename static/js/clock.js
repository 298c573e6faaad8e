// Clocks count down by the server's time, which came with the page: what the phone's own clock says is
// only used to see how much time has passed. A clock shows and buzzes; it never keeps anybody from anything.
(() => {
  "use strict";

  const EVERY_MS = 250;
  const BUZZ = [200, 100, 200];
  const ahead = new WeakMap();
  const rung = new Set();
  let score = document.getElementById("score")?.dataset.token;

  // How many milliseconds the server is ahead of this phone, learnt when the clock came.
  function lead(clocks) {
    if (!ahead.has(clocks)) ahead.set(clocks, Number(clocks.dataset.now) * 1000 - Date.now());
    return ahead.get(clocks);
  }

  function said(seconds) {
    const left = Math.max(0, seconds);
    return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }

  function show(clock, now) {
    const seconds = Math.ceil((Number(clock.dataset.end) * 1000 - now) / 1000);
    const text = said(seconds);
    const left = clock.querySelector("[data-left]");
    if (left.textContent !== text) left.textContent = text;
    clock.toggleAttribute("data-near", seconds > 0 && seconds <= Number(clock.dataset.soon));
    clock.toggleAttribute("data-ended", seconds <= 0);
    clock.querySelector("[data-over]").hidden = seconds > 0;
    if (seconds > 0) clock.dataset.running = "";
    else if ("running" in clock.dataset) ring(clock);
  }

  // Once, when a clock that was seen running gets to its end.
  function ring(clock) {
    delete clock.dataset.running;
    const key = clock.dataset.end;
    if (rung.has(key)) return;
    rung.add(key);
    navigator.vibrate?.(BUZZ);
    const aloud = document.getElementById("said");
    if (aloud) aloud.textContent = clock.querySelector("[data-over]").textContent;
  }

  function tick() {
    for (const clocks of document.querySelectorAll("[data-clocks]")) {
      const now = Date.now() + lead(clocks);
      for (const clock of clocks.querySelectorAll("[data-end]")) show(clock, now);
    }
  }

  // The turn's clock starts again with every entry. Not while somebody says why they call.
  function refresh() {
    const hall = document.getElementById("hall");
    if (hall && window.htmx && !hall.querySelector("details[open]")) window.htmx.trigger(hall, "hall:now");
  }

  document.addEventListener("htmx:afterSettle", () => {
    const token = document.getElementById("score")?.dataset.token;
    if (token !== score) refresh();
    score = token;
    tick();
  });

  // Nobody asked for this by hand, so nobody is told when it fails: it is asked again soon.
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(
      name,
      (event) => {
        if (event.detail.requestConfig?.triggeringEvent?.type === "hall:now") event.stopPropagation();
      },
      true,
    );
  }

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) refresh();
  });

  setInterval(tick, EVERY_MS);
  tick();
})();
