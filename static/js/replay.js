// Goes through a match turn by turn: by slider, by keys, or by itself. Everything it shows stands in the page already.
(() => {
  "use strict";

  const root = document.querySelector("[data-replay]");
  if (!root) return;
  const PACE_MS = 900;
  const slider = root.querySelector("[data-slider]");
  const rows = [...root.querySelectorAll("[data-moment]")];
  const boards = [...root.querySelectorAll("[data-from]")];
  const now = root.querySelector("[data-now]");
  const chart = root.querySelector(".chart--lines");
  const cursor = chart.querySelector(".chart__now");
  const play = root.querySelector("[data-play]");
  const words = { play: play.textContent, stop: play.dataset.stop };
  let clock = 0;

  function show(at) {
    slider.value = String(at);
    const x = Number(chart.dataset.left) + at * Number(chart.dataset.step);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    cursor.removeAttribute("hidden");
    for (const row of rows) {
      const number = Number(row.dataset.moment);
      row.toggleAttribute("data-later", number > at);
      if (number === at) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
    const said = rows[at - 1]?.querySelector("th").textContent.replace(/\s+/g, " ").trim() ?? "";
    if (now.textContent !== said) now.textContent = said;
    // The board of the deal that is being played; before the first, none.
    const shown = boards.filter((board) => Number(board.dataset.from) <= at).at(-1);
    for (const board of boards) {
      board.hidden = board !== shown;
      const laid = [...board.querySelectorAll("[data-at]")];
      for (const tile of laid) tile.toggleAttribute("data-later", Number(tile.dataset.at) > at);
      const newest = laid.filter((tile) => Number(tile.dataset.at) <= at).at(-1);
      for (const tile of laid) tile.classList.toggle("newest-tile", tile === newest);
    }
  }

  const at = () => Number(slider.value);
  const most = Number(slider.max);

  function stop() {
    clearInterval(clock);
    clock = 0;
    play.textContent = words.play;
  }

  function start() {
    if (at() === most) show(0);
    play.textContent = words.stop;
    clock = setInterval(() => {
      show(Math.min(most, at() + 1));
      if (at() === most) stop();
    }, PACE_MS);
  }

  slider.addEventListener("input", () => {
    stop();
    show(at());
  });
  play.addEventListener("click", () => (clock ? stop() : start()));
  root.addEventListener("click", (event) => {
    const go = event.target.closest("[data-go]");
    if (go) {
      stop();
      show(Math.max(0, Math.min(most, at() + Number(go.dataset.go))));
    }
  });
  document.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    stop();
    show(Math.max(0, Math.min(most, at() + step)));
  });
  document.addEventListener("visibilitychange", () => document.hidden && stop());
  show(most);
})();
