// The judge's desk: the keypad, the tile that fills up, and staying level with the other phone.
// Everything here fills in an ordinary form; nothing is decided here.
(() => {
  "use strict";

  const SIZE = 3;
  const desk = () => document.getElementById("desk");
  const panel = () => document.getElementById("panel");
  const turn = () => document.getElementById("turn");

  // -- the tile ---------------------------------------------------------------------------------

  const field = (name) => turn()?.elements.namedItem(name);
  const typed = () => (field("tile")?.value ?? "").replace(/\D/g, "").slice(0, SIZE);
  const named = (digits) => [...digits].sort().join("-");

  // Top first, then clockwise; turned so that no tile is drawn that does not exist.
  function corners(digits) {
    if (digits.length < SIZE) return digits;
    const [a, b, c] = [...digits].sort();
    const exists = [a + b + c, b + c + a, c + a + b].includes(digits);
    return exists ? digits : digits[0] + digits[2] + digits[1];
  }

  function laid() {
    return new Set((turn()?.dataset.laid ?? "").split(" ").filter(Boolean));
  }

  // The numbers that can still follow: some tile that has not been laid holds them all.
  function open(digits, gone) {
    const numbers = [..."012345"];
    const tiles = numbers.flatMap((a) =>
      numbers.flatMap((b) => numbers.filter((c) => a <= b && b <= c).map((c) => a + b + c)),
    );
    const free = tiles.filter((tile) => !gone.has([...tile].join("-")));
    return new Set(numbers.filter((number) => free.some((tile) => holds(tile, digits + number))));
  }

  function holds(tile, digits) {
    let rest = tile;
    for (const digit of digits) {
      if (!rest.includes(digit)) return false;
      rest = rest.replace(digit, "");
    }
    return true;
  }

  function draw() {
    const form = turn();
    if (!form) return;
    const digits = typed();
    const shown = corners(digits);
    for (const corner of form.querySelectorAll(".drawn [data-corner]")) {
      corner.textContent = shown[corner.dataset.corner] ?? "";
    }
    const next = digits.length < SIZE ? open(digits, laid()) : new Set();
    for (const key of form.querySelectorAll("[data-key]")) {
      key.setAttribute("aria-disabled", String(!next.has(key.dataset.key)));
    }
    form.querySelector("[data-back]")?.setAttribute("aria-disabled", String(!digits));
    form.toggleAttribute("data-full", digits.length === SIZE);
    form.dispatchEvent(new CustomEvent("desk:drawn", { bubbles: true }));
    form.toggleAttribute("data-ready", !waits());
  }

  // What the rules said about it: the button looks as if it would be taken, or not.
  function weigh(preview) {
    const form = preview.closest("form");
    const refused = preview.querySelector(".preview__no");
    form.toggleAttribute("data-ready", !refused && Boolean(preview.querySelector(".preview__sum, .effects")) && !waits());
  }

  // On a board the tile needs a place too.
  const waits = () =>
    Boolean(turn()) && !field("passes")?.checked && (typed().length < SIZE || field("place")?.value === "");

  function type(digits) {
    const input = field("tile");
    if (!input) return;
    input.value = digits;
    if (digits && field("passes")) field("passes").checked = false;
    changed();
  }

  function changed() {
    draw();
    const sum = document.getElementById("commit-sum");
    if (sum) sum.textContent = "";
    // What was wrong before may be right by now; the preview says.
    for (const error of panel()?.querySelectorAll(".turn .field__error") ?? []) error.remove();
    if (turn()) hint();
    if (turn() && waits() && !drawn()) return;
    panel()?.querySelector("form[id]")?.dispatchEvent(new CustomEvent("desk:typed"));
  }

  const drawn = () => Boolean(turn().querySelector('[name="draws"]:checked:not([value="0"])'));

  // At once, without asking: how many numbers are still missing.
  function hint() {
    const preview = document.getElementById("preview");
    const said = document.createElement("p");
    said.className = "preview__hint";
    said.textContent = turn().getAttribute(`data-hint-${waits() ? typed().length : "all"}`) ?? "";
    window.htmx?.trigger(preview, "htmx:abort");
    preview.replaceChildren(said);
  }

  function press(number) {
    const digits = typed();
    if (digits.length < SIZE && open(digits, laid()).has(number)) type(digits + number);
  }

  // Whoever passes has drawn all that may be drawn: one tap instead of two.
  function passed(on) {
    if (on) field("tile").value = "";
    const draws = turn().querySelector(`[name="draws"][value="${CSS.escape(turn().dataset.toPass)}"]`);
    if (on && draws) draws.checked = true;
    const none = turn().querySelector('[name="bonus"][value=""]');
    if (on && none) none.checked = true;
    changed();
  }

  document.addEventListener("click", (event) => {
    const key = event.target.closest?.("[data-key], [data-back]");
    if (key && turn()?.contains(key)) {
      if (key.getAttribute("aria-disabled") === "true") return;
      if ("key" in key.dataset) press(key.dataset.key);
      else type(typed().slice(0, -1));
      return;
    }
    const fresh = event.target.closest?.("[data-fresh]");
    if (fresh && window.htmx) {
      event.preventDefault();
      delete panel().dataset.kept;
      panel().dataset.letGo = "";
      window.htmx.trigger(panel(), "desk:behind");
    }
  });

  document.addEventListener("change", (event) => {
    if (!panel()?.contains(event.target)) return;
    if (event.target.name === "passes") passed(event.target.checked);
    else changed();
    if (event.target.name === "depth") bringBoard();
  });

  document.addEventListener("input", (event) => {
    if (panel()?.contains(event.target) && event.target.matches("input:not([type=radio], [type=checkbox])")) changed();
  });

  // A keyboard works too: the numbers, Backspace, Enter.
  document.addEventListener("keydown", (event) => {
    if (!turn() || turn().inert || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.matches?.("input:not([type=radio], [type=checkbox]), textarea, select")) return;
    if (/^[0-5]$/.test(event.key)) press(event.key);
    else if (event.key === "Backspace") type(typed().slice(0, -1));
    else return;
    event.preventDefault();
  });

  // -- two phones at one table --------------------------------------------------------------------

  function edited(input) {
    if (input.type === "hidden" || input.disabled) return false;
    if (/^(radio|checkbox)$/.test(input.type)) return input.checked !== input.defaultChecked;
    return input.value !== input.defaultValue;
  }

  function underHand() {
    const at = panel();
    if (!at || "letGo" in at.dataset) return false;
    if ("kept" in at.dataset || document.querySelector("dialog[open]")) return true;
    return [...at.querySelectorAll("input, select, textarea")].some(edited);
  }

  // The score has moved on: the panel follows, unless somebody is typing in it.
  function follow() {
    const at = panel();
    const now = document.getElementById("score")?.dataset.token;
    if (!at?.dataset.token || !now || at.dataset.token === now) return;
    if (underHand()) tellBehind();
    else window.htmx.trigger(at, "desk:behind");
  }

  function tellBehind() {
    const note = panel().querySelector("[data-behind]");
    if (note) note.hidden = false;
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, requestConfig } = event.detail;
    if (target !== panel() || requestConfig?.triggeringEvent?.type !== "desk:behind" || !underHand()) return;
    event.detail.shouldSwap = false;
    tellBehind();
  });

  // The drawn board's files are many bytes and seldom wanted: they come when a board is chosen, or shown.
  function bringBoard() {
    const files = document.getElementById("board-files");
    if (!files || !document.querySelector("svg[data-view], #panel [name=depth][value=board]:checked")) return;
    files.remove();
    const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: files.dataset.style });
    const scripts = files.dataset.scripts.split(" ").map((src) => Object.assign(document.createElement("script"), { src, async: false }));
    document.head.append(style, ...scripts);
  }

  document.addEventListener("htmx:afterSettle", (event) => {
    if (!desk()) return;
    bringBoard();
    if (event.detail.target?.id === "preview") weigh(event.detail.target);
    else draw();
    // Whoever goes by keyboard or ear goes on where something is to be done.
    if (event.detail.target?.id === "desk" && document.activeElement === document.body) {
      panel()?.querySelector("h2[tabindex]")?.focus({ preventScroll: true });
    }
    follow();
  });

  // The page as a browser gives it back may hold what was typed before.
  window.addEventListener("pageshow", () => draw());
  draw();
  window.triomphe = { ...window.triomphe, draw, changed, follow, underHand };
})();
