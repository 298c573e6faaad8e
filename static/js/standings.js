// What a long list of names can do in the page itself: glide to new ranks, show only some, keep somebody in sight.
// A list of several pages is narrowed by the server, and tells who stands on the others.
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
    bringHere(number);
    for (const row of rows()) row.classList.toggle("standings__pinned", row.dataset.entrant === number);
    for (const button of list()?.querySelectorAll("[data-follow]") ?? []) {
      button.setAttribute("aria-pressed", String(button.dataset.follow === number));
    }
  }

  // Whoever stands on another page of the list is shown on this one too, at the end that is nearer to them.
  function bringHere(number) {
    for (const row of list()?.querySelectorAll(".standings__elsewhere") ?? []) row.remove();
    const told = document.getElementById("elsewhere");
    const them = number && told ? JSON.parse(told.textContent).find((each) => String(each[0]) === number) : null;
    if (!them) return;
    const [, rank, name, value, address] = them;
    const row = document.getElementById("elsewhere-model").content.firstElementChild.cloneNode(true);
    row.dataset.entrant = number;
    row.querySelector(".rank").textContent = rank;
    row.querySelector("bdi").textContent = name;
    row.querySelector("a").href = address;
    row.querySelector("[data-follow]").dataset.follow = number;
    const points = row.querySelector(".standings__points");
    if (points) points.textContent = value;
    const body = list().tBodies[0];
    const first = Number(body.querySelector(".rank")?.textContent);
    if (Number(rank) < first) body.prepend(row);
    else body.append(row);
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

  // -- telling what moved, to whoever hears the page ---------------------------------------------------

  let told = heard();

  // Who leads, and where whoever is followed stands.
  function heard() {
    const stands = (row) => [row?.querySelector("bdi")?.textContent ?? "", row?.querySelector(".rank")?.textContent ?? ""];
    const pinned = rows().find((row) => row.dataset.entrant === followed());
    const first = rows().filter((row) => row.dataset.rank === "1");
    return { leads: first.length === 1 ? stands(first[0])[0] : "", stands: stands(pinned) }; // nobody leads alone who shares it
  }

  function tell() {
    const said = document.getElementById("said");
    const now = heard();
    const news = [];
    if (now.leads && now.leads !== told.leads) news.push(said?.dataset.leads?.replace("%s", now.leads));
    const [name, rank] = now.stands;
    if (name && name === told.stands[0] && rank !== told.stands[1]) {
      news.push(said?.dataset.stands?.replace("%s", name).replace("%r", rank));
    }
    told = now;
    if (said && news.length) said.textContent = news.join(" ");
  }

  document.addEventListener("change", (event) => {
    const by = event.target.dataset?.only;
    if (event.target.matches("[data-send-on-change] select")) event.target.form.requestSubmit();
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
    tell();
  });
  pin();
})();
