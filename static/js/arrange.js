// A draft changed by hand: tap two, or drag one onto the other. What it costs is asked for before anything is done.
// The boxes are real ones: the keyboard ticks them, and without this file a button sends them.
(() => {
  "use strict";

  const FAR = 8; // px before a press becomes a drag
  const LINGER_MS = 120; // over a place before its price is asked for

  const form = () => document.getElementById("arrange");
  const boxes = () => [...(form()?.querySelectorAll("input[name=pick]") ?? [])];
  const isPerson = (box) => /^\d+$/.test(box.value);
  let order = [];

  function ask() {
    if (form()) window.htmx?.trigger(form(), "arrange:ask");
  }

  function hint() {
    const panel = document.getElementById("change");
    const model = document.getElementById("change-hint");
    if (panel && model) panel.replaceChildren(model.content.cloneNode(true));
  }

  function unpick(except = []) {
    for (const box of boxes()) if (!except.includes(box)) box.checked = false;
    order = order.filter((box) => except.includes(box));
  }

  // The last two count, and one of them is a person.
  function picked(box) {
    order = order.filter((each) => each !== box && each.isConnected && each.checked);
    if (box.checked) order.push(box);
    const before = order.at(-2);
    if (before && !isPerson(before) && !isPerson(box)) order = [box];
    order = order.slice(-2);
    unpick(order);
    if (order.length === 2) ask();
    else hint();
  }

  document.addEventListener("change", (event) => {
    if (event.target.matches?.("#arrange input[name=pick]")) picked(event.target);
  });

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-unpick]") || !form()) return;
    event.preventDefault();
    const first = order[0];
    unpick();
    hint();
    first?.focus({ preventScroll: true });
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && order.length && !document.querySelector("dialog[open]")) {
      unpick();
      hint();
    }
  });

  // -- dragging, for whoever has a mouse or a pen ------------------------------------------------

  let drag = null;

  const boxAt = (x, y) => {
    const found = document.elementFromPoint(x, y)?.closest?.("#arrange .pick");
    return found?.querySelector("input[name=pick]") ?? null;
  };

  function begin(event) {
    drag.ghost = drag.label.cloneNode(true);
    drag.ghost.classList.add("pick--ghost");
    drag.ghost.setAttribute("aria-hidden", "true");
    drag.ghost.querySelector("input")?.remove();
    document.body.append(drag.ghost);
    document.documentElement.classList.add("is-dragging");
    drag.label.classList.add("pick--from");
    unpick();
    order = [drag.box];
    drag.box.checked = true;
    move(event);
  }

  function move(event) {
    drag.ghost.style.setProperty("--x", `${event.clientX}px`);
    drag.ghost.style.setProperty("--y", `${event.clientY}px`);
    const over = boxAt(event.clientX, event.clientY);
    const target = over && over !== drag.box ? over : null;
    if (target === drag.over) return;
    drag.over?.closest(".pick").classList.remove("pick--over");
    drag.over = target;
    clearTimeout(drag.timer);
    unpick([drag.box]);
    order = [drag.box];
    if (!target) return hint();
    target.closest(".pick").classList.add("pick--over");
    drag.timer = setTimeout(() => {
      target.checked = true;
      order = [drag ? drag.box : order[0], target];
      ask();
    }, LINGER_MS);
  }

  function end(kept) {
    const { ghost, label, over, box, timer } = drag;
    drag = null;
    ghost?.remove();
    document.documentElement.classList.remove("is-dragging");
    label.classList.remove("pick--from");
    over?.closest(".pick")?.classList.remove("pick--over");
    clearTimeout(timer);
    if (!ghost) return;
    // What comes next is the click that ends the drag: it ticks nothing.
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", swallow, { capture: true }));
    if (kept && over) {
      const asked = over.checked;
      over.checked = true;
      order = [box, over];
      unpick(order);
      if (!asked) ask();
    } else {
      unpick();
      hint();
    }
  }

  function swallow(event) {
    event.preventDefault();
    event.stopPropagation();
  }

  document.addEventListener("pointerdown", (event) => {
    const label = event.target.closest?.("#arrange .pick:not(.pick--free)");
    if (!label || event.pointerType === "touch" || event.button !== 0) return;
    drag = { label, box: label.querySelector("input[name=pick]"), x: event.clientX, y: event.clientY };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (drag.ghost) move(event);
    else if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR) begin(event);
  });

  document.addEventListener("pointerup", () => drag && end(true));
  document.addEventListener("pointercancel", () => drag && end(false));
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("#arrange .pick")) event.preventDefault();
  });

  // A draft that came anew has nothing picked.
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id !== "change") order = order.filter((box) => box.isConnected && box.checked);
  });
})();
