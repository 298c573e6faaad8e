// Keeps the live part of a page true: one stream a page, and where streams do not get through, asking gently.
// A stranger is sent the part itself; whoever sees more is only told that it changed, and asks for their own.
// How it goes is told to the page as “live:how” (streambar.js shows it); “live:pause” stops it and lets it go on.
(() => {
  "use strict";

  const HIDDEN_MS = 30_000;
  const FIRST_MS = 3_000;
  const BEAT_MS = 15_000; // how often who sees more than a stranger shows that they are there
  const ASLEEP_MS = 20_000; // later than this, a clock did not run late: the machine slept

  const part = () => document.querySelector("[data-stream]");
  const pushed = () => part() && !("nudge" in part().dataset);
  let source = null;
  let etag = "";
  let askedAt = performance.now();
  let behind = false; // told of something that has not been answered yet
  let paused = false;
  let shown = 0; // how many views came, so that an answer that was overtaken is not shown
  let waiting = null; // a view that came while something was under somebody's hand

  function address(kind) {
    const at = encodeURIComponent(part().dataset.stream);
    // In the language of this page, whatever was chosen in another tab since.
    const language = encodeURIComponent(document.documentElement.lang);
    return `/live/${kind}?at=${at}&language=${language}${pushed() ? "" : "&nudge=1"}`;
  }

  // Whether nobody objected.
  function tell(name, detail) {
    return document.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
  }

  function going(how) {
    if (paused && how !== "paused") return;
    tell("live:how", how);
    tell("live:state", how === "lost" ? "off" : "on");
  }

  const streams = () => source?.readyState === 1;
  const heard = () => going(streams() ? "live" : "asked");

  // Another kind of page stands there now, such as a table whose results are held.
  function isAnother(html) {
    const read = document.createElement("template");
    read.innerHTML = html;
    return read.content.firstElementChild?.id !== part().id;
  }

  function show(html) {
    if (!part() || paused) return;
    if (isAnother(html)) {
      location.reload();
      return;
    }
    shown += 1;
    waiting = tell("live:view", { target: part(), html }) ? null : html;
  }

  function changed() {
    if (paused) return;
    askedAt = performance.now();
    behind = true;
    if (part()) window.htmx?.trigger(part(), "live:ask");
  }

  function open() {
    if (source || paused || !part() || document.hidden || !navigator.onLine || !("EventSource" in window)) return;
    const seen = pushed() ? `&seen=${encodeURIComponent(part().dataset.seen ?? "")}` : "";
    source = new EventSource(address("stream") + seen);
    source.addEventListener("open", heard);
    source.addEventListener("view", (event) => {
      heard();
      if (event.lastEventId !== part()?.dataset.seen) show(event.data);
    });
    source.addEventListener("changed", () => {
      heard();
      changed();
    });
    source.addEventListener("gone", () => location.reload());
    source.addEventListener("error", () => {
      going("lost");
      if (source?.readyState === EventSource.CLOSED) close();
    });
  }

  function close() {
    source?.close();
    source = null;
  }

  // Where there is no stream: ask, as often as the part says, as long as somebody looks.
  async function ask() {
    if (!part() || document.hidden || paused) return;
    if (!pushed()) return changed();
    const before = shown;
    try {
      const answer = await fetch(address("fragment"), { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
      if (answer.ok || answer.status === 304) heard();
      else going("lost");
      if (!answer.ok) return;
      const html = await answer.text();
      if (paused || shown !== before) return; // the stream was quicker
      etag = answer.headers.get("ETag") ?? "";
      show(html);
    } catch {
      going("lost");
    }
  }

  // After a sleep, however long: what a stream missed is asked for at once, and the old one may be dead without knowing it.
  function wake() {
    close();
    open();
    void ask();
  }

  let ticked = Date.now();

  function tick() {
    const every = 1_000 * Number(part()?.dataset.poll || 2);
    const slept = Date.now() - ticked > every + ASLEEP_MS;
    ticked = Date.now();
    if (waiting !== null) show(waiting);
    if (slept) wake();
    else if (!streams() || behind || (!pushed() && performance.now() - askedAt > BEAT_MS)) void ask();
    if (!source) open();
    setTimeout(tick, every);
  }

  const byItself = ({ detail }) => detail.elt === part() && detail.requestConfig?.verb === "get";

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (paused && byItself(event)) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (paused && byItself(event)) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt !== part()) return;
    if (event.detail.successful) {
      behind = false;
      heard();
    } else {
      going("lost");
    }
  });

  document.addEventListener("live:pause", (event) => {
    paused = false;
    going(event.detail ? "paused" : "asked");
    paused = event.detail;
    waiting = null;
    etag = ""; // what was asked for last may not be what is shown
    if (paused) close();
    else wake();
  });

  let sleep = 0;
  let slept = false;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(sleep);
    if (document.hidden) {
      slept = false;
      sleep = setTimeout(() => {
        slept = true;
        close();
      }, HIDDEN_MS);
    } else if (part()) {
      if (slept) wake();
      else {
        open();
        void ask();
      }
    }
  });
  document.addEventListener("resume", wake); // a tab that was frozen
  // A stream that the network was taken from can stay open for minutes without knowing it.
  window.addEventListener("offline", () => {
    close();
    going("lost");
  });
  window.addEventListener("online", wake);
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) wake();
  });

  if (part()) {
    open();
    setTimeout(tick, FIRST_MS);
  }
})();
