// Turns the pages of a wall by itself, for days: goes on where it was when something new comes, says when it has lost
// the server, and starts afresh once a night, when nobody looks.
(() => {
  "use strict";

  const FRESH_MS = 6 * 60 * 60 * 1_000;
  const LOST_MS = 60_000;
  const began = performance.now();
  let current = "";
  let turnAt = 0;
  let paused = false;
  let offSince = 0;

  const wall = () => document.getElementById("wall");
  const slides = () => [...wall().querySelectorAll("[data-slide]")];
  const bar = document.querySelector(".wall__bar span");
  const state = document.querySelector("[data-live-state]");
  const button = document.querySelector("[data-pause]");
  const words = { pause: button.textContent, goOn: button.dataset.goOn };
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const seconds = () => Number(wall().dataset.seconds) || 12;

  function show(key) {
    const all = slides();
    const at = Math.max(0, all.findIndex((each) => each.dataset.slide === key));
    for (const [number, slide] of all.entries()) slide.hidden = number !== at;
    current = all[at]?.dataset.slide ?? "";
  }

  function turn() {
    const all = slides();
    const at = all.findIndex((each) => each.dataset.slide === current);
    show(all[(at + 1) % all.length]?.dataset.slide);
    turnAt = performance.now() + 1_000 * seconds();
    progress();
  }

  function progress() {
    bar.style.animation = "none";
    if (still.matches || paused || slides().length < 2) return;
    void bar.offsetWidth; // so that it starts from nothing
    bar.style.animation = `wall-bar ${seconds()}s linear`;
  }

  function tell(on) {
    if (on) offSince = 0;
    else offSince ||= performance.now();
    state.dataset.state = on ? "on" : "off";
    const said = on ? state.dataset.on : state.dataset.off;
    if (state.textContent !== said) state.textContent = said;
  }

  // A page that has been open for hours, or has lost the server for long, is loaded anew: once the server answers.
  async function afresh() {
    const lost = offSince && performance.now() - offSince > LOST_MS;
    const old = performance.now() - began > FRESH_MS && new Date().getHours() === 4;
    if (!lost && !old) return;
    try {
      const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
      if (answer.ok) location.reload();
    } catch {
      // Not yet; asked again in a moment.
    }
  }

  document.addEventListener("live:state", (event) => tell(event.detail === "on"));
  document.addEventListener("htmx:afterSettle", () => show(current));
  button.addEventListener("click", () => {
    paused = !paused;
    button.textContent = paused ? words.goOn : words.pause;
    turnAt = performance.now() + 1_000 * seconds();
    progress();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") turn();
    else if (event.key === " " && event.target !== button) button.click();
  });

  show("");
  tell(true);
  turnAt = performance.now() + 1_000 * seconds();
  progress();
  setInterval(() => {
    if (!paused && performance.now() >= turnAt) turn();
  }, 250);
  setInterval(() => void afresh(), 10_000);
})();
