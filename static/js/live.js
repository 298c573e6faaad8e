// Keeps the live part of a page true: one stream a page, and where streams do not get through, asking gently.
// A stranger is sent the part itself; whoever sees more is only told that it changed, and asks for their own.
(() => {
  "use strict";

  const HIDDEN_MS = 30_000;
  const FIRST_MS = 3_000;
  const BEAT_MS = 15_000; // how often who sees more than a stranger shows that they are there

  const part = () => document.querySelector("[data-stream]");
  const pushed = () => part() && !("nudge" in part().dataset);
  let source = null;
  let etag = "";
  let askedAt = performance.now();
  let behind = false; // told of something that has not been answered yet

  function address(kind) {
    const at = encodeURIComponent(part().dataset.stream);
    return `/live/${kind}?at=${at}${pushed() ? "" : "&nudge=1"}`;
  }

  function tell(name, detail) {
    document.dispatchEvent(new CustomEvent(name, { detail }));
  }

  const heard = () => tell("live:state", "on");

  function show(html) {
    if (part()) tell("live:view", { target: part(), html });
  }

  function changed() {
    askedAt = performance.now();
    behind = true;
    if (part()) window.htmx?.trigger(part(), "live:ask");
  }

  function open() {
    if (source || !part() || document.hidden || !("EventSource" in window)) return;
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
      tell("live:state", "off");
      if (source?.readyState === EventSource.CLOSED) close();
    });
  }

  function close() {
    source?.close();
    source = null;
  }

  // Where there is no stream: ask, as often as the part says, as long as somebody looks.
  async function ask() {
    if (!part() || document.hidden) return;
    if (!pushed()) return changed();
    try {
      const answer = await fetch(address("fragment"), { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
      tell("live:state", answer.ok || answer.status === 304 ? "on" : "off");
      if (!answer.ok) return;
      etag = answer.headers.get("ETag") ?? "";
      show(await answer.text());
    } catch {
      tell("live:state", "off");
    }
  }

  function tick() {
    const every = 1_000 * Number(part()?.dataset.poll || 2);
    const streams = source?.readyState === 1;
    if (!streams || behind || (!pushed() && performance.now() - askedAt > BEAT_MS)) void ask();
    if (!source) open();
    setTimeout(tick, every);
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt === part() && event.detail.successful) behind = false;
  });

  let sleep = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(sleep);
    if (document.hidden) {
      sleep = setTimeout(close, HIDDEN_MS);
    } else if (part()) {
      open();
      void ask();
    }
  });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });

  if (part()) {
    open();
    setTimeout(tick, FIRST_MS);
  }
})();
