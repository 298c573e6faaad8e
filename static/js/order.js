// Tie-breaks put in order by dragging their handle, or with the arrow keys on it. The numbers are what is sent:
// without this file they are typed, and the arrow buttons move a row.
(() => {
  "use strict";

  const list = document.querySelector("[data-order]");
  if (!list) return;
  const said = document.querySelector("[data-order-said]");
  const rows = () => [...list.querySelectorAll(".order__row")];
  const numberOf = (row) => row.querySelector(".order__number");
  const isUsed = (row) => numberOf(row).value.trim() !== "";

  // Those with a number are used, in the order in which they stand; the numbers follow.
  function renumber() {
    let at = 0;
    for (const row of rows()) {
      const used = isUsed(row);
      row.classList.toggle("order__row--chosen", used);
      if (used) numberOf(row).value = String((at += 1));
    }
    list.dataset.changed = "";
  }

  function tell(row) {
    const place = rows().filter(isUsed).indexOf(row) + 1;
    if (said) said.textContent = `${row.querySelector(".order__name").textContent}: ${place}`;
  }

  // A row that is laid among those that are used is used from then on.
  function settle(row) {
    const after = rows().slice(rows().indexOf(row) + 1);
    if (!isUsed(row) && after.some(isUsed)) numberOf(row).value = "1";
    const last = rows().filter((each) => isUsed(each) && each !== row).at(-1);
    if (isUsed(row) && last && !after.some(isUsed)) last.after(row);
    renumber();
    tell(row);
  }

  let held = null;

  list.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest("[data-order-handle]");
    if (!handle || event.button > 0) return;
    event.preventDefault();
    held = handle.closest(".order__row");
    held.classList.add("order__row--held");
    handle.setPointerCapture(event.pointerId);
    handle.focus();
  });

  list.addEventListener("pointermove", (event) => {
    if (!held) return;
    const next = rows().find((row) => {
      if (row === held) return false;
      const box = row.getBoundingClientRect();
      return event.clientY < box.top + box.height / 2;
    });
    if (next !== held.nextElementSibling || !next) next ? next.before(held) : list.append(held);
    const edge = 60;
    if (event.clientY < edge) window.scrollBy(0, -12);
    else if (event.clientY > window.innerHeight - edge) window.scrollBy(0, 12);
  });

  for (const name of ["pointerup", "pointercancel"]) {
    list.addEventListener(name, () => {
      if (!held) return;
      held.classList.remove("order__row--held");
      settle(held);
      held = null;
    });
  }

  list.addEventListener("keydown", (event) => {
    const handle = event.target.closest("[data-order-handle]");
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!handle || !step) return;
    event.preventDefault();
    const row = handle.closest(".order__row");
    const all = rows();
    const other = all[all.indexOf(row) + step];
    if (!other) return;
    step < 0 ? other.before(row) : other.after(row);
    settle(row);
    handle.focus();
  });
})();
