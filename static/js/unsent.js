// What is unsent, in plain sight: the strip at the top, its list, the head of the log, and what was refused.
// Shows entries as they are handed over; decides nothing about them.
(() => {
  "use strict";

  const { paint } = window.triomphe;
  const { words } = paint;
  const GRACE_MS = 600;
  const strip = document.getElementById("outbox");
  let now = { entries: [], table: "", reachable: true, version: 0 };
  let grace = null;

  const those = (state) => now.entries.filter((entry) => entry.state === state);
  const here = (entry) => entry.table === now.table;

  function show(what) {
    now = what;
    showStrip();
    showList();
    showInLog();
    showRefused();
  }

  // -- the strip --------------------------------------------------------------------------------

  function showStrip() {
    const count = those("waiting").length;
    const refused = those("held").length;
    // A good line has sent it before anybody could read that it was not.
    if (count && now.reachable && !refused && strip.dataset.state === "sent") {
      grace ??= setTimeout(() => say("unsent"), GRACE_MS);
      return;
    }
    clearTimeout(grace);
    say(refused ? "held" : count ? "unsent" : now.reachable ? "sent" : "offline");
  }

  function say(state) {
    grace = null;
    const count = those("waiting").length;
    const unsent = count ? paint.plural(words.unsent, count) : "";
    const said = {
      sent: [words.sent],
      offline: [words.kept],
      unsent: [unsent, now.reachable ? "" : words.offline],
      held: [paint.plural(words.held, those("held").length), unsent],
    }[state];
    strip.dataset.state = state;
    const text = strip.querySelector(".outbox__text");
    const sentence = said.filter(Boolean).join(" · ");
    if (text.textContent !== sentence) text.textContent = sentence;
  }

  function showList() {
    const last = those("waiting").filter(here).at(-1);
    fill(strip.querySelector("[data-waiting]"), "waiting-model", those("waiting"), (made, entry) => {
      if (entry !== last) made.querySelector("[data-put-away]").remove();
    });
    fill(strip.querySelector("[data-away]"), "away-model", those("away"));
    strip.querySelector("[data-none]").hidden = those("waiting").length + those("away").length > 0;
    strip.querySelector("[data-away-block]").hidden = !those("away").length;
  }

  // -- the log and the review -------------------------------------------------------------------

  // At the head of the log, where whoever looks for the last entry looks.
  function showInLog() {
    const log = document.querySelector("#log .entries");
    for (const old of document.querySelectorAll("#log .entry--pending")) old.remove();
    const pending = those("waiting").filter((entry) => here(entry) && entry.version >= now.version);
    for (const entry of log ? pending : []) {
      const made = document.getElementById("pending-model").content.firstElementChild.cloneNode(true);
      made.querySelector("[data-what]").textContent = entry.what;
      log.prepend(made);
    }
  }

  function showRefused() {
    fill(document.getElementById("review"), "refused-model", those("held"), (made, entry) => {
      const { code, message } = entry;
      const status = words.shut.replace("%s", code.replace("http-", ""));
      made.querySelector("[data-why]").textContent = code === "behind" ? words.behind : message || status;
      made.querySelector("[data-now]").textContent = entry.now;
      made.querySelector("[data-now-block]").hidden = !entry.now;
      const again = { doubts: words.anyway, "not-allowed": words.retry }[code] ?? words.again;
      made.querySelector("[data-again]").textContent = again;
    });
  }

  // Only when it says something else: a list under a finger stays where it is.
  function fill(list, model, shown, finish = () => {}) {
    const key = JSON.stringify(shown);
    if (list.dataset.shown === key) return;
    list.dataset.shown = key;
    list.replaceChildren(
      ...shown.map((entry) => {
        const made = document.getElementById(model).content.firstElementChild.cloneNode(true);
        made.dataset.entry = entry.id;
        made.querySelector("[data-what]").textContent = (here(entry) ? "" : `${entry.label}: `) + entry.what;
        finish(made, entry);
        return made;
      }),
    );
  }

  window.triomphe = { ...window.triomphe, unsent: { show } };
})();
