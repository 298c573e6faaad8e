// Says how a page is kept true (live.js), in one small line, and lets the reader stop it and go on.
(() => {
  "use strict";

  const bar = document.querySelector("[data-stream-bar]");
  if (!bar) return;
  const words = bar.dataset;
  const state = bar.querySelector(".live");
  const text = bar.querySelector("[data-stream-text]");
  const said = bar.querySelector("[data-stream-said]");
  const button = bar.querySelector("button");
  const clock = new Intl.DateTimeFormat(document.documentElement.lang || undefined, { hour: "2-digit", minute: "2-digit" });
  const LOOKS = { live: "on", asked: "still", paused: "still", lost: "off" };
  let how = "asked";
  let trueAt = new Date(); // when what is shown was last known to be the newest

  function sentence() {
    const time = clock.format(trueAt);
    return { live: words.live, asked: words.asOf, paused: words.paused, lost: words.lost }[how].replace("%s", time);
  }

  function show(now) {
    // While a stream is there it is true; when it breaks, it was true until then.
    if (now !== "lost" || how === "live") trueAt = new Date();
    const news = now !== how;
    how = now;
    state.dataset.state = LOOKS[how];
    if (text.textContent !== sentence()) text.textContent = sentence();
    // Read out when it becomes something else, not whenever the minute does.
    if (news) said.textContent = sentence();
  }

  document.addEventListener("live:how", (event) => show(event.detail));
  button.addEventListener("click", () => {
    const pause = how !== "paused";
    document.dispatchEvent(new CustomEvent("live:pause", { detail: pause }));
    button.textContent = pause ? words.goOn : words.pause;
  });
  text.textContent = sentence();
  state.dataset.state = LOOKS[how];
})();
