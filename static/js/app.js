// What HTML cannot do by itself. Everything works, if less smoothly, without this file.
(() => {
  "use strict";

  const root = document.documentElement;
  const words = document.getElementById("words")?.dataset ?? {};
  const BUSY_MS = 15_000;
  const TOAST_MS = 10_000;

  // -- theme ------------------------------------------------------------------------------------

  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

  function showTheme() {
    for (const button of document.querySelectorAll("[data-theme-toggle]")) {
      button.setAttribute("aria-pressed", String(isDark()));
    }
  }

  function toggleTheme() {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("triomphe-theme", root.dataset.theme);
    } catch {
      // It holds for this page then.
    }
    showTheme();
  }

  // -- language ---------------------------------------------------------------------------------

  // A part of this page comes in its language, whatever was chosen in another tab since.
  document.addEventListener("htmx:configRequest", (event) => {
    event.detail.headers["Page-Language"] = root.lang;
  });

  // -- tabs -------------------------------------------------------------------------------------

  const rowsOfTabs = () => [...document.querySelectorAll(".tabs ul")];
  const TAB_EDGE = 24; // where a row that goes on fades
  const placed = new WeakSet();
  let stood = [];

  // A current tab that is not whole in sight comes to the middle of its row. A row that comes anew stays where it was drawn.
  function showTabs() {
    for (const [at, row] of rowsOfTabs().entries()) {
      if (placed.has(row)) continue;
      placed.add(row);
      const now = row.querySelector("[aria-current]")?.getBoundingClientRect();
      const all = row.getBoundingClientRect();
      if (at in stood) row.scrollLeft = stood[at];
      else if (now && (now.left < all.left + TAB_EDGE || now.right > all.right - TAB_EDGE)) {
        row.scrollLeft += (now.left + now.right - all.left - all.right) / 2;
      }
    }
  }

  document.addEventListener("htmx:oobBeforeSwap", () => {
    stood = rowsOfTabs().map((row) => row.scrollLeft);
  });
  document.addEventListener("htmx:oobAfterSwap", showTabs);

  // -- toasts -----------------------------------------------------------------------------------

  function toast(text, kind = "error") {
    const shelf = document.getElementById("toasts");
    const model = document.getElementById("toast-model");
    if (!shelf || !model || !text) return;
    for (const old of shelf.querySelectorAll(".toast")) {
      if (old.querySelector(".toast__text")?.textContent === text) old.remove();
    }
    const made = model.content.firstElementChild.cloneNode(true);
    made.classList.add(`toast--${kind}`);
    made.setAttribute("role", kind === "error" ? "alert" : "status");
    made.querySelector(".toast__text").textContent = text;
    shelf.append(made);
  }

  // Good news leaves by itself, unless somebody is reading it; bad news stays.
  function letGo(shelf) {
    for (const each of shelf.querySelectorAll(".toast--success:not([data-leaving])")) {
      each.dataset.leaving = "";
      const leave = () =>
        each.matches(":hover, :focus-within") ? setTimeout(leave, 2_000) : each.remove();
      setTimeout(leave, TOAST_MS);
    }
  }

  const shelf = document.getElementById("toasts");
  if (shelf) {
    letGo(shelf);
    new MutationObserver(() => letGo(shelf)).observe(shelf, { childList: true });
  }

  // -- dialogs ----------------------------------------------------------------------------------

  function openDialog(id, opener) {
    const dialog = document.getElementById(id);
    if (!dialog?.showModal) return false;
    if (!dialog.open) dialog.showModal();
    dialog.addEventListener("close", () => opener?.isConnected && opener.focus(), { once: true });
    return true;
  }

  // Ask before something that cannot be taken back.
  function ask(question, label, then) {
    const dialog = document.getElementById("confirm");
    if (!dialog?.showModal) {
      if (window.confirm(question)) then();
      return;
    }
    const opener = document.activeElement;
    dialog.querySelector("[data-confirm-text]").textContent = question;
    const yes = dialog.querySelector("[data-confirm-yes]");
    yes.textContent = label || yes.dataset.label;
    dialog.returnValue = "";
    dialog.addEventListener(
      "close",
      () => {
        if (opener?.isConnected) opener.focus();
        if (dialog.returnValue === "yes") then();
      },
      { once: true },
    );
    dialog.showModal();
  }

  // -- one press, one request -------------------------------------------------------------------

  const busy = new Map();
  const sent = new WeakSet();

  function hold(form, button) {
    const timer = setTimeout(() => release(form), BUSY_MS);
    busy.set(form, { button, timer });
    if (!button) return;
    // aria-disabled, not disabled: the button keeps the focus and its value is still sent.
    button.setAttribute("aria-disabled", "true");
    button.setAttribute("aria-busy", "true");
  }

  function release(form) {
    const held = busy.get(form);
    if (!held) return;
    clearTimeout(held.timer);
    held.button?.removeAttribute("aria-disabled");
    held.button?.removeAttribute("aria-busy");
    busy.delete(form);
  }

  const agreed = new WeakSet();

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (form.method === "dialog") return;
      if (busy.has(form)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      const asker = event.submitter?.dataset.confirm ? event.submitter : form;
      if (asker.dataset.confirm && !agreed.delete(form)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        const submitter = event.submitter;
        ask(asker.dataset.confirm, asker.dataset.confirmLabel, () => {
          agreed.add(form);
          form.requestSubmit(submitter);
        });
        return;
      }
      // Whoever signs out leaves no copies of their desks behind; what is unsent stays.
      if (form.matches("[data-sign-out]") && window.caches) caches.delete("triomphe-desk-pages");
      hold(form, event.submitter ?? form.querySelector("[type=submit], button:not([type])"));
      // Somebody else may still stop this submission; then nothing is under way.
      setTimeout(() => {
        if (event.defaultPrevented && !sent.has(form)) release(form);
      });
    },
    true,
  );

  window.addEventListener("pageshow", (event) => {
    if (event.persisted) for (const form of [...busy.keys()]) release(form);
  });

  // -- presses ----------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest?.(selector);
    let found;
    if (at("[aria-disabled='true']")) {
      event.preventDefault();
    } else if (at("[data-theme-toggle]")) {
      toggleTheme();
    } else if ((found = at("[data-dialog-open]"))) {
      if (openDialog(found.dataset.dialogOpen, found)) event.preventDefault();
    } else if ((found = at("[data-dialog-close]"))) {
      found.closest("dialog")?.close();
    } else if ((found = at("[data-dismiss]"))) {
      found.closest(".toast")?.remove();
    } else if ((found = at("[data-print]"))) {
      window.print();
    } else if ((found = at("[data-negate]"))) {
      negate(document.getElementById(found.dataset.negate));
    } else if (event.target.matches?.("dialog[data-light]")) {
      event.target.close();
    }
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // The number pad of a phone has no minus.
  function negate(input) {
    if (!input) return;
    const plain = input.value.trim().replace(/^[-\u2010-\u2015\u2212\ufe63\uff0d]\s*/, "");
    input.value = plain === input.value.trim() ? `-${plain}` : plain;
    input.focus();
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // -- htmx -------------------------------------------------------------------------------------

  const formOf = (element) => element?.closest?.("form") ?? null;

  // Asked for by the page itself, to stay true (live.js), not by a person.
  function byClock(event) {
    const { verb, triggeringEvent } = event.detail.requestConfig ?? {};
    return verb === "get" && (!triggeringEvent || triggeringEvent.type === "live:ask");
  }

  const byHand = (event) => !byClock(event);

  function connection(state) {
    for (const live of document.querySelectorAll(".live[data-live]")) {
      if (live.dataset.state === state) continue;
      live.dataset.state = state;
      const text = state === "on" ? live.dataset.textOn : live.dataset.textOff;
      if (text) live.querySelector(".live__text").textContent = text;
    }
  }

  // A value typed but not yet sent.
  function edited(field) {
    if (field.type === "hidden" || field.disabled) return false;
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field instanceof HTMLSelectElement) {
      const standard = [...field.options].some((option) => option.defaultSelected);
      return standard
        ? [...field.options].some((option) => option.selected !== option.defaultSelected)
        : field.selectedIndex > 0;
    }
    return "defaultValue" in field && field.value !== field.defaultValue;
  }

  function underHand(target) {
    // An open question anywhere: the form it asks about has to be there when the answer comes.
    if (document.querySelector("dialog[open]") || target.querySelector("details.menu[open]")) return true;
    return [...target.querySelectorAll("input, select, textarea")].some(edited);
  }

  document.addEventListener("htmx:confirm", (event) => {
    const { question, elt } = event.detail;
    if (!question) return;
    event.preventDefault();
    ask(question, elt.dataset.confirmLabel, () => event.detail.issueRequest(true));
  });

  // What a person pressed is held until the answer is there; what the clock asks for is not.
  const pressed = (elt) => (elt.matches("form, button, input[type=submit], a") ? (formOf(elt) ?? elt) : null);

  document.addEventListener("htmx:beforeRequest", (event) => {
    const owner = pressed(event.detail.elt);
    if (!owner || !byHand(event)) return;
    sent.add(owner);
    const button = event.detail.requestConfig.triggeringEvent?.submitter ?? event.detail.elt;
    if (!busy.has(owner)) hold(owner, button.matches("form") ? null : button);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, successful, xhr } = event.detail;
    const owner = pressed(elt);
    if (owner) {
      sent.delete(owner);
      release(owner);
    }
    if (successful) connection("on");
    else if (byClock(event) || !xhr?.status || xhr.status >= 502) connection("off");
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const detail = event.detail;
    const status = detail.xhr.status;
    // A form that comes back with its errors, or a page that somebody else has changed meanwhile.
    if (status === 422 || status === 409) {
      detail.shouldSwap = true;
      detail.isError = false;
    }
    // A refresh by the clock never takes away what is being typed.
    if (byClock(event) && underHand(detail.target)) detail.shouldSwap = false;
    else if (detail.shouldSwap) remember(detail.target);
  });

  // The stream brings the live part itself (live.js).
  document.addEventListener("live:view", (event) => {
    const { target, html } = event.detail;
    if (underHand(target)) {
      event.preventDefault(); // it comes again when the hand is gone
      return;
    }
    remember(target);
    window.htmx.swap(target, html, { swapStyle: "outerHTML" });
  });

  document.addEventListener("live:state", (event) => connection(event.detail));

  let kept = null;

  const STOPS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]";

  // A link or a button without a name is found again by where it stands: the same link, or as many stops further on.
  function whereIs(active) {
    const near = active.parentElement.closest("[id]");
    return near && { id: near.id, href: active.getAttribute("href"), at: [...near.querySelectorAll(STOPS)].indexOf(active) };
  }

  function standsAt(where) {
    const stops = [...(document.getElementById(where?.id)?.querySelectorAll(STOPS) ?? [])];
    return (where?.href && stops.find((each) => each.getAttribute("href") === where.href)) || stops[where?.at];
  }

  function remember(target) {
    const active = document.activeElement;
    const within = target.contains(active) && active !== document.body;
    kept = {
      id: within ? active.id : "",
      name: within ? active.getAttribute("name") : null,
      value: within && /^(radio|checkbox|submit)$/.test(active.type) ? active.value : null,
      form: within ? formOf(active)?.id : "",
      where: within ? whereIs(active) : null,
      inside: within,
      scroll: [scrollX, scrollY],
      open: [...target.querySelectorAll("details[id][open]")].map((each) => each.id),
    };
  }

  document.addEventListener("htmx:afterSettle", () => {
    if (!kept) return;
    const { id, name, value, form, where, inside, scroll, open } = kept;
    kept = null;
    for (const each of open) {
      const details = document.getElementById(each);
      if (details) details.open = true;
    }
    const invalid = document.querySelector("#main [aria-invalid='true']");
    const lost = inside && (document.activeElement === document.body || !document.activeElement);
    if (lost) {
      const scope = (form && document.getElementById(form)) || document;
      const again =
        (id && document.getElementById(id)) ||
        (name &&
          [...scope.querySelectorAll(`[name="${CSS.escape(name)}"]`)].find(
            (each) => value === null || each.value === value,
          )) ||
        invalid ||
        standsAt(where);
      again?.focus({ preventScroll: true });
      // What had it is gone: on from the beginning of what is here, not of the whole window.
      if (!again || document.activeElement !== again) document.getElementById("main")?.focus({ preventScroll: true });
    }
    if (scrollX !== scroll[0] || scrollY !== scroll[1]) scrollTo({ left: scroll[0], top: scroll[1], behavior: "instant" });
  });

  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      if (byHand(event)) toast(words.noAnswer);
    });
  }

  document.addEventListener("htmx:responseError", (event) => {
    if (!byHand(event)) return;
    const status = event.detail.xhr.status;
    if (status === 401 || status === 403) toast(words.notAllowed);
    else toast(status >= 502 ? words.noAnswer : words.failed);
  });

  showTheme();
  showTabs();
})();
