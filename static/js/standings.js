// What a long list of names can do in the page itself: glide to new ranks, show only some, keep somebody in sight.
(() => {
  "use strict";

  const GLIDE_MS = 700;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const list = () => document.querySelector("table.standings");
  const rows = () => [...(list()?.querySelectorAll("tr[data-entrant]") ?? [])];
  const key = `triomphe-follow:${location.pathname.split("/")[2]}`;
  const chosen = new Map(); // by which the list is narrowed
  let before = new Map();

  // -- following ---------------------------------------------------------------------------------

  function followed() {
    try {
      return localStorage.getItem(key) ?? "";
    } catch {
      return "";
    }
  }

  function follow(number) {
    try {
      if (number) localStorage.setItem(key, number);
      else localStorage.removeItem(key);
    } catch {
      // It holds for this page then.
    }
    pin(number);
  }

  function pin(number = followed()) {
    for (const row of rows()) row.classList.toggle("standings__pinned", row.dataset.entrant === number);
    for (const button of list()?.querySelectorAll("[data-follow]") ?? []) {
      button.setAttribute("aria-pressed", String(button.dataset.follow === number));
    }
  }

  // -- showing only some ---------------------------------------------------------------------------

  function narrow() {
    for (const row of rows()) {
      row.hidden = [...chosen].some(([by, wanted]) => wanted && !(row.dataset[by] ?? "").split("\n").includes(wanted));
    }
  }

  // -- gliding to a new rank -------------------------------------------------------------------------

  function remember() {
    before = new Map(rows().map((row) => [row.dataset.entrant, row.getBoundingClientRect().top + scrollY]));
  }

  function glide() {
    if (still.matches) return;
    for (const row of rows()) {
      const was = before.get(row.dataset.entrant);
      const by = was === undefined ? 0 : was - row.getBoundingClientRect().top - scrollY;
      if (Math.abs(by) > 1) {
        row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: GLIDE_MS, easing: "ease-in-out" });
      }
    }
  }

  document.addEventListener("change", (event) => {
    const by = event.target.dataset?.only;
    if (!by) return;
    chosen.set(by, event.target.value);
    narrow();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-follow]");
    if (button) follow(followed() === button.dataset.follow ? "" : button.dataset.follow);
  });
  document.addEventListener("live:view", remember, true);
  document.addEventListener("htmx:beforeSwap", remember);
  document.addEventListener("htmx:afterSettle", () => {
    narrow();
    pin();
    glide();
  });
  pin();
})();
