// The desk and its outbox: what is entered is kept first and sent then, and the page goes on at once.
// While something is unsent the page shows what it has worked out itself; the server's word replaces it.
// Forms join in by data-outbox; a kind that provisional.js does not know is kept and sent all the same.
(() => {
  "use strict";

  const { provisional, outbox, paint, unsent } = window.triomphe;
  const strip = document.getElementById("outbox");
  if (!strip || !window.indexedDB) return strip?.remove();
  const table = strip.dataset.table;
  const TAP_PX = 12;
  const LATE_MS = 5_000;
  const SLOW_MS = 1_500;
  const REPORT_MS = 15_000;
  const SHORTEST_WAIT_MS = 1_000;
  const LONGEST_WAIT_MS = 30_000;
  const SOON_MS = 3_000;

  let ready = false;
  let entries = [];
  let base = null; // The match as the server last told it, here or on an earlier page.
  let remembered = false; // Whether base is from an earlier page: this one is a copy that was kept.
  let entered = false;
  let reachable = navigator.onLine;
  let mode = "";
  let painted = false; // Whether the score on the page is ours rather than the server's.

  const panel = () => document.getElementById("panel");
  const underHand = () => window.triomphe.underHand?.() ?? false;
  const mine = () => entries.filter((entry) => entry.table === table);
  const waiting = () => entries.filter((entry) => entry.state === "waiting");
  const score = () => document.getElementById("score");
  const serverVersion = () => Number(score()?.dataset.version ?? 0);

  function modelOfPage() {
    const said = document.getElementById("model");
    return said ? JSON.parse(said.textContent) : null;
  }

  // -- what this phone makes of it ----------------------------------------------------------------

  // The match with everything that waits; pending says whether anything of it is only ours.
  function reckon() {
    let model = base;
    let pending = remembered;
    for (const entry of mine()) {
      if (entry.state !== "waiting" || !model || entry.version < model.version) continue;
      pending = true;
      model = (entry.version === model.version && provisional.enter(model, entry.kind, Object.fromEntries(entry.pairs))?.model) || null;
    }
    return { model, pending };
  }

  const tellUnsent = () => unsent.show({ entries, table, reachable, version: serverVersion() });

  function render(committed = false) {
    tellUnsent();
    closeWhatIsKept();
    const { model, pending } = reckon();
    const desk = document.getElementById("desk");
    desk?.toggleAttribute("data-provisional", pending && Boolean(model));
    if (!model) return;
    if (pending || painted) {
      paint.score(model);
      painted = pending || isLate();
    }
    const drawn = panel()?.dataset.version;
    const ours = drawn !== undefined;
    if (committed || ((pending || ours) && String(model.version) !== drawn && canRedraw())) {
      if (paint.next(model, mode)) window.triomphe.draw?.();
    }
    settlePanel();
  }

  // What was kept, or taken, is no longer changed: whoever taps so soon means what comes next.
  function closeWhatIsKept() {
    const form = panel()?.querySelector("form[data-outbox]");
    const id = form?.elements.namedItem("entry_id")?.value;
    if (!id) return;
    form.inert = id === acknowledged.id || mine().some((entry) => entry.id === id && entry.state === "waiting");
    if (form.inert) panel().dataset.letGo = "";
  }

  const canRedraw = () => Boolean(panel()?.querySelector("form[data-outbox], .winner")) && !underHand();

  // A panel that the page drew is as good as the server's once the server is where it thought.
  function settlePanel() {
    const at = panel();
    if (!at || at.dataset.version === undefined || mine().some((entry) => entry.state === "waiting") || remembered) return;
    if (Number(at.dataset.version) > serverVersion()) return;
    delete at.dataset.provisional;
    const level = Number(at.dataset.version) === serverVersion() && at.querySelector("form");
    at.dataset.token = level ? score().dataset.token : "behind";
    if (!level) window.triomphe.follow?.();
    // What was worked out here may be asked for now, with its reasons.
    else if (at.querySelector(".preview__here")) at.querySelector("form").dispatchEvent(new CustomEvent("desk:typed"));
  }

  // -- entering -----------------------------------------------------------------------------------

  const bypass = new WeakSet();

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!ready || !form.matches("#panel form[data-outbox]") || bypass.delete(form)) return;
      if (event.submitter?.name === "check") return;
      const { model, pending } = reckon();
      const pairs = pairsOf(form, event.submitter);
      const fields = Object.fromEntries(pairs);
      const level = model && Number(fields.version) === model.version;
      const tried = level ? provisional.enter(model, kindOf(form, fields), fields) : null;
      const refused = Boolean(tried?.code);
      // The server says it better, beside the field; it can only where it knows all that we do.
      if (refused && reachable && !pending) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (refused) paint.preview(model, tried);
      else take(form, event.submitter, pairs, fields, Boolean(tried)).catch(() => {
        bypass.add(form);
        form.requestSubmit(event.submitter);
      });
    },
    true,
  );

  // What happens on the drawn board is kept and sent, but only the server can say what comes next.
  const kindOf = (form, fields) => (fields.depth === "board" ? "board" : form.dataset.outbox);

  function pairsOf(form, submitter) {
    const data = new FormData(form, submitter);
    if (submitter?.name && !data.has(submitter.name)) data.append(submitter.name, submitter.value);
    data.delete("csrfmiddlewaretoken");
    return [...data].filter(([, value]) => typeof value === "string");
  }

  async function take(form, submitter, pairs, fields, known) {
    const kind = kindOf(form, fields);
    // Nobody can be asked to look twice: the numbers count as looked at.
    if (kind === "totals" && !reachable) pairs = [...pairs.filter(([name]) => name !== "weighed"), ["weighed", weighed(fields)]];
    await outbox.add({
      id: fields.entry_id,
      table,
      label: strip.dataset.label,
      url: new URL(form.action).pathname,
      kind,
      pairs,
      version: Number(fields.version),
      what: paint.describe(base, kind, fields, form),
    });
    mode = "";
    tapped = lastTap;
    clearTimeout(slow);
    entries = await outbox.all();
    render(known && reckon().model);
    flush();
    if (!entered) outbox.remember(table, { entered: (entered = true) });
  }

  function weighed(fields) {
    const points = base.players.map((player) => Number(provisional.signed(fields[`points_${player}`])));
    return [...points, ...(fields.bell ? ["bell"] : [])].join(" ");
  }

  // The second half of a double tap belongs to the panel before, not to what now lies under the finger.
  let lastTap = null;
  let tapped = null;

  document.addEventListener(
    "click",
    (event) => {
      const near = tapped && Math.hypot(event.clientX - tapped.clientX, event.clientY - tapped.clientY) < TAP_PX;
      if (event.detail > 1 && near && event.target.closest?.("#panel form")) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      lastTap = event.detail ? event : null;
      tapped = null;
    },
    true,
  );

  // Whoever has typed something since means the next tap, however soon it comes.
  document.addEventListener("input", () => (tapped = null), true);

  document.addEventListener("click", (event) => {
    const other = event.target.closest?.("#panel [data-enter]");
    if (other && ready && (!reachable || reckon().pending)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      enterBy(other.dataset.enter);
      return;
    }
    const id = event.target.closest?.("[data-entry]")?.dataset.entry;
    if (!id) return;
    if (event.target.closest("[data-put-away]")) putAway(id);
    else if (event.target.closest("[data-again]")) sendAgain(id);
  }, true);

  // Turn by turn or points alone, by a panel of our own.
  function enterBy(way) {
    const { model } = reckon();
    mode = way;
    if (model && paint.next(model, mode)) window.triomphe.draw?.();
  }

  // -- what to do with what was refused -----------------------------------------------------------

  // Kept where it can be seen. What was going to follow it is asked for anew.
  async function putAway(id) {
    const counted = mine().some((each) => each.id === id && each.state === "waiting");
    await outbox.change((all) => all.filter((each) => each.id === id).map((each) => ({ ...each, state: "away" })));
    entries = await outbox.all();
    render(counted);
  }

  // On what is there now. Where nothing has changed since, what was kept back behind it goes along as it was made.
  async function sendAgain(id) {
    const { model } = reckon();
    await outbox.change((all) => {
      const entry = all.find((each) => each.id === id);
      if (!entry) return [];
      const last = Math.max(...all.map((each) => each.order));
      const here = entry.table === table;
      const version = here ? (model?.version ?? serverVersion()) : entry.version;
      const renewed = outbox.renewed(entry, version, entry.code === "id-reused" ? outbox.newId() : entry.id);
      const followers = all.filter((each) => version === entry.version && each.table === entry.table && each.state === "held" && each.order > entry.order);
      return [renewed, ...followers].map((each, at) => ({ ...each, state: "waiting", code: "", order: last + 1 + at }));
    });
    flush();
  }

  // -- sending ------------------------------------------------------------------------------------

  let sending = false;
  let wanted = false;
  let wait = SHORTEST_WAIT_MS;
  let notBefore = 0;
  let timer = null;

  async function flush() {
    wanted = true;
    if (sending || !ready) return;
    sending = true;
    clearTimeout(timer);
    try {
      while (wanted) {
        wanted = false;
        if (!(await outbox.flush(device, heard))) break;
        wait = SHORTEST_WAIT_MS;
      }
    } finally {
      sending = false;
    }
    if (!waiting().length) return;
    timer = setTimeout(flush, wait);
    notBefore = performance.now() + Math.min(wait, SOON_MS);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }

  function heard(entry, answer) {
    if (!answer.busy) reach(!answer.later);
    if (entry.table !== table || answer.later) return;
    const at = panel();
    const shown = at?.querySelector("[name=entry_id]")?.value === entry.id;
    const last = mine().filter((each) => each.state === "waiting").length <= 1;
    if (answer.refused || (last && !shown)) refreshScore();
    if (answer.refused) {
      // What was typed is in the review now; the panel goes on with what is there.
      if (shown || at?.dataset.version !== undefined) refreshPanel();
      return;
    }
    acknowledged = { id: entry.id, version: answer.taken, at: performance.now() };
    const after = base && base.version === entry.version && provisional.enter(base, entry.kind, Object.fromEntries(entry.pairs))?.model;
    if (after && after.version === answer.taken) outbox.remember(table, { model: (base = after) });
    if (shown) refreshDesk();
  }

  // The score and the log as the server has them.
  const refreshScore = () => window.htmx?.trigger("#score", "desk:refresh");

  // The panel too, whatever stands there.
  function refreshPanel() {
    panel().dataset.letGo = "";
    window.htmx?.trigger(panel(), "desk:behind");
  }

  function refreshDesk() {
    const event = new Event("desk:sent");
    window.htmx?.ajax("GET", `${table}?part=desk`, { target: "#desk", swap: "outerHTML", event });
  }

  outbox.onchange(async () => {
    if (!ready) return;
    entries = await outbox.all();
    render();
    if (waiting().length) flush();
  });

  function reach(now) {
    if (reachable === now) return;
    reachable = now;
    if (ready) tellUnsent();
  }

  // -- what else the page hears -------------------------------------------------------------------

  document.addEventListener("htmx:afterRequest", (event) => {
    const status = event.detail.xhr?.status ?? 0;
    // 0 is no answer, or a question that was dropped: sendError knows which.
    if (status) reach(status < 502);
    // The score was told, so there is a line again: no need to sit out the whole wait.
    if (reachable && ready && waiting().length && !sending && performance.now() > notBefore) flush();
    // The server says that this page shows all there is: it is no old copy.
    if (reachable && remembered && event.detail.elt.id === "score" && status === 204) trustThePage();
  });

  // The next panel has come by another way meanwhile, and somebody is at work there.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.requestConfig?.triggeringEvent?.type === "desk:sent" && underHand()) event.detail.shouldSwap = false;
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    const swapped = event.detail.target?.id;
    if (!ready || !score() || swapped === "preview") return;
    if (swapped === "score" || swapped === "desk") painted = false;
    trustThePage();
  });

  let acknowledged = { id: "", version: 0, at: -LATE_MS };

  // An answer that set out before our entry was taken, and came in after it.
  const isLate = () => serverVersion() < acknowledged.version && performance.now() - acknowledged.at < LATE_MS;

  function trustThePage() {
    const said = modelOfPage();
    if (!isLate()) {
      remembered = false;
      if (said && JSON.stringify(said) !== JSON.stringify(base)) outbox.remember(table, { model: said });
      base = said;
    } else painted = true;
    render();
  }

  let reported = { count: 0, at: -REPORT_MS };

  // The organiser is told what this phone still holds: when it changes, and now and then.
  document.addEventListener("htmx:configRequest", (event) => {
    if (!entered || event.detail.path.split("?")[0] !== table) return;
    const count = mine().filter((entry) => entry.state !== "away").length;
    const now = performance.now();
    if (count === reported.count && now - reported.at < REPORT_MS) return;
    reported = { count, at: now };
    event.detail.headers["X-Device"] = device;
    event.detail.headers["X-Unsent"] = String(count);
  });

  // -- the preview, where the server cannot say ---------------------------------------------------

  let slow = null;

  function previewHere() {
    const form = panel()?.querySelector("form[data-outbox]");
    const { model } = reckon();
    if (!form || !model) return;
    paint.preview(model, provisional.enter(model, form.dataset.outbox, Object.fromEntries(pairsOf(form))));
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!event.detail.elt.matches("form[data-outbox] #preview") || !ready || !base) return;
    clearTimeout(slow);
    if (!reachable || reckon().pending) {
      event.preventDefault();
      previewHere();
    } else slow = setTimeout(previewHere, SLOW_MS);
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id === "preview") clearTimeout(slow);
  });

  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(
      name,
      (event) => {
        const { id } = event.detail.elt;
        reach(false);
        // No toast: the strip says it, and points are worked out here instead.
        if (id === "score" || id === "panel") event.stopPropagation();
        // Asked for before the page knew that there is no line, or while it was still beginning.
        const way = event.detail.elt.matches("#panel [data-enter]") && event.detail.elt.dataset.enter;
        if (way && modelOfPage()) {
          event.stopPropagation();
          begun.then(() => ready && enterBy(way));
        }
        if (id !== "preview" || !ready || !base) return;
        event.stopPropagation();
        clearTimeout(slow);
        previewHere();
      },
      true,
    );
  }

  // -- beginning ----------------------------------------------------------------------------------

  const device = nameOfPhone();

  function nameOfPhone() {
    const fresh = `phone-${outbox.newId().slice(0, 8)}`;
    try {
      const known = localStorage.getItem("triomphe-device") ?? fresh;
      localStorage.setItem("triomphe-device", known);
      return known;
    } catch {
      return fresh;
    }
  }

  async function begin() {
    await outbox.open();
    const known = await outbox.recall(table);
    base = modelOfPage();
    entered = Boolean(known?.entered);
    if (score() && known?.model && known.model.version > (base?.version ?? serverVersion()) && document.getElementById("model")) {
      base = known.model;
      remembered = true;
    } else if (base) outbox.remember(table, { model: base });
    entries = await outbox.all();
    ready = true;
    render();
    flush();
    // Without a copy everything works but opening the page again while there is no network.
    keepCopy().catch(() => {});
  }

  // Only where there is HTTPS, or on the machine itself: elsewhere browsers have no service worker.
  async function keepCopy() {
    if (!navigator.serviceWorker || !document.getElementById("spare-turn")) return;
    await navigator.serviceWorker.register(strip.dataset.worker, { scope: "/t/" });
    const { active } = await navigator.serviceWorker.ready;
    const named = [...document.querySelectorAll("script[src], link[rel=stylesheet], link[rel=icon]")].map((each) => each.src || each.href);
    const icons = document.querySelector("use")?.getAttribute("href")?.split("#")[0];
    const files = [...named, ...(icons ? [new URL(icons, location.href).href] : [])];
    active.postMessage({ page: table, files });
  }

  window.addEventListener("online", () => flush());
  window.addEventListener("offline", () => reach(false));
  window.addEventListener("pageshow", (event) => event.persisted && ready && outbox.all().then((all) => ((entries = all), render(), flush())));
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && flush());
  window.addEventListener("beforeunload", (event) => {
    if (waiting().length) event.preventDefault();
  });

  const begun = begin().catch(() => {
    // No database here (a private window, perhaps): the forms are sent as they are.
    ready = false;
    strip.remove();
  });
})();
